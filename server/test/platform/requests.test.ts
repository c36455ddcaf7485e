import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { examples } from "#contract/examples/examples.ts";
import { scopes } from "#contract/scopes.ts";
import { addressKey } from "#server/platform/http/client-address.ts";
import { dereferenced } from "#web/features/developers/dereferenced.ts";
import { bearer, newKey } from "../api-keys/keys.ts";
import { openTestShop } from "../helpers/test-shop.ts";

interface Described {
  summary: string;
  responses: object;
}

const signUp = {
  method: "POST",
  url: "/api/auth/sign-up/email",
  body: { name: "A", email: "a@example.com", password: "a good password" },
};

test.each([
  ["another site's Origin", { origin: "https://evil.example" }],
  ["a null Origin", { origin: "null" }],
  ["a cross-site fetch", { "sec-fetch-site": "cross-site" }],
  ["a same-site fetch of a sibling host", { "sec-fetch-site": "same-site" }],
])("an unsafe call with %s is refused", async (_name, headers) => {
  const shop = await openTestShop();
  const answer = await shop.send({ ...signUp, headers });
  expect(answer.status).toBe(403);
  expect(answer.body.code).toBe("CROSS_SITE");
});

test("an unsafe call of the shop's own pages, or of a client that is no browser, is let through", async () => {
  const shop = await openTestShop();
  const own = await shop.send({
    ...signUp,
    headers: { origin: shop.platform.config.appUrl, "sec-fetch-site": "same-origin" },
  });
  expect(own.status).toBe(200);
  const none = await shop.send({ ...signUp, body: { ...signUp.body, email: "b@example.com" } });
  expect(none.status).toBe(200);
});

test.each([
  ["broken JSON", '{"a":', 400],
  ["a text that is not UTF-8", Buffer.from([0x22, 0xff, 0x22]).toString("latin1"), 400],
  ["a __proto__ key", '{"__proto__":{"role":"Admin"}}', 400],
  ["a body that nests thousands deep", `{"email":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, 400],
  ["an escaped __proto__ key", '{"a":[{"\\u005f_proto__":{"role":"Admin"}}]}', 400],
])("%s is answered 400 in the one error shape", async (_name, body, status) => {
  const shop = await openTestShop();
  const answer = await shop.send({ method: "POST", url: "/api/auth/sign-in/email", body });
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ success: false, error: answer.body.message });
  expect(answer.body.requestId).toBe(answer.headers["x-request-id"]);
});

test("a body of a million bytes is refused or read in the time of a few screens, whatever it holds", async () => {
  const shop = await openTestShop();
  const send = async (body: string) => {
    const before = process.threadCpuUsage();
    const { status } = await shop.send({ method: "POST", url: "/new-support-message", body });
    const { user, system } = process.threadCpuUsage(before);
    return { status, milliseconds: (user + system) / 1000 };
  };
  const keys = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`)}}`;
  const lists = ["1", "{}", '"x"', '{"a":[]}'].map(
    (value) => `[${Array(Math.floor(1_000_000 / (value.length + 1))).fill(value)}]`,
  );
  const longest = `[${Array(19_990).fill(`"${"x".repeat(46)}"`)}]`;
  const oneText = `{"subject":"${"x".repeat(1_000_000)}"}`;
  await send(oneText);
  const ordinary = (await send(oneText)).milliseconds;
  for (const part of [...lists, longest, keys(80_000), keys(19_990)])
    for (const text of ["plain", "\\u0041", "__proto__"])
      for (const field of ["other", "attachments"]) {
        const { status, milliseconds } = await send(`{"y":"${text}","${field}":${part}}`);
        expect(status).toBe(400);
        expect(milliseconds, `${field}: ${text}, ${part.slice(0, 20)}`).toBeLessThan(5 * ordinary + 60);
      }
});

test("a conversation of as many entries as the call takes is read whole", async () => {
  const shop = await openTestShop();
  const entry = { message: "Hello", sender: "user", timestamp: new Date(0) };
  const answer = await shop.send({
    method: "PUT",
    url: `/support-message-status/${"f".repeat(24)}`,
    as: await shop.signUp(),
    body: { adminMessage: Array(20_000).fill(entry) },
  });
  expect(answer.status).toBe(404);
});

test("brackets in a text are no depth, however many", async () => {
  const shop = await openTestShop();
  const name = `"${"[{".repeat(80)}\\`;
  const answer = await shop.send({ ...signUp, body: { ...signUp.body, name } });
  expect(answer.status).toBe(200);
  expect(answer.body.user.name).toBe(name);
});

