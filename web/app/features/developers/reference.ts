import { idOf } from "#contract/examples/example.ts";
import type { JsonSchema, OpenApi, OpenApiContent, OpenApiOperation } from "#contract/openapi.ts";
import { type FieldRow, type Objects, rowsOf } from "#web/features/developers/schema-fields.ts";

export interface CallEntry {
  /** The anchor. */
  id: string;
  title: string;
  method: string;
  path: string;
  summary: string;
  scope: string;
  parameters: FieldRow[];
  body: FieldRow[];
  answer: FieldRow[];
  errors: string[];
  /** Besides the key's own limit. */
  limit: string | null;
  curl: string;
  example: { status: string; type: string; text: string | null };
}

export interface CallGroup {
  id: string;
  title: string;
  scopes: { name: string; text: string }[];
  calls: CallEntry[];
}

/** What the page says of the calls, drawn from the OpenAPI description. */
export interface Reference {
  /** Of one key, a minute. */
  callsAMinute: number;
  groups: CallGroup[];
  objects: { id: string; title: string; fields: FieldRow[] }[];
  messages: { type: string; fields: FieldRow[]; example: string | null }[];
}

export const objectId = (title: string) => `object-${title.toLowerCase().replaceAll(" ", "-")}`;

const groupTitles: Record<string, string> = { runs: "Runs", designs: "Designs and brand" };
const titleOfGroup = (noun: string) =>
  groupTitles[noun] ?? noun.replace(/^./, (letter) => letter.toUpperCase());

export function referenceOf(openApi: OpenApi): Reference {
  const objects: Objects = new Map();
  const operations = Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const calls = operations
    .filter(({ operation }) => operation["x-scope"])
    .sort((a, b) => (a.operation["x-order"] ?? 0) - (b.operation["x-order"] ?? 0))
    .map(({ method, path, operation }) => entryOf(method.toUpperCase(), path, operation, objects));
  const nouns = [...new Set(Object.keys(openApi["x-scopes"]).map(nounOf))];
  const groups = nouns.map((noun) => ({
    id: noun,
    title: titleOfGroup(noun),
    scopes: Object.entries(openApi["x-scopes"])
      .filter(([name]) => nounOf(name) === noun)
      .map(([name, text]) => ({ name, text })),
    calls: calls.filter(({ scope }) => nounOf(scope) === noun),
  }));
  return {
    callsAMinute: openApi["x-key-limit"].max,
    groups: groups.filter(({ calls }) => calls.length > 0),
    objects: explained(objects),
    messages: Object.entries(openApi.webhooks).map(([type, { post }]) => {
      const data = jsonOf(post.requestBody)?.properties?.data ?? {};
      const { example } = post.requestBody.content?.["application/json"] ?? {};
      return { type, fields: rowsOf(data, new Map(), "data."), example: exampleText(example) };
    }),
  };
}

const nounOf = (scope: string) => scope.split(":")[0]!;

/** With those that are met in them. */
function explained(objects: Objects): Reference["objects"] {
  const done: Reference["objects"] = [];
  // A map's entries that are set meanwhile are walked as well.
  for (const [title, schema] of objects)
    done.push({ id: objectId(title), title, fields: rowsOf(schema, objects) });
  return done.sort((a, b) => a.title.localeCompare(b.title));
}

function entryOf(method: string, path: string, operation: OpenApiOperation, objects: Objects): CallEntry {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const sample = operation["x-codeSamples"]?.[0];
  const limit = operation["x-rate-limit"];
  const [status, response] = Object.entries(responses).find(([code]) => code.startsWith("2"))!;
  const [type, content] = Object.entries(response.content ?? {})[0] ?? ["", {}];
  return {
    id: sample ? idOf({ title: sample.label }) : operationId,
    title: sample?.label ?? summary,
    method,
    path,
    summary,
    scope: operation["x-scope"]!,
    parameters: parameters.map(({ name, in: place, required, description, schema }) => {
      const [row] = rowsOf({ properties: { [name]: schema } }, new Map());
      return { ...row!, isRequired: required, text: description ?? `In the ${place}. ${row!.text}` };
    }),
    body: rowsOf(jsonOf(requestBody) ?? formOf(requestBody) ?? {}, objects),
    answer: rowsOf(answerOf(jsonOf(response)), objects),
    errors: operation["x-errors"],
    limit: limit ? `${limit.max} in ${windowOf(limit.windowSeconds)}` : null,
    curl: sample?.source ?? "",
    example: { status, type, text: exampleText(content.example) },
  };
}

const jsonOf = (part: OpenApiContent | undefined) => part?.content?.["application/json"]?.schema;
const formOf = (part: OpenApiContent | undefined) => part?.content?.["multipart/form-data"]?.schema;

/** Without the envelope, which the page explains once. */
function answerOf(schema: JsonSchema | undefined): JsonSchema {
  if (!schema) return {};
  if (schema.type === "array") return { properties: { "[]": schema.items ?? {} }, required: ["[]"] };
  const { success, message, ...properties } = schema.properties ?? {};
  return success ? { ...schema, properties } : schema;
}

function windowOf(seconds: number): string {
  if (seconds % 3600 === 0) return seconds === 3600 ? "an hour" : `${seconds / 3600} hours`;
  return seconds === 60 ? "a minute" : `${seconds / 60} minutes`;
}

function exampleText(example: unknown): string | null {
  if (example === undefined) return null;
  // A spreadsheet's mark of Unicode is nothing to see.
  return typeof example === "string"
    ? example.replace(/^\ufeff/, "").trimEnd()
    : JSON.stringify(example, null, 2);
}
