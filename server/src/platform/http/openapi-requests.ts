import { z } from "zod";
import type { Call } from "#contract/call.ts";
import { exampleOf } from "#contract/examples/examples.ts";
import {
  idParams,
  imagePosition,
  listDirection,
  pageNumber,
  pageSize,
  searchText,
} from "#contract/fields.ts";
import type { JsonSchema, OpenApiContent } from "#contract/openapi.ts";
import { needsIdempotencyKey, takesIdempotencyKey } from "./idempotency-key.ts";
import type { Components } from "./openapi-schema.ts";

export function parametersOf(call: Call, components: Components): object[] {
  return [
    ...fieldsOf("path", call.params, components),
    ...fieldsOf("query", call.query, components),
    ...(takesIdempotencyKey(call) ? [idempotencyKeyHeader(needsIdempotencyKey(call), components)] : []),
  ];
}

/** A call that needs the key takes it from either place, which no schema can say of two. */
const idempotencyKeyHeader = (required: boolean, components: Components) =>
  components.add("parameters", required ? "IdempotencyKey" : "OptionalIdempotencyKey", {
    name: "Idempotency-Key",
    in: "header",
    required,
    description:
      "Or idempotencyKey in the body, in its place. Where both are sent, they must be the same. With other contents than before it is 409.",
    schema: { type: "string", minLength: 1, maxLength: 100 },
  });

export function requestBodyOf(call: Call, components: Components): { requestBody?: OpenApiContent } {
  if (call.form) return { requestBody: multipartOf(call.form, components) };
  if (!call.body || call.bodyKind === "raw") return {};
  const example = exampleOf(call)?.body;
  const schema = components.schemaOf(call.body, "input");
  const content = { schema, ...(example === undefined ? {} : { example }) };
  const required = isBodyNeeded(call, call.body) ? { required: true } : {};
  return { requestBody: { ...required, content: { "application/json": content } } };
}

function multipartOf({ file, fields }: NonNullable<Call["form"]>, components: Components): OpenApiContent {
  const own: JsonSchema = fields ? components.schemaOf(fields, "input") : { type: "object" };
  const binary: JsonSchema = { type: "string", format: "binary" };
  const schema = {
    ...own,
    properties: { [file]: binary, ...own.properties },
    required: [file, ...(own.required ?? [])],
  };
  return { required: true, content: { "multipart/form-data": { schema } } };
}

/** One of a key alone is not, as the header may carry it. */
function isBodyNeeded(call: Call, body: z.ZodType): boolean {
  const none = takesIdempotencyKey(call) ? { idempotencyKey: "in the header" } : {};
  return !body.safeParse(none).success;
}

/** Parameters that many calls have. */
const commonParameters: Record<string, { schema: z.ZodType; component: string }> = {
  id: { schema: idParams.shape.id, component: "Id" },
  position: { schema: imagePosition, component: "ImagePosition" },
  page: { schema: pageNumber, component: "Page" },
  pageSize: { schema: pageSize, component: "PageSize" },
  order: { schema: listDirection, component: "ListDirection" },
  q: { schema: searchText, component: "Search" },
};

function fieldsOf(place: "path" | "query", schema: z.ZodObject | undefined, components: Components) {
  if (!schema) return [];
  const { properties = {}, required = [] } = components.schemaOf(schema, "input");
  return Object.entries(properties).map(([name, part]) => {
    const isRequired = place === "path" || required.includes(name);
    const parameter = { name, in: place, required: isRequired, schema: part };
    const field = schema.shape[name];
    const common = commonParameters[name];
    const isCommon = common?.schema === (field instanceof z.ZodOptional ? field.unwrap() : field);
    return common && isCommon ? components.add("parameters", common.component, parameter) : parameter;
  });
}
