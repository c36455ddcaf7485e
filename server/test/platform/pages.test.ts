import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { buffer, text } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import {
  type OnEnd,
  ownEnvironment,
  type ShopProcess,
  startShopProcess,
  withTheFile,
} from "../helpers/shop-process.ts";

const appUrl = "https://shop.example";

async function openPages(env: Record<string, string> = {}, onEnd?: OnEnd): Promise<ShopProcess> {
  const own = await ownEnvironment(onEnd);
  return startShopProcess({ ...own, APP_URL: appUrl, ...env }, { built: true }, onEnd);
}

/** One for all tests that only read. */
let shop: ShopProcess;
beforeAll(async () => {
  const { onEnd, end } = withTheFile();
  shop = await openPages({}, onEnd);
  return end;
});

interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** With these headers and no others: fetch would add types of its own. */
async function ask(
  shop: ShopProcess,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<Got> {
  const asking = request(shop.url + path, { method, headers: { connection: "close", ...headers } });
  asking.end();
  const [answer] = await once(asking, "response");
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

async function fetchRaw(shop: ShopProcess, path: string, headers: Record<string, string>) {
  const asking = request(shop.url + path, { headers: { connection: "close", ...headers } });
  asking.end();
  const [answer] = (await once(asking, "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) };
}

/** What clients without a window send, and what nobody should. */
const askers: [string, Record<string, string>][] = [
  ["a client that names nothing", {}],
  ["curl", { "user-agent": "curl/8.14.1", accept: "*/*" }],
  [
    "Slack",
    {
      "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
      accept: "*/*",
      range: "bytes=0-32768",
    },
  ],
  ["WhatsApp", { "user-agent": "WhatsApp/2.23.20.0", accept: "*/*" }],
  [
    "Facebook",
    {
      "user-agent": "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
      accept: "*/*",
      range: "bytes=0-524287",
    },
  ],
  ["X", { "user-agent": "Twitterbot/1.0", accept: "text/html;q=0.9, */*;q=0.1" }],
  ["UptimeRobot", { "user-agent": "Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)" }],
  ["an XHTML reader", { accept: "application/xhtml+xml" }],
  ["any text", { accept: "text/*" }],
  ["a picture's tag", { accept: "image/avif,image/webp,image/*;q=0.8" }],
  ["a client of the calls", { accept: "application/json" }],
  ["a plain reader", { accept: "text/plain" }],
  ["nonsense", { accept: ";;,q=/" }],
];

/** Without what is each answer's own. */
function lasting({ headers: { date, "x-request-id": id, ...headers } }: Got): IncomingHttpHeaders {
  expect([date, id]).not.toContain(undefined);
  return headers;
}

test("a page's address answers the page to GET and HEAD, whatever types are named, and an unknown one JSON unless HTML is", async () => {
  const metaOf = ({ body }: Got, name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]+)"`).exec(body)?.[1];
  for (const [who, headers] of askers) {
    for (const path of ["/", "/about", "/premium", "/login?from=/user", "/terms/"]) {
      const page = await ask(shop, path, headers);
      expect([page.status, page.headers["content-type"]], `${who}: ${path}`).toEqual([
        200,
        "text/html; charset=utf-8",
      ]);
      const head = await ask(shop, path, headers, "HEAD");
      expect([head.status, lasting(head), head.body], `${who}: HEAD ${path}`).toEqual([
        200,
        lasting(page),
        "",
      ]);
      expect(metaOf(page, "og:title"), `${who}: ${path}`).toContain("Thumbsmith");
      expect(metaOf(page, "og:description")?.length, `${who}: ${path}`).toBeGreaterThan(40);
      expect(metaOf(page, "og:image"), `${who}: ${path}`).toMatch(/^https:\/\/shop\.example\/.+\.jpg$/);
    }
    const named = headers.accept?.includes("text/html") ?? false;
    const unknown = await ask(shop, "/nothing/here", headers);
    expect(unknown.status, who).toBe(404);
    expect(unknown.headers["content-type"], who).toContain(named ? "text/html" : "application/json");
    const under = await ask(shop, "/api/nothing", { ...headers, accept: "text/html" });
    expect([under.status, JSON.parse(under.body).code], who).toEqual([404, "NOT_FOUND"]);
    const away = await ask(shop, "/user/dashboard", headers);
    expect([away.status, away.headers.location], who).toEqual([302, "/login?from=%2Fuser%2Fdashboard"]);
  }
  const refused = await ask(shop, "/nothing", { accept: "text/html;q=0, application/json" });
  expect(refused.headers["content-type"]).toContain("application/json");

  const { paths } = JSON.parse((await ask(shop, "/api/openapi.json")).body);
  for (const path of Object.keys(paths).filter((path) => !path.startsWith("/api/"))) {
    const { headers } = await ask(shop, path.replace(/\{\w+\}/g, "f".repeat(24)), { accept: "text/html" });
    expect(headers["content-type"], `${path} is a call's`).toContain("application/json");
  }
});

test("a page is there however its address is written: with a slash behind it, in capitals, as a page or as its data", async () => {
  const title = /<title>([^<]+)/;
  for (const path of ["/terms", "/refund-policy", "/about", "/premium"]) {
    const plain = title.exec((await ask(shop, path)).body)?.[1];
    for (const written of [`${path}/`, path.toUpperCase()]) {
      const page = await ask(shop, written);
      expect([page.status, title.exec(page.body)?.[1]], written).toEqual([200, plain]);
    }
    for (const data of [`${path}.data`, `${path}/_.data`, `${path.toUpperCase()}.data`])
      expect((await ask(shop, data)).status, data).toBe(200);
  }
});

test("a built file comes as small as the browser takes it, is the same each way, and is sent once", async () => {
  const page = await ask(shop, "/about", { accept: "text/html" });
  const script = /\/assets\/[\w.-]+\.js/.exec(page.body)![0];
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, "": (bytes: Buffer) => bytes };
  for (const path of [script, "/favicon.svg"]) {
    const bodies = new Set<string>();
    const sizes: number[] = [];
    for (const [encoding, unpacked] of Object.entries(unpack)) {
      const answer = await fetchRaw(
        shop,
        path,
        encoding ? { "accept-encoding": `${encoding}, deflate` } : {},
      );
      expect([answer.status, answer.headers["content-encoding"] ?? ""], path).toEqual([200, encoding]);
      expect(answer.headers.vary, path).toMatch(/accept-encoding/i);
      expect(answer.headers["content-type"], path).toMatch(/^(application\/javascript|image\/svg\+xml)/);
      expect(answer.headers["cache-control"], path).toContain(path === script ? "immutable" : "max-age=3600");
      const again = { "accept-encoding": encoding, "if-none-match": answer.headers.etag! };
      expect((await fetchRaw(shop, path, again)).status, path).toBe(304);
      bodies.add(unpacked(answer.bytes).toString());
      sizes.push(answer.bytes.length);
    }
    expect(bodies.size, path).toBe(1);
    expect(sizes, path).toEqual([...sizes].sort((a, b) => a - b));
  }
});

test("a file is sent whole, and what no file can meet is refused as the asker's mistake", async () => {
  const page = await ask(shop, "/about", { accept: "text/html" });
  const script = /\/assets\/[\w.-]+\.js/.exec(page.body)![0];
  for (const path of [script, "/favicon.svg"]) {
    const whole = await ask(shop, path);
    for (const range of ["bytes=0-9", "bytes=99999999-", "bytes=5-2", "bytes=none"]) {
      const answer = await ask(shop, path, { range });
      expect([answer.status, answer.body === whole.body], `${path} ${range}`).toEqual([200, true]);
    }
    for (const condition of ["if-match", "if-unmodified-since"]) {
      const headers = { [condition]: condition === "if-match" ? '"other"' : new Date(0).toUTCString() };
      const refused = await ask(shop, path, headers);
      expect([refused.status, JSON.parse(refused.body).code], condition).toEqual([400, "MALFORMED_REQUEST"]);
    }
  }
  for (const path of ["/assets/%00", `/assets/${"a".repeat(300)}`])
    expect((await ask(shop, path)).status, path).toBe(404);
  expect(shop.output()).not.toContain("unexpected error");
});

test("the description of a legal page is its text as it is read", async () => {
  const account = { ADMIN_EMAIL: "owner@example.com", ADMIN_PASSWORD: "owner password" };
  const shop = await openPages(account);
  const send = (method: string, path: string, body: object, cookie = "") =>
    fetch(shop.url + path, {
      method,
      headers: { "content-type": "application/json", origin: appUrl, cookie },
      body: JSON.stringify(body),
    });
  const signIn = { email: account.ADMIN_EMAIL, password: account.ADMIN_PASSWORD };
  const cookie = (await send("POST", "/api/auth/sign-in/email", signIn)).headers
    .getSetCookie()[0]
    ?.split(";")[0];
  const body = "<h2>Research</h2><p>Our <strong>R&D</strong>, for <em>everyone</em>.</p>";
  expect((await send("PUT", "/api/pages/terms", { body }, cookie)).status).toBe(200);
  expect((await ask(shop, "/terms")).body).toContain(
    '<meta name="description" content="Research Our R&amp;D, for everyone."',
  );
});

test("a reply link that opens nothing is told with 404, and one that was not looked up with 429 and a Retry", async () => {
  const shop = await openPages({ RATE_LIMIT_FACTOR: "0.01" });
  const follow = () => ask(shop, "/support/reply?token=forged", { accept: "text/html" });
  const dead = await follow();
  expect([dead.status, dead.body.includes("This link is not valid any more.")]).toEqual([404, true]);
  let refused = await follow();
  for (let more = 0; more < 5 && refused.status === 404; more += 1) refused = await follow();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(5);
  expect(refused.body).not.toContain("not valid any more");
  for (const told of ["Too many requests.", "Retry"]) expect(refused.body).toContain(told);
});

test("a page view counts as one, whatever it asks for, and one too many is told as 429 with a page", async () => {
  const shop = await openPages({ RATE_LIMIT_FACTOR: "0.01", LOG_LEVEL: "debug" });
  const page = { accept: "text/html" };
  const statuses: number[] = [];
  // Each address with a query is rendered by itself; the last one is kept for everyone.
  for (const path of [..."abcdefghijk"].map((letter) => `/?${letter}=1`).concat("/"))
    statuses.push((await ask(shop, path, page)).status);
  expect(statuses).toEqual(Array(12).fill(200));
  const many = await ask(shop, "/about", page);
  expect([many.status, many.headers["content-type"]]).toEqual([429, "text/html; charset=utf-8"]);
  expect(Number(many.headers["retry-after"])).toBeGreaterThan(0);
  expect(many.headers["cache-control"]).toBe("no-store");
  expect(many.body).toContain("Too many requests.");
  expect((await ask(shop, "/about.data", page)).status).toBe(429);
  expect((await ask(shop, "/packages")).status, "calls count with the pages").toBe(429);
});
