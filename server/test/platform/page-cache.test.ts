import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { acceptedEncoding, compressAnswers } from "#server/platform/http/compression.ts";
import {
  createPageCache,
  type RenderedPage,
  sendRendered,
  sharedRequest,
} from "#server/platform/http/page-cache.ts";
import { openTestShop } from "../helpers/test-shop.ts";

const shared = (url: string, cookie?: string, method = "GET") =>
  sharedRequest({ method, url, headers: cookie === undefined ? {} : { cookie } })?.key ?? null;

test("only a public page asked for without a session is shared, whatever campaign led to it", () => {
  expect(shared("/")).not.toBeNull();
  expect(shared("/about?utm_source=mail&gclid=1")).toBe(shared("/about"));
  for (const path of ["/check", "/developers", "/terms", "/premium/kit/AB12CD34"])
    expect(shared(path), path).not.toBeNull();
  expect(shared("/", "color-scheme=dark")).not.toBe(shared("/"));
  expect(shared("/", "other=1")).toBe(shared("/"));
  for (const [url, cookie, method] of [
    ["/", "thumbsmith.session_token=x"],
    ["/", "a=1; __Secure-thumbsmith.session_token=x"],
    ["/login?from=/user/orders"],
    ["/user/dashboard"],
    ["/pay-now/1"],
    ["/reset-password"],
    ["/", undefined, "POST"],
  ] as const) {
    expect(shared(url, cookie, method), `${method ?? "GET"} ${url} ${cookie}`).toBeNull();
  }
});

function page(text: string, status = 200): RenderedPage {
  const body = Buffer.from(`<p>${text}</p>`.repeat(200));
  return { status, headers: { "content-type": "text/html; charset=utf-8" }, cookies: [], body };
}

test("a page is rendered once for many, and anew in every process after an edit in one", async () => {
  const shop = await openTestShop();
  const other = await openTestShop({ database: shop.connectionString });
  const admin = await shop.signUp({ role: "Admin" });
  const caches = [shop, other].map(({ platform }) => createPageCache(platform.events));
  let made = 0;
  const render = async () => page(`made ${++made}`);
  const both = () => Promise.all(caches.map((cache) => cache.page("/", render)));
  await Promise.all([both(), both(), both()]);
  await both();
  expect(made).toBe(2);
  await shop.send({ method: "PUT", url: "/api/banner-section", as: admin, body: { mainTitle: "New" } });
  await caches[0]!.page("/", render);
  expect(made).toBe(3);
  await expect
    .poll(() => caches[1]!.page("/", render).then(() => made), { interval: 5, timeout: 8_000 })
    .toBe(4);
});

test("a page whose rendering began before an edit is not kept", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const cache = createPageCache(shop.platform.events);
  let finish: (made: RenderedPage) => void = () => undefined;
  const early = cache.page(
    "/",
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  await shop.send({ method: "PUT", url: "/api/banner-section", as: admin, body: { mainTitle: "New" } });
  finish(page("old"));
  await early;
  const late = await cache.page("/", async () => page("new"));
  expect("page" in late && late.page.body.toString()).toContain("new");
});

test("errors and pages that set a cookie are not kept", async () => {
  const shop = await openTestShop();
  const cache = createPageCache(shop.platform.events);
  let made = 0;
  for (const answer of [page("x", 500), page("x", 404), { ...page("x"), cookies: ["a=1"] }]) {
    for (const _ of [1, 2])
      await cache.page("/", async () => {
        made += 1;
        return answer;
      });
  }
  expect(made).toBe(6);
});

test("a kept page comes compressed as the browser takes it, and as 304 where it has it", async () => {
  const shop = await openTestShop();
  const cache = createPageCache(shop.platform.events);
  const app = Fastify();
  onTestFinished(() => app.close());
  app.get("/", async (request, reply) =>
    sendRendered(request, reply, await cache.page("/", async () => page("hello"))),
  );
  const get = (headers: Record<string, string>) => app.inject({ url: "/", headers });
  const brotli = await get({ "accept-encoding": "gzip, deflate, br" });
  expect(brotli.headers).toMatchObject({ "content-encoding": "br", "cache-control": "no-cache" });
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toContain("hello");
  const zipped = await get({ "accept-encoding": "gzip;q=1.0, br;q=0" });
  expect(gunzipSync(zipped.rawPayload).toString()).toContain("hello");
  expect((await get({})).body).toContain("hello");
  const again = await get({ "if-none-match": String(brotli.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

test("long text answers are compressed, short ones and pictures are not", async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  compressAnswers(app);
  const long = JSON.stringify({ text: "long ".repeat(1000) });
  app.get("/long", (_, reply) => reply.type("application/json").send(long));
  app.get("/short", (_, reply) => reply.type("application/json").send("{}"));
  app.get("/picture", (_, reply) => reply.type("image/png").send(Buffer.alloc(5000)));
  const get = (url: string) => app.inject({ url, headers: { "accept-encoding": "br" } });
  const answer = await get("/long");
  expect(answer.headers).toMatchObject({ "content-encoding": "br", vary: "Accept-Encoding" });
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(long);
  expect((await get("/short")).headers["content-encoding"]).toBeUndefined();
  expect((await get("/picture")).headers["content-encoding"]).toBeUndefined();
});

test("an encoding that the client refuses is not used", () => {
  expect(acceptedEncoding("br;q=0, gzip;q=0.5")).toBe("gzip");
  expect(acceptedEncoding("*")).toBe("br");
  expect(acceptedEncoding("identity")).toBeNull();
  expect(acceptedEncoding(undefined)).toBeNull();
});
