import { expect, test } from "vitest";
import { z } from "zod";
import { dereferenced } from "#web/features/developers/dereferenced.ts";
import { openTestShop } from "../helpers/test-shop.ts";

type Json = Record<string, unknown>;
interface Content {
  content?: Record<string, { schema: Json }>;
}
interface Operation {
  operationId: string;
  parameters: { name: string; in: string }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}
interface Description {
  components: Record<string, Record<string, Json>>;
  webhooks: Record<string, { post: { requestBody: Content } }>;
  paths: Record<string, Record<string, Operation>>;
}

async function described() {
  const shop = await openTestShop();
  const { text, body } = await shop.send({ url: "/api/openapi.json" });
  return { shop, text, description: body as Description };
}

const jsonOf = (part: Content | undefined) => part?.content?.["application/json"]?.schema;
const successOf = ({ responses }: Operation) =>
  Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];

/** Everything within a schema, itself among it. */
function within(value: unknown): Json[] {
  if (typeof value !== "object" || value === null) return [];
  return [value as Json, ...Object.values(value).flatMap(within)];
}

test("each reference of the description names a component, and each component is referred to", async () => {
  const { description } = await described();
  const referred = new Set(within(description).flatMap(({ $ref }) => ($ref ? [String($ref)] : [])));
  const { securitySchemes, ...kinds } = description.components;
  const components = Object.entries(kinds).flatMap(([kind, named]) =>
    Object.keys(named).map((name) => `#/components/${kind}/${name}`),
  );
  // What a path answers to the methods that it does not have belongs to none of its operations.
  expect(components.filter((name) => !referred.has(name))).toEqual([
    "#/components/responses/MethodNotAllowed",
  ]);
  expect([...referred].filter((name) => !components.includes(name))).toEqual([]);
  expect(Object.keys(securitySchemes!)).toEqual(["key", "session"]);
});

test("types have the names of what they are, and no two of them say the same", async () => {
  const { description } = await described();
  const { schemas = {}, parameters = {}, responses = {} } = description.components;
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(["Error", "Generation", "Order", "Design", "Ticket", "Webhook", "RunDoneMessage"]),
  );
  for (const named of [schemas, parameters, responses]) {
    for (const name of Object.keys(named)) expect(name).toMatch(/^([A-Z][a-z\d]+)+$/);
    const contents = Object.entries(named).map(([name, value]) => [JSON.stringify(value), name] as const);
    const first = new Map(contents.toReversed());
    expect(contents.filter(([content, name]) => first.get(content) !== name)).toEqual([]);
  }
});

test("each call has a name of its own, and what it takes and answers has one, but for single fields", async () => {
  const { description } = await described();
  const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));
  const ids = operations.map(({ operationId }) => operationId);
  for (const id of ids) expect(id).toMatch(/^[a-z]+([A-Z\d][a-z\d]*)*$/);
  expect(new Set(ids).size).toBe(ids.length);
  const { get } = description.paths["/api/generations/{id}"]!;
  expect(jsonOf(successOf(get!))).toMatchObject({
    properties: { data: { $ref: "#/components/schemas/Generation" } },
  });
  const fieldsOf = (schema: Json | undefined) => Object.keys((schema?.properties as Json) ?? {});
  const bodies = operations.flatMap(({ operationId, requestBody }) =>
    fieldsOf(jsonOf(requestBody)).length > 1 ? [operationId] : [],
  );
  const results = operations.flatMap((operation) => {
    const schema = jsonOf(successOf(operation));
    const fields = schema?.properties as Record<string, Json> | undefined;
    const result = fields?.success ? (fields.data ?? {}) : schema;
    const entry = (result?.items ?? result) as Json | undefined;
    return fieldsOf(entry).length > 1 ? [operation.operationId] : [];
  });
  expect([bodies, results]).toEqual([[], []]);
  const messages = Object.values(description.webhooks).map(({ post }) => jsonOf(post.requestBody));
  for (const message of messages) expect(Object.keys(message!)).toEqual(["$ref"]);
});

test("with its references in place, the description says of each answer what its schema says, and of each call which parameters it has", async () => {
  const { shop, text, description } = await described();
  const { paths } = dereferenced(description) as unknown as Description;
  const plain = (schema: unknown) => {
    const words = JSON.stringify(schema, (key, value) =>
      key === "$schema" || (key === "additionalProperties" && value === false) ? undefined : value,
    );
    const told = JSON.parse(words) as Json;
    for (const part of within(told)) {
      if (typeof part.title === "string") delete part.title;
      if (typeof part.description === "string") delete part.description;
    }
    return told;
  };
  for (const { method, path, params, query, answer, answerKind = "json", status } of shop.calls) {
    const { parameters } = paths[path]![method.toLowerCase()]!;
    expect(
      parameters.filter((each) => each.in !== "header").map(({ name }) => name),
      `${method} ${path}`,
    ).toEqual(Object.keys({ ...params?.shape, ...query?.shape }));
    if (answerKind !== "json" || status === 204) continue;
    const described = jsonOf(successOf(paths[path]![method.toLowerCase()]!));
    const schema = z.toJSONSchema(answer, { unrepresentable: "any" });
    expect(plain(described), `${method} ${path}`).toEqual(plain(schema));
  }
  expect(text.length).toBeLessThan(JSON.stringify(paths).length * 0.6);
});
