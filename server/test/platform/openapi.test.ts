import { expect, test } from "vitest";
import { errorTable } from "#contract/errors.ts";
import { webhookDeliveries } from "#server/db/tables/webhooks.ts";
import { dereferenced } from "#web/features/developers/dereferenced.ts";
import { everyCallsErrors } from "#web/features/developers/error-advice.ts";
import { bearer, newKey } from "../api-keys/keys.ts";
import { openTestShop } from "../helpers/test-shop.ts";
import { addWebhook } from "../webhooks/receiver.ts";

async function described(env: Record<string, string> = {}) {
  const shop = await openTestShop({ env });
  const { body } = await shop.send({ url: "/api/openapi.json" });
  const document: typeof body = dereferenced(body);
  return { shop, document };
}

const jsonOf = (operation: { requestBody: { content: Record<string, { schema: object }> } }) =>
  operation.requestBody.content["application/json"]!.schema;
const headersOf = (response: { headers?: object }) => Object.keys(response.headers ?? {});

test("the description says where the shop is, what a form has, and how long a title may be", async () => {
  const { document } = await described({ APP_URL: "https://shop.example" });
  expect(document.servers).toEqual([{ url: "https://shop.example" }]);
  const { requestBody } = document.paths["/api/references"].post;
  expect(requestBody.required).toBe(true);
  expect(requestBody.content["multipart/form-data"].schema).toMatchObject({
    properties: {
      file: { format: "binary" },
      name: { type: "string" },
      kind: { enum: expect.arrayContaining(["face"]) },
      consent: { description: expect.stringContaining("face") },
    },
    required: ["file", "name", "kind"],
    additionalProperties: false,
  });
  expect(document.paths["/upload"].post.requestBody.content["multipart/form-data"].schema.required).toEqual([
    "image",
  ]);
  expect(jsonOf(document.paths["/api/generations"].post)).toMatchObject({
    properties: { title: { maxLength: 100 } },
  });
});

test("the description names the headers of lists, refusals and limits, every error code, and 405", async () => {
  const { document, shop } = await described();
  const list = document.paths["/api/generations"].get.responses;
  expect(headersOf(list[200])).toEqual(
    expect.arrayContaining(["X-Total-Count", "X-Total-Count-More", "Link"]),
  );
  expect(headersOf(list[429])).toContain("Retry-After");
  expect(headersOf(list[503])).toContain("Retry-After");
  expect(headersOf(list[401])).toContain("WWW-Authenticate");
  expect(headersOf(document.paths["/packages"].get.responses[503])).toEqual(["Retry-After"]);
  expect(document.components.responses.MethodNotAllowed.headers).toHaveProperty("Allow");
  const [codes] = document.components.schemas.Error.properties.code.anyOf;
  expect(codes.enum).toEqual(Object.keys(errorTable));
  // As it is said, so it comes.
  const ada = await shop.signUp();
  const answer = await shop.send({ url: "/api/generations?page=1", as: ada });
  expect(answer.headers).toMatchObject({ "x-total-count": "0", link: expect.stringContaining("first") });
});

test("the description names no type that a file does not have, and none where there is no body", async () => {
  const { document, shop } = await described();
  const admin = await shop.signUp({ role: "Admin" });
  const toldOf = (path: string, status: number) => document.paths[path].get.responses[status];
  const csv = await shop.send({ url: "/api/movements.csv", as: admin });
  expect([csv.status, csv.headers["content-type"]]).toEqual([200, expect.stringContaining("text/csv")]);
  expect(Object.keys(toldOf("/api/movements.csv", 200).content)).toEqual(["*/*"]);
  const icon = await shop.send({ url: "/shop-icon/64" });
  expect(icon.status).toBe(302);
  expect(icon.headers).toHaveProperty("location");
  expect(toldOf("/shop-icon/{side}", 302)).toEqual({
    description: expect.any(String),
    headers: { Location: expect.objectContaining({ schema: { type: "string" } }) },
  });
  expect(toldOf("/api/designs/{id}/preview", 304)).not.toHaveProperty("content");
  const typesOf = (path: string) => Object.keys(toldOf(path, 200).content);
  expect(typesOf("/api/designs/{id}/image")).toEqual(["image/png", "image/jpeg"]);
  for (const path of ["/api/references/{id}/image", "/api/designs/{id}/art"])
    expect(typesOf(path)).toEqual(["image/png", "image/jpeg", "image/webp"]);
});

type Schema = Record<string, unknown>;

/** Where a schema within says nothing of what may stand there. */
function untold(schema: Schema, path: string): string[] {
  if (!["type", "const", "enum", "anyOf", "oneOf"].some((word) => word in schema)) return [path];
  const { properties = {}, items, anyOf, oneOf } = schema;
  return [
    ...Object.entries(properties as Record<string, Schema>),
    ...(items ? [["[]", items as Schema] as const] : []),
    ...((anyOf ?? oneOf ?? []) as Schema[]).map((part, at) => [`${at}`, part] as const),
  ].flatMap(([name, part]) => untold(part, `${path}.${name}`));
}

