import { expect, test } from "vitest";
import { media } from "#server/db/tables/content.ts";
import { ticketAttachments } from "#server/db/tables/support.ts";
import { checkS3 } from "#server/providers/storage/check-s3.ts";
import { s3Storage } from "#server/providers/storage/s3.ts";
import { freePort } from "../../../e2e/helpers/free-port.ts";
import { upload } from "../accounts/helpers.ts";
import {
  balanceOf,
  finished,
  memberWith,
  openEmulator,
  startGeneration,
  testKey,
} from "../generations/generator-shop.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { isSignedBy, startS3 } from "./s3-server.ts";

const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 251));
const unavailable = expect.objectContaining({ code: "UNAVAILABLE" });

test("the check of signatures takes Amazon's own example and no changed one", () => {
  const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  const request = {
    method: "GET",
    url: "/test.txt",
    headers: {
      host: "examplebucket.s3.amazonaws.com",
      range: "bytes=0-9",
      "x-amz-content-sha256": empty,
      "x-amz-date": "20130524T000000Z",
      authorization:
        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request," +
        "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date," +
        "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    },
  };
  const secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
  expect(isSignedBy(secret, request)).toBe(true);
  expect(isSignedBy(`${secret}x`, request)).toBe(false);
  expect(isSignedBy(secret, { ...request, url: "/other.txt" })).toBe(false);
});

test("a file comes back from the bucket as it was put, and is gone when it is removed, also twice", async () => {
  const { s3, requests } = await startS3();
  const storage = s3Storage(s3);
  await storage.put("generations/ab/one-1-0.png", bytes, "image/png");
  expect(await storage.get("generations/ab/one-1-0.png")).toEqual(bytes);
  await storage.put("generations/ab/one-1-0.png", Buffer.alloc(0), "image/png");
  expect(await storage.get("generations/ab/one-1-0.png")).toEqual(Buffer.alloc(0));
  expect(await storage.get("generations/ab/another.png")).toBeNull();
  await storage.remove("generations/ab/one-1-0.png");
  await storage.remove("generations/ab/one-1-0.png");
  expect(await storage.get("generations/ab/one-1-0.png")).toBeNull();
  expect(requests[0]).toEqual({
    method: "PUT",
    path: "/shop/generations/ab/one-1-0.png",
    length: bytes.length,
  });
});

test("twenty files at once each come back whole", async () => {
  const storage = s3Storage((await startS3()).s3);
  const files = Array.from({ length: 20 }, (_, index) => Buffer.concat([Buffer.from([index]), bytes]));
  await Promise.all(files.map((file, index) => storage.put(`many/${index}.png`, file, "image/png")));
  expect(await Promise.all(files.map((_, index) => storage.get(`many/${index}.png`)))).toEqual(files);
});

test.each([
  ["a wrong secret", { secretKey: "wrong" }],
  ["an unknown key", { accessKey: "WHO" }],
  ["an unknown bucket", { bucket: "elsewhere" }],
])("%s is a fault for every call, never a missing file", async (_name, wrong) => {
  const { s3 } = await startS3();
  await s3Storage(s3).put("a.png", bytes, "image/png");
  const storage = s3Storage({ ...s3, ...wrong });
  await expect(storage.put("a.png", Buffer.from("x"), "image/png")).rejects.toEqual(unavailable);
  await expect(storage.get("a.png")).rejects.toEqual(unavailable);
  await expect(storage.remove("a.png")).rejects.toEqual(unavailable);
  expect(await s3Storage(s3).get("a.png")).toEqual(bytes);
});

test("a store of a region takes what is signed for it alone", async () => {
  const { s3 } = await startS3({ region: "fr-par" });
  await expect(s3Storage(s3).put("a.png", bytes, "image/png")).rejects.toEqual(unavailable);
  const storage = s3Storage({ ...s3, region: "fr-par" });
  await storage.put("a.png", bytes, "image/png");
  expect(await storage.get("a.png")).toEqual(bytes);
});

test.each([
  ["a missing region", {}, 'S3_REGION must be "fr-par", as the store answers.'],
  ["another region", { region: "nl-ams" }, 'S3_REGION must be "fr-par", as the store answers.'],
  ["a wrong secret", { secretKey: "misspelt" }, "S3_SECRET_KEY does not belong to S3_ACCESS_KEY"],
  ["an unknown key", { accessKey: "WHO" }, "S3_ACCESS_KEY is not known to the store."],
  ["an unknown bucket", { bucket: "elsewhere" }, 'S3_BUCKET "elsewhere" does not exist in the store'],
])("%s ends the start with one sentence that names the variable", async (name, wrong, sentence) => {
  const { s3 } = await startS3({ region: "fr-par" });
  const region = name === "a missing region" ? {} : { region: "fr-par" };
  const started = openTestShop({ config: { s3: { ...s3, ...region, ...wrong } } });
  await expect(started).rejects.toThrow(sentence);
  await expect(started).rejects.not.toThrow(/S3RVER|misspelt/);
});

test("the start leaves nothing in the bucket, tells of a key without rights and of a clock, and outlives a store that is away", async () => {
  const { s3, behaviour, requests } = await startS3();
  expect(await checkS3(s3)).toBeNull();
  expect(requests.map(({ method }) => method)).toEqual(["PUT", "GET", "DELETE", "GET"]);
  expect(await s3Storage(s3).get(requests[0]!.path.replace("/shop/", ""))).toBeNull();
  for (const [code, sentence] of [
    ["AccessDenied", 'S3_ACCESS_KEY may not write, read and delete in the bucket "shop"'],
    ["RequestTimeTooSkewed", "this machine's clock is wrong"],
  ] as const) {
    behaviour.instead = (request, _body, response) => {
      if (request.method === "PUT") return false;
      response.writeHead(403).end(`<Error><Code>${code}</Code></Error>`);
      return true;
    };
    expect(await checkS3(s3)).toEqual({ sentence: expect.stringContaining(sentence), isPassing: false });
  }
  behaviour.instead = (request) => request.socket.destroy() !== undefined;
  expect(await checkS3(s3)).toEqual({
    sentence: expect.stringMatching(/cannot be used now: no connection \(\S/),
    isPassing: true,
  });
  expect(await checkS3({ ...s3, url: "http://127.0.0.1:10080" })).toEqual({
    sentence: "The file store at S3_URL (127.0.0.1:10080) cannot be used now: no connection (bad port).",
    isPassing: true,
  });
  const shop = await openTestShop({ config: { s3 } });
  expect((await shop.send({ url: "/readyz" })).status).toBe(200);
});

test("a key that may not list the bucket is told so, since to it a missing file looks forbidden", async () => {
  const { s3, behaviour } = await startS3();
  const present = new Set<string>();
  behaviour.instead = ({ method, url = "" }, _body, response) => {
    if (method === "PUT") present.add(url);
    if (method === "DELETE") present.delete(url);
    if (method !== "GET" || present.has(url)) return false;
    // Amazon S3 API reference, GetObject: 403 in place of 404 without s3:ListBucket.
    response.writeHead(403).end("<Error><Code>AccessDenied</Code></Error>");
    return true;
  };
  expect(await checkS3(s3)).toEqual({
    sentence: expect.stringContaining("give it s3:ListBucket"),
    isPassing: false,
  });
});

test("bytes that change on their way are refused, and what stood before stays", async () => {
  const { s3, behaviour } = await startS3();
  const storage = s3Storage(s3);
  await storage.put("a.png", bytes, "image/png");
  behaviour.instead = (request, body) => {
    if (request.method === "PUT") body[0]! ^= 1;
    return false;
  };
  await expect(storage.put("a.png", Buffer.from("new bytes"), "image/png")).rejects.toEqual(unavailable);
  expect(await storage.get("a.png")).toEqual(bytes);
});

test("a store that is away, breaks off or is overloaded makes a failure that may be tried again", async () => {
  const { s3, behaviour } = await startS3();
  const storage = s3Storage(s3);
  await storage.put("a.png", bytes, "image/png");
  behaviour.instead = (request) => request.socket.destroy() !== undefined;
  await expect(storage.put("b.png", bytes, "image/png")).rejects.toEqual(unavailable);
  behaviour.instead = (_request, _body, response) => {
    response.writeHead(200, { "content-length": bytes.length });
    response.write(bytes.subarray(0, 1000), () => response.destroy());
    return true;
  };
  await expect(storage.get("a.png")).rejects.toEqual(unavailable);
  behaviour.instead = (_request, _body, response) => {
    response.writeHead(503).end();
    return true;
  };
  await expect(storage.get("a.png")).rejects.toEqual(unavailable);
  const away = s3Storage({ ...s3, url: `http://127.0.0.1:${await freePort()}` });
  await expect(away.get("a.png")).rejects.toEqual(unavailable);
  behaviour.instead = undefined;
  expect(await storage.get("a.png")).toEqual(bytes);
  expect(await storage.get("b.png")).toBeNull();
});

test("a store that is busy for a moment is asked again", async () => {
  const { s3, behaviour, requests } = await startS3();
  behaviour.instead = (_request, _body, response) => {
    if (requests.length > 1) return false;
    response.writeHead(503).end();
    return true;
  };
  const storage = s3Storage(s3);
  await storage.put("a.png", bytes, "image/png");
  expect(await storage.get("a.png")).toEqual(bytes);
});

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function send(shop: TestShop, as: Person, url: string, field: string) {
  const { payload, headers } = upload(pixel, { field });
  const response = await shop.http.inject({
    method: "POST",
    url,
    payload,
    headers: { ...headers, cookie: as.cookie },
  });
  return { status: response.statusCode, headers: response.headers, body: response.json() };
}

test("uploads of all kinds lie in the bucket and are served by the shop's own addresses", async () => {
  const { s3, requests } = await startS3();
  const shop = await openTestShop({ config: { s3 } });
  requests.length = 0;
  const person = await shop.signUp();
  const photo = await send(shop, person, "/upload", "image");
  expect(photo.body.file.url).toMatch(/^\/uploads\/[0-9a-f]{32}\.png$/);
  const served = await shop.http.inject({ url: photo.body.file.url });
  expect(served.headers["content-type"]).toBe("image/png");
  expect(served.rawPayload.subarray(1, 4).toString()).toBe("PNG");
  const attached = await send(shop, person, "/api/support/attachments", "file");
  const { url } = attached.body.data;
  const file = await shop.http.inject({ url, headers: { cookie: person.cookie } });
  expect(file.rawPayload).toEqual(pixel);
  expect(requests.filter(({ method }) => method === "PUT").map(({ path }) => path)).toEqual([
    expect.stringMatching(/^\/shop\/[0-9a-f]{32}\.png$/),
    expect.stringMatching(/^\/shop\/support\/[0-9a-f]{36}$/),
  ]);
});

test("while the bucket can't be reached an upload is answered 503 and leaves neither row nor file", async () => {
  const { s3, behaviour } = await startS3();
  const shop = await openTestShop({ config: { s3 } });
  const person = await shop.signUp();
  const kept = await send(shop, person, "/upload", "image");
  behaviour.instead = (request) => request.socket.destroy() !== undefined;
  for (const [url, field] of [
    ["/upload", "image"],
    ["/api/support/attachments", "file"],
  ] as const) {
    const refused = await send(shop, person, url, field);
    expect(refused).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
    expect(JSON.stringify(refused.body)).not.toMatch(/127\.0\.0\.1|S3RVER/);
  }
  expect((await shop.http.inject({ url: kept.body.file.url })).statusCode).toBe(503);
  expect(await shop.platform.db.select().from(media)).toHaveLength(1);
  expect(await shop.platform.db.select().from(ticketAttachments)).toHaveLength(0);
  behaviour.instead = undefined;
  expect((await shop.http.inject({ url: kept.body.file.url })).statusCode).toBe(200);
});

test("thumbnails lie in the bucket; a run that it does not take gives its credit back and says why", async () => {
  const { s3, requests, behaviour } = await startS3();
  const emulator = await openEmulator();
  const shop = await openTestShop({ config: { s3, geminiApiUrl: emulator.url } });
  requests.length = 0;
  const admin = await shop.signUp({ role: "Admin" });
  await shop.send({ method: "POST", url: "/api/gemini-keys", body: { name: "K", key: testKey }, as: admin });
  const person = await memberWith(shop, 5);
  const made = await startGeneration(shop, person);
  const generation = await finished(shop, person, made.body.data.id);
  expect(generation).toMatchObject({ stage: "done", images: [{}, {}] });
  const image = await shop.http.inject({ url: generation.images[1].url, headers: { cookie: person.cookie } });
  expect(image.rawPayload.subarray(1, 4).toString()).toBe("PNG");
  expect(requests.filter(({ method }) => method === "PUT")).toHaveLength(2);

  behaviour.instead = (request) => request.method === "PUT" && request.socket.destroy() !== undefined;
  const failing = await startGeneration(shop, person);
  expect(await finished(shop, person, failing.body.data.id)).toMatchObject({
    stage: "failed",
    refunded: true,
    error: "The thumbnails could not be stored.",
    images: [],
  });
  expect(await balanceOf(shop, person)).toBe(4);
});
