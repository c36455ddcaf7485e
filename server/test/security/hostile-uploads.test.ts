import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { memoryOf, ownEnvironment, signUpAt, startShopProcess } from "../helpers/shop-process.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { sendFile } from "./seeded-shop.ts";

const formats = ["png", "jpeg", "webp", "gif"] as const;
const marker = "<script>window.pwned=1</script>";

async function noise(format: (typeof formats)[number]): Promise<Buffer> {
  const raw = Buffer.from(Array.from({ length: 24 * 16 * 3 }, (_, index) => (index * 7919) % 251));
  return sharp(raw, { raw: { width: 24, height: 16, channels: 3 } })
    .withExif({ IFD0: { ImageDescription: marker } })
    [format]()
    .toBuffer();
}

interface Change {
  way: number;
  at: number;
  value: number;
  length: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  way: fc.nat({ max: 5 }),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  value: fc.nat({ max: 255 }),
  length: fc.nat({ max: 64 }),
});

function changed(bytes: Buffer, { way, at, value, length }: Change): Buffer {
  const place = Math.floor(at * bytes.length);
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
  if (way === 0) return before;
  if (way === 1) return Buffer.concat([before, Buffer.alloc(length, value), after]);
  if (way === 2) return Buffer.concat([before, after.subarray(length)]);
  if (way === 3) return Buffer.concat([bytes, before]);
  const copy = Buffer.from(bytes);
  if (copy.length === 0) return copy;
  if (way === 4) copy[Math.min(place, copy.length - 1)]! ^= value || 1;
  else copy.fill(value, place, Math.min(place + length, copy.length));
  return copy;
}

const stored = (shop: TestShop) =>
  readdir(join(shop.platform.config.dataDir, "uploads")).catch(() => [] as string[]);

test("a thousand damaged pictures are each made anew or refused, and memory stays bounded", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const wrong: string[] = [];
  let taken = 0;
  const before = process.memoryUsage().rss;
  for (const format of formats) {
    const sound = await noise(format);
    const damaged = fc.sample(fc.array(change, { minLength: 1, maxLength: 4 }), 250);
    for (const changes of damaged) {
      const bytes = changes.reduce(changed, sound);
      const answer = await sendFile(shop, person, "/upload", bytes, { type: `image/${format}` });
      if (answer.status === 200) {
        taken += 1;
        const file = await shop.http.inject({ url: answer.body.file.url });
        const { width, height } = await sharp(file.rawPayload).metadata();
        if (width * height === 0 || file.rawPayload.equals(bytes) || file.body.includes("pwned"))
          wrong.push(`${format} ${JSON.stringify(changes)} was kept as it came`);
      } else if (![400, 413, 415].includes(answer.status)) {
        wrong.push(`${format} ${JSON.stringify(changes)}: ${answer.status} ${answer.text}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  // About seventy are: chance has it vary.
  expect(taken).toBeGreaterThan(20);
  expect((await stored(shop)).length).toBe(taken);
  expect(process.memoryUsage().rss - before).toBeLessThan(600_000_000);
});

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG with a further chunk behind its head. */
function withChunk(png: Buffer, extra: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), extra, png.subarray(33)]);
}

async function polyglots(): Promise<[string, Buffer][]> {
  const [png, jpeg, webp, gif] = (await Promise.all(formats.map(noise))) as [Buffer, Buffer, Buffer, Buffer];
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, marker.length + 2]), Buffer.from(marker)]);
  const zip = Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.from(marker)]);
  return [
    ["a PNG with a page behind it", Buffer.concat([png, Buffer.from(`<html>${marker}</html>`)])],
    ["a PNG with a script in a text chunk", withChunk(png, chunk("tEXt", Buffer.from(`Comment\0${marker}`)))],
    ["a JPEG with a script in a comment", Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])],
    ["a JPEG with an archive behind it", Buffer.concat([jpeg, zip])],
    ["a GIF with a script behind it", Buffer.concat([gif, Buffer.from(`*/=1;${marker}`)])],
    ["a WebP with a page behind it", Buffer.concat([webp, Buffer.from(marker)])],
  ];
}

test("of a file that is two things at once only the picture is kept", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  for (const [name, bytes] of await polyglots()) {
    const answer = await sendFile(shop, person, "/upload", bytes, { name: "a.html", type: "text/html" });
    expect([200, 415], name).toContain(answer.status);
  }
  const files = await stored(shop);
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) {
    expect((await readFile(join(shop.platform.config.dataDir, "uploads", file))).includes("pwned")).toBe(
      false,
    );
    expect(file).toMatch(/^[0-9a-f]{32}\.(png|jpg|gif|webp)$/);
  }
});

const size = (width: number, height: number) => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return head;
};

async function bombs(): Promise<[string, Buffer][]> {
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const png = await noise("png");
  const inflating = deflateSync(Buffer.alloc(300_000_000), { level: 9 });
  const huge = chunk("IDAT", deflateSync(Buffer.alloc(1000)));
  const end = chunk("IEND", Buffer.alloc(0));
  return [
    [
      "a PNG of two billion pixels a side",
      Buffer.concat([signature, chunk("IHDR", size(2 ** 31 - 1, 2 ** 31 - 1)), huge, end]),
    ],
    [
      "a PNG of 60,000 pixels a side",
      Buffer.concat([signature, chunk("IHDR", size(60_000, 60_000)), huge, end]),
    ],
    ["a PNG of no pixels", Buffer.concat([signature, chunk("IHDR", size(0, 0)), huge, end])],
    [
      "a PNG whose text unpacks to 300 MB",
      withChunk(png, chunk("zTXt", Buffer.concat([Buffer.from("Comment\0\0"), inflating]))),
    ],
    [
      "a PNG whose profile unpacks to 300 MB",
      withChunk(png, chunk("iCCP", Buffer.concat([Buffer.from("icc\0\0"), inflating]))),
    ],
    ["an SVG", Buffer.from(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${marker}</svg>`)],
    [
      "an SVG behind a PNG's name for it",
      Buffer.concat([Buffer.from("\ufeff"), Buffer.from(`<svg>${marker}</svg>`)]),
    ],
    ["a page", Buffer.from(`<!doctype html>${marker}`)],
    ["a TIFF", Buffer.from("49492a00080000000000", "hex")],
    [
      "a list of files for ImageMagick",
      Buffer.from("push graphic-context\nfill 'url(https://evil.example/)'\n"),
    ],
  ];
}

let made: ReturnType<typeof bombs> | undefined;

async function refuses(
  shop: TestShop,
  person: Person,
  url: string,
  field: string,
  fields: Record<string, string> = {},
): Promise<void> {
  made ??= bombs();
  for (const [name, bytes] of await made) {
    const before = process.memoryUsage().rss;
    const answer = await sendFile(shop, person, url, bytes, {
      field,
      fields,
      name: "a.png",
      type: "image/png",
    });
    if (!name.includes("unpacks")) expect([413, 415], `${name}: ${answer.text}`).toContain(answer.status);
    expect(answer.status, name).toBeLessThan(500);
    expect(process.memoryUsage().rss - before, name).toBeLessThan(400_000_000);
  }
}

test("bombs, drawings with scripts and pages in disguise are refused without being unpacked", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  await refuses(shop, person, "/upload", "image");
  await refuses(shop, person, "/api/support/attachments", "file");
  await refuses(shop, person, "/api/references", "file", { name: "A", kind: "logo" });
});