test("the description tells the type of every field that a program sends or gets", async () => {
  const { document } = await described();
  const operations = Object.entries<Record<string, Schema>>(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, ...operation })),
  );
  const found = operations
    .filter((operation) => "x-scope" in operation)
    .flatMap(({ path, requestBody, responses }: Schema) =>
      [
        requestBody,
        ...Object.entries(responses as Schema).flatMap(([code, each]) => (code < "3" ? [each] : [])),
      ]
        .flatMap((part) => Object.values((part as { content?: object } | undefined)?.content ?? {}))
        .flatMap(({ schema }) => untold(schema, String(path))),
    );
  expect(found).toEqual([]);
});

test("the description needs an idempotency key where the server does, and of no other call", async () => {
  const { document, shop } = await described();
  const keyOf = (path: string) =>
    document.paths[path].post.parameters.find(({ name }: { name: string }) => name === "Idempotency-Key");
  expect(keyOf("/api/generations").required).toBe(true);
  expect(keyOf("/api/generations/{id}/images/{position}/retake").required).toBe(true);
  expect(keyOf("/api/webhooks").required).toBe(false);
  const ada = await shop.signUp();
  const webhook = { url: "https://hooks.example.com/", events: ["run.done"] };
  const added = await shop.send({ method: "POST", url: "/api/webhooks", body: webhook, as: ada });
  expect(added.status).toBe(201);
});

test("the description needs a body where the server refuses none, also where no field of it is needed by itself", async () => {
  const { document } = await described();
  const isNeeded = (path: string) => document.paths[path].post.requestBody.required === true;
  expect(["/api/designs", "/api/generations", "/api/webhooks"].map(isNeeded)).toEqual([true, true, true]);
  expect(isNeeded("/api/generations/{id}/images/{position}/retake")).toBe(false);
});

test("the description says of a shared field what is true of each object that has it", async () => {
  const { document } = await described();
  const dataOf = (path: string) =>
    document.paths[path].get.responses[200].content["application/json"].schema.properties.data;
  const version = /Each change makes the next one.*409/;
  for (const object of [
    jsonOf(document.paths["/api/designs/{id}"].put),
    dataOf("/api/designs/{id}"),
    dataOf("/api/designs").items,
    dataOf("/api/webhooks").items,
  ])
    expect(object.properties.version.description).toMatch(version);
  expect(jsonOf(document.paths["/api/brand"].put)).toMatchObject({
    properties: { textPreset: { description: expect.stringContaining("Red plate") } },
  });
});

test("the description says how many entries come without a page, and without its size", async () => {
  const { document, shop } = await described();
  const { parameters } = document.paths["/api/webhooks/{id}/deliveries"].get;
  const told = Object.fromEntries(
    parameters.map(({ name, schema }: { name: string; schema: Schema }) => [name, schema.description]),
  );
  expect(told).toMatchObject({
    page: expect.stringContaining("1,000"),
    pageSize: expect.stringContaining("10"),
  });
  const ada = await shop.signUp();
  const { id: webhookId } = await addWebhook(shop, ada, "https://hooks.example.com/");
  const row = { webhookId, event: "run.done" as const, payload: "{}", status: "failed" as const };
  await shop.platform.db.insert(webhookDeliveries).values(Array.from({ length: 1_001 }, () => row));
  const count = async (query: string) =>
    (await shop.send({ url: `/api/webhooks/${webhookId}/deliveries?${query}`, as: ada })).body.data.length;
  expect([await count(""), await count("page=1")]).toEqual([1_000, 10]);
});

test("limits are described as RATE_LIMIT_FACTOR makes them", async () => {
  const { document, shop } = await described({ RATE_LIMIT_FACTOR: "3" });
  expect(document["x-key-limit"]).toEqual({ max: 180, windowSeconds: 60 });
  expect(document.paths["/api/references"].post["x-rate-limit"].max).toBe(180);
  const key = await newKey(shop, await shop.signUp());
  const answer = await shop.send({ url: "/api/credits/balance", headers: bearer(key) });
  expect(answer.headers["ratelimit-policy"]).toBe('"key";q=180;w=60');
});

test("a call that a key opens asks for one where none comes; a public one says that it needs none", async () => {
  const { shop } = await described();
  const none = await shop.send({ url: "/api/generations" });
  expect([none.status, none.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
  expect(everyCallsErrors, "the page tells what to do about it").toContain(none.body.code);
  const never = await shop.send({ url: "/api/keys" });
  expect([never.status, never.headers["www-authenticate"]]).toEqual([401, undefined]);
  const key = await newKey(shop, await shop.signUp());
  const open = await shop.send({ url: "/packages", headers: bearer(key) });
  expect([open.status, open.body.code]).toEqual([403, "KEY_NOT_ACCEPTED"]);
  expect(open.body.message).toBe("No key opens this call. It is open to everyone without one.");
});