test("a form or a text body is answered 415, a body over its limit 413", async () => {
  const shop = await openTestShop();
  for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
    const answer = await shop.send({ ...signUp, body: "a=b", headers: { "content-type": type } });
    expect(answer.status).toBe(415);
  }
  const large = await shop.send({ ...signUp, body: JSON.stringify({ name: "x".repeat(1_100_000) }) });
  expect(large.status).toBe(413);
});

test("a compressed body is answered 415 with what to do, as no broken JSON", async () => {
  const shop = await openTestShop();
  const url = `${await shop.listen()}/new-support-message`;
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  const answer = await fetch(url, { method: "POST", headers, body: gzipSync("{}") });
  expect(answer.status).toBe(415);
  expect(await answer.json()).toMatchObject({ message: expect.stringContaining("without Content-Encoding") });
});

test.each([[{}], [{ subject: 5, message: null }], [{ subject: " ", message: " " }]])(
  "a text that is missing, none or blank is refused in the documented words: %j",
  async (body) => {
    const shop = await openTestShop();
    const answer = await shop.send({ method: "POST", url: "/new-support-message", body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: "Please enter your subjects",
      fields: { subject: "Please enter your subjects", message: "Please enter your message" },
    });
  },
);

test("a malformed escape in the path is 400 in JSON", async () => {
  const shop = await openTestShop();
  const answer = await shop.send({ url: "/api/%E0%A4%A" });
  expect(answer.status).toBe(400);
  expect(answer.body.success).toBe(false);
});

test.each([
  ["no HTTP", "HELLO", 400, "MALFORMED_REQUEST"],
  [
    "two lengths",
    "GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked",
    400,
    "MALFORMED_REQUEST",
  ],
  [
    "endless headers",
    `GET / HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${"a".repeat(20_000)}`,
    431,
    "TOO_LARGE",
  ],
])(
  "what is no request, such as %s, is answered in the one error shape, and the connection ends",
  async (_name, head, status, code) => {
    const shop = await openTestShop();
    const { hostname, port } = new URL(await shop.listen());
    const socket = connect(Number(port), hostname);
    socket.write(`${head}\r\n\r\n`);
    const answer = await text(socket);
    const [headers, body] = answer.split("\r\n\r\n");
    expect(headers).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const error = JSON.parse(body!);
    expect(error).toMatchObject({ success: false, code, error: error.message, message: expect.any(String) });
    expect(headers).toContain(`x-request-id: ${error.requestId}`);
  },
);

test("addresses of one IPv6 network count as one client", () => {
  const keyOf = (address: string) => addressKey({ address });
  expect(keyOf("2001:db8:1:2:aaaa::1")).toBe(keyOf("2001:db8:1:2:bbbb:cccc:dddd:eeee"));
  expect(keyOf("2001:db8:1:3::1")).not.toBe(keyOf("2001:db8:1:2::1"));
  expect(keyOf("::1")).toBe("0:0:0:0::/64");
});

test("the OpenAPI text names every call with its access", async () => {
  const shop = await openTestShop();
  const answer = await shop.send({ url: "/api/openapi.json" });
  expect(answer.body.paths["/api/viewer"].get["x-access"]).toBe("visitor");
});