/** One colour, so that a few kilobytes unpack to all of it. The rows of an interlaced one come in seven passes. */
function plainPng(side: number, options: { depth: 8 | 16; interlaced?: boolean }): Buffer {
  const head = size(side, side);
  head.set([options.depth, 6, 0, 0, options.interlaced ? 1 : 0], 8);
  const [whole, halves] = [
    [[0, 0, 1, 1]],
    [
      [0, 0, 8, 8],
      [4, 0, 8, 8],
      [0, 4, 4, 8],
      [2, 0, 4, 4],
    ],
  ];
  const rest = [
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ];
  let bytes = 0;
  for (const [x, y, right, down] of options.interlaced ? [...halves, ...rest] : whole)
    bytes += Math.ceil((side - y!) / down!) * (1 + Math.ceil((side - x!) / right!) * (options.depth / 2));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = chunk("IDAT", deflateSync(Buffer.alloc(bytes), { level: 9 }));
  return Buffer.concat([signature, chunk("IHDR", head), pixels, chunk("IEND", Buffer.alloc(0))]);
}

test("a picture is measured by what it unpacks to: depth and interlacing count", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const png = { type: "image/png" };
  const deep = plainPng(3600, { depth: 16, interlaced: true });
  expect((await sendFile(shop, person, "/upload", deep, png)).status).toBe(413);
  expect((await sendFile(shop, person, "/upload", plainPng(3600, { depth: 8 }), png)).status).toBe(200);
});

test("while twenty people upload pictures that unpack to much, others sign in before their turn, in bounded memory", async () => {
  const shop = await startShopProcess(await ownEnvironment());
  const cookies: string[] = [];
  for (let number = 0; number < 20; number += 1) cookies.push(await signUpAt(shop.url, `person${number}`));
  const hostile = [
    plainPng(7000, { depth: 16, interlaced: true }),
    plainPng(4900, { depth: 8 }),
    plainPng(3400, { depth: 8, interlaced: true }),
  ];
  let answered = 0;
  const uploads = cookies.map(async (cookie, number) => {
    const body = new FormData();
    body.append("image", new Blob([new Uint8Array(hostile[number % hostile.length]!)]), "a.png");
    const answer = await fetch(`${shop.url}/upload`, { method: "POST", headers: { cookie }, body });
    answered += 1;
    return { status: answer.status, retryAfter: answer.headers.get("retry-after") };
  });
  await Promise.race(uploads);
  const signIn = await fetch(`${shop.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "person0@example.com", password: "a good password" }),
  });
  expect(signIn.status).toBe(200);
  expect(answered).toBeLessThan(uploads.length);
  for (const { status, retryAfter } of await Promise.all(uploads)) {
    expect([200, 413, 503]).toContain(status);
    expect(retryAfter !== null).toBe(status === 503);
  }
  expect(memoryOf(shop.pid).peak).toBeLessThan(700);
});
