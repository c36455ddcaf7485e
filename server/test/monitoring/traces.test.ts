import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { SHOP } from "#emulators/test/paypal-support.ts";
import { ensureTestShop } from "../../../scripts/build.mjs";
import { runInput, testKey } from "../generations/generator-shop.ts";
import { billing } from "../payments/paypal-shop.ts";
import { openFixture } from "../resilience/fixtures.ts";

test("a trace holds a request's statements and calls to other services, and nothing secret or of a person", async () => {
  const collector = await startCollector();
  const fixture = await openFixture({ people: 1 });
  const [person] = fixture.people;
  const shop = await fixture.start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUST_PROXY: "loopback" });
  const must = async (method: string, path: string, body?: object) => {
    const answer = await fixture.call(method, path, person, body);
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
  const order = await must("POST", "/new-order", { ...billing, packageId: fixture.packageId });
  const paypalOrder = await must("POST", "/api/paypal/orders", { orderId: order.data._id, kind: "package" });
  await fixture.paypal.control("POST", `/approve/${paypalOrder.data.id}`, {});
  await must("POST", `/api/paypal/orders/${paypalOrder.data.id}/capture`, {});
  await vi.waitFor(async () => {
    const { rowCount } = await fixture.db.execute("select from outbox where status = 'sent'");
    expect(rowCount).toBeGreaterThan(0);
  }, 20_000);
  const prompt = "a prompt that is nobody's business";
  const { data: run } = await must("POST", "/api/generations", runInput({ customPrompt: prompt }));
  await vi.waitFor(async () => {
    expect((await must("GET", `/api/generations/${run.id}`)).data.stage).toBe("done");
  }, 20_000);
  const token = "a-token-that-somebody-sent-in-an-address";
  await fixture.call("GET", `/api/nothing/${token}?token=${token}`);
  const taken = { name: "Somebody", email: person!.email, password: "a good password" };
  await fixture.call("POST", "/api/auth/sign-up/email", null, taken);
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const handedOn: Record<string, string>[] = [{}, { "x-forwarded-for": "203.0.113.7" }];
  for (const forwarded of handedOn)
    await fetch(`${shop.url}/api/viewer`, { headers: { traceparent, ...forwarded } });
  await fixture.end(shop, "SIGTERM");

  const spans = collector.spans();
  const below = (span: Span): Span[] =>
    spans.filter(({ parentSpanId }) => parentSpanId === span.spanId).flatMap((one) => [one, ...below(one)]);
  const rootOf = (name: string) => {
    const [root, ...others] = spans.filter((span) => span.name === name);
    expect(others, name).toEqual([]);
    expect(root?.parentSpanId ?? "", name).toBe("");
    return root!;
  };
  const payment = rootOf("POST /api/paypal/orders");
  expect(payment.attributes).toMatchObject({
    "http.route": "/api/paypal/orders",
    "http.response.status_code": 201,
  });
  const parts = below(payment);
  expect(
    parts.find(({ attributes }) => attributes["url.template"] === "/demo/paypal/v2/checkout/orders"),
  ).toMatchObject({
    kind: 3,
    parentSpanId: payment.spanId,
    attributes: {
      "http.request.method": "POST",
      "server.address": "127.0.0.1",
      "http.response.status_code": 201,
    },
  });
  const statements = parts.filter(({ attributes }) => attributes["db.system.name"] === "postgresql");
  expect(statements.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["SELECT sessions", "INSERT payment_attempts", "COMMIT"]),
  );
  for (const { attributes } of statements)
    expect(attributes["db.query.text"]).not.toMatch(/'|(?<!\$)\b\d{2,}\b/);
  const drawn = below(rootOf("POST /api/generations"));
  const model = /^\/v1beta\/models\/[\w.-]+:generateContent$/;
  expect(drawn.filter(({ attributes }) => model.test(String(attributes["url.template"])))).toHaveLength(2);
  expect(drawn.map(({ name }) => name)).toContain("generation");
  const sending = spans.filter(({ name, parentSpanId }) => name === "job mail" && !parentSpanId);
  expect(sending.flatMap(below).map(({ name }) => name)).toContain("mail");
  // Whom no proxy vouches for goes on with no trace of others.
  const parents = spans
    .filter(({ name }) => name === "GET /api/viewer")
    .map(({ parentSpanId }) => parentSpanId);
  expect(parents.sort()).toEqual(["", "b7ad6b7169203331"]);

  expect(collector.services()).toEqual(new Set(["thumbsmith"]));
  const all = collector.text();
  const session = decodeURIComponent(person!.cookie.split("=")[1]!).split(".")[0]!;
  const hidden = [token, prompt, testKey, SHOP.secret, person!.email, person!.id, session, billing.address];
  for (const one of [...hidden, "a good password", "@example.com", "203.0.113.7", "user-agent"])
    expect(all, one).not.toContain(one);
});

test("what watches the shop is loaded by no start that has nobody to tell", async () => {
  const bundle = readFileSync(await ensureTestShop(), "utf8");
  const loaded = [...bundle.matchAll(/^import [^;]*? from "(@(?:opentelemetry|prometheus-io)\/[^"]+)"/gm)];
  expect(loaded.map(([, name]) => name)).toEqual([]);
  expect(bundle).toContain('import("@opentelemetry/sdk-trace")');
  expect(bundle).toContain('import("@prometheus-io/client")');
});

interface Span {
  name: string;
  kind: number;
  spanId: string;
  parentSpanId: string;
  attributes: Record<string, unknown>;
}

// biome-ignore lint/suspicious/noExplicitAny: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
type Json = any;

/** An OTLP receiver as collectors have it, over HTTP with JSON. */
async function startCollector() {
  const batches: string[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request.setEncoding("utf8")) text += part;
    if (request.method === "POST" && request.url === "/v1/traces") batches.push(text);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const resources = (): Json[] => batches.flatMap((text) => JSON.parse(text).resourceSpans);
  const plain = (attributes: Json[]) =>
    Object.fromEntries(
      attributes.map(({ key, value }) => [
        key,
        value.intValue === undefined ? Object.values(value)[0] : Number(value.intValue),
      ]),
    );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => batches.join("\n"),
    services: () => new Set(resources().map(({ resource }) => plain(resource.attributes)["service.name"])),
    spans: (): Span[] =>
      resources()
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope: Json) => scope.spans))
        .map((span: Json) => ({
          ...span,
          parentSpanId: span.parentSpanId ?? "",
          attributes: plain(span.attributes),
        })),
  };
}