test("the description says which scope of a key opens each call, and where its limits and idempotency key stand", async () => {
  const shop = await openTestShop();
  const { body } = await shop.send({ url: "/api/openapi.json" });
  const { paths, components, ...description }: typeof body = dereferenced(body);
  expect(components.securitySchemes.key).toMatchObject({ type: "http", scheme: "bearer" });
  expect(Object.keys(description["x-scopes"])).toEqual([...scopes]);
  for (const { method, path, access, scope } of shop.calls) {
    const operation = paths[path][method.toLowerCase()];
    const session = access === "visitor" || access === "provider" ? [] : [{ session: [] }];
    expect(operation.security, `${method} ${path}`).toEqual([
      ...session,
      ...(scope ? [{ key: [scope] }] : []),
    ]);
    const limited = Object.values<{ headers?: object }>(operation.responses).filter(
      ({ headers = {} }) => "RateLimit" in headers,
    );
    expect(limited.length > 0, `${method} ${path}`).toBe(scope !== undefined);
  }
  const start = paths["/api/generations"].post;
  expect(start.parameters).toContainEqual(expect.objectContaining({ name: "Idempotency-Key", in: "header" }));
  expect(start.requestBody.content["application/json"].schema.required).not.toContain("idempotencyKey");
  expect(paths["/api/keys/revoke"].post.responses["204"]).toEqual({ description: "Success" });
});

test("the description leaves room in each answer and message for fields to come", async () => {
  const shop = await openTestShop({ env: { APP_URL: "https://shop.example" } });
  const { body } = await shop.send({ url: "/api/openapi.json" });
  const { paths, webhooks, components }: typeof body = dereferenced(body);
  const operations = Object.values<Record<string, Described>>(paths).flatMap(Object.values<Described>);
  for (const { summary, responses } of operations)
    expect(JSON.stringify(responses), summary).not.toContain('"additionalProperties":false');
  expect(JSON.stringify(webhooks)).not.toContain('"additionalProperties":false');
  expect(JSON.stringify(webhooks)).toContain('"properties":{"balance"');
  expect(components.securitySchemes.session.name).toBe("__Secure-thumbsmith.session_token");
  const needed = ["/api/generations", "/new-order"].map((path) => paths[path].post.requestBody.required);
  expect(needed).toEqual([true, true]);
  expect(paths["/api/webhooks/{id}/rotate-secret"].post.requestBody.required).toBeUndefined();
});

test("every call that a key opens refuses a field that it does not know", async () => {
  const shop = await openTestShop();
  const headers = bearer(await newKey(shop, await shop.signUp()));
  const withBody = examples.filter(({ call: { body, bodyKind = "json" } }) => body && bodyKind === "json");
  const opened = shop.calls.filter(
    ({ scope, body, bodyKind = "json" }) => scope && body && bodyKind === "json",
  );
  expect(new Set(withBody.map(({ call }) => call.path)).size).toBe(
    new Set(opened.map(({ path }) => path)).size,
  );
  for (const { call, body } of withBody) {
    const url = call.path.replace(/\{\w+\}/g, "f".repeat(24));
    const sent = { ...(body as object), unheardOf: 1 };
    const answer = await shop.send({ method: call.method, url, headers, body: sent });
    expect([answer.status, answer.body.code], call.path).toEqual([400, "INVALID_INPUT"]);
    expect(answer.text, call.path).toContain("unheardOf");
  }
});

test("a body of JSON null is no empty one: 400 from every call that takes a body", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const json = shop.calls.filter(({ body, bodyKind = "json" }) => body && bodyKind === "json");
  for (const { method, path } of json) {
    const url = path.replace(/\{\w+\}/g, "f".repeat(24));
    const answer = await shop.send({ method, url, as: admin, body: "null" });
    expect([answer.status, answer.body.code], `${method} ${path}`).toEqual([400, "INVALID_INPUT"]);
  }
  expect(json.length).toBeGreaterThan(40);
});
