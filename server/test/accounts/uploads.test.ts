import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { pictureQuotaBytes, pictureQuotaExceeded } from "#contract/uploads.ts";
import { media } from "#server/db/tables/content.ts";
import { users } from "#server/db/tables/users.ts";
import { removeUnusedPictures } from "#server/features/accounts/profile/pictures.ts";
import { readPreview, removePicture } from "#server/platform/previews.ts";
import { pixelBomb } from "../generations/png.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { upload } from "./helpers.ts";

async function send(
  shop: TestShop,
  as: Person | null,
  bytes: Buffer,
  options: Parameters<typeof upload>[1] = {},
) {
  const { payload, headers } = upload(bytes, options);
  const response = await shop.http.inject({
    method: "POST",
    url: "/upload",
    payload,
    headers: { ...headers, ...(as ? { cookie: as.cookie } : {}) },
  });
  return { status: response.statusCode, body: response.json() };
}

function picture(format: "png" | "jpeg" | "webp" | "gif", width = 40, height = 30): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#f50" } })
    .withExif({ IFD0: { Artist: "Somebody", Copyright: "At home" } })
    [format]()
    .toBuffer();
}

function noise(width: number, height: number): Promise<Buffer> {
  const gaussian = { type: "gaussian", mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: "#000", noise: gaussian } })
    .png()
    .toBuffer();
}

async function storedFiles(shop: TestShop): Promise<string[]> {
  return readdir(join(shop.platform.config.dataDir, "uploads")).catch(() => []);
}

test("a PNG, JPEG, WebP or GIF is made anew without its metadata and served so that it can't run", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  for (const [format, extension] of [
    ["png", "png"],
    ["jpeg", "jpg"],
    ["webp", "webp"],
    ["gif", "gif"],
  ] as const) {
    const answer = await send(shop, person, await picture(format), {
      name: "../../x.svg",
      type: "text/html",
    });
    expect(answer.status, format).toBe(200);
    const { url } = answer.body.file;
    expect(url).toMatch(new RegExp(`^/uploads/[0-9a-f]{32}\\.${extension}$`));
    const served = await shop.http.inject({ url });
    expect(served.headers["content-type"]).toBe(`image/${format}`);
    expect(served.headers["x-content-type-options"], format).toBe("nosniff");
    expect(served.headers["content-security-policy"], format).toContain("sandbox");
    expect(served.headers["cache-control"], format).toContain("immutable");
    const metadata = await sharp(served.rawPayload).metadata();
    expect(metadata, format).toMatchObject({ width: 40, height: 30 });
    expect(metadata.exif, format).toBeUndefined();
    const rows = await shop.platform.db.select().from(media).where(eq(media.url, url));
    expect(rows, format).toMatchObject([{ uploadedBy: person.id, purpose: "profile" }]);
  }
  const turned = await sharp(await picture("jpeg", 40, 20))
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const { body } = await send(shop, person, turned);
  const served = await shop.http.inject({ url: body.file.url });
  expect(await sharp(served.rawPayload).metadata(), "upright whatever its orientation said").toMatchObject({
    width: 20,
    height: 40,
  });
});

test("an admin's picture goes into the shop's library, of which a photo is no part, and goes with its replacement or the account", async () => {
  const shop = await openTestShop();
  const { db } = shop.platform;
  const [admin, other] = [await shop.signUp({ role: "Admin" }), await shop.signUp({ role: "Admin" })];
  const photos: string[] = [];
  for (let n = 0; n < 4; n += 1) photos.push((await send(shop, admin, await picture("png"))).body.file.url);
  const [replaced, older, shown, last] = photos as [string, string, string, string];
  const purposes = await db.select({ purpose: media.purpose }).from(media);
  expect(purposes).toEqual(photos.map(() => ({ purpose: "library" })));
  const save = async (profileURL: string) => {
    const url = `/update-user-profile/${admin.id}`;
    expect((await shop.send({ method: "PUT", url, body: { profileURL }, as: admin })).status).toBe(200);
  };
  const contactPage = { method: "PUT", url: "/api/contact-page", as: admin, body: { imageUrl: shown } };
  expect((await shop.send(contactPage)).status).toBe(200);
  const library = async () =>
    (await shop.send({ url: "/api/media", as: other })).body.map(({ url }: { url: string }) => url).sort();
  const served = () => Promise.all(photos.map(async (url) => (await shop.http.inject({ url })).statusCode));

  await save(replaced);
  expect(await library()).toEqual([older, shown, last].sort());
  // As a photo was that is older than the rule.
  await db.update(users).set({ profileUrl: older }).where(eq(users.id, admin.id));
  await save(shown);
  expect(await library(), "what the site shows stays the shop's").toEqual([shown, last].sort());
  await db.update(media).set({ createdAt: sql`now() - interval '2 days'` });
  await removeUnusedPictures(shop.platform);
  expect(await served()).toEqual([404, 404, 200, 200]);

  await db.update(users).set({ profileUrl: last }).where(eq(users.id, admin.id));
  await shop.send({ method: "DELETE", url: `/api/users/${admin.id}`, as: other });
  expect(await served()).toEqual([404, 404, 200, 404]);
});

test("what is no picture is answered 415, what is too large 413 with the documented text, and leaves no file", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const page = Buffer.from("GIF89a/*<script>alert(1)</script>*/=1;");
  for (const [name, bytes] of [
    ["a text", Buffer.from("hello")],
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><script/></svg>')],
    ["a PDF", Buffer.from("%PDF-1.7\n")],
    ["a cut PNG", Buffer.from("89504e470d0a1a0a0000000d4948445200000100", "hex")],
    ["a page with a GIF's first bytes", page],
  ] as const) {
    expect((await send(shop, person, bytes, { name: "a.png", type: "image/png" })).status, name).toBe(415);
    expect(await storedFiles(shop), name).toEqual([]);
  }
  const bomb = pixelBomb();
  expect(await sharp(bomb).metadata()).toMatchObject({ width: 12_000, height: 12_000 });
  expect(bomb.length).toBeLessThan(2_000_000);
  expect((await send(shop, person, bomb)).status, "unpacks to too many pixels").toBe(413);
  expect(await storedFiles(shop)).toEqual([]);

  const small = await picture("png");
  const exact = Buffer.concat([small, Buffer.alloc(2_097_152 - small.length)]);
  expect(await send(shop, person, Buffer.concat([exact, Buffer.alloc(1)]))).toMatchObject({
    status: 413,
    body: { message: "File size exceeds 2 MB. Please upload a smaller image." },
  });
  expect((await send(shop, person, Buffer.alloc(9_000_000))).status).toBe(413);
  expect(await storedFiles(shop)).toEqual([]);
  expect((await send(shop, person, exact)).status, "2,097,152 bytes").toBe(200);
});

test("a member uploads twenty pictures an hour, of which one that is told to come back is none, an admin more", async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: "1" } });
  const [person, admin] = [await shop.signUp(), await shop.signUp({ role: "Admin" })];
  const large = await picture("png", 2_500, 2_500);
  const atOnce = await Promise.all(Array.from({ length: 9 }, () => send(shop, person, large)));
  const taken = atOnce.filter(({ status }) => status === 200).length;
  expect(atOnce.filter(({ status }) => status === 503)).toHaveLength(9 - taken);
  expect(taken).toBeLessThan(9);
  const bytes = await picture("png");
  for (let number = taken; number < 20; number += 1)
    expect((await send(shop, person, bytes)).status).toBe(200);
  expect((await send(shop, person, bytes)).status).toBe(429);
  for (let number = 0; number < 21; number += 1) expect((await send(shop, admin, bytes)).status).toBe(200);
});

test("no file, another field, another kind of body and no session are refused, and a row that can't be written leaves no file", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const bytes = await picture("png");
  expect((await send(shop, null, bytes)).status).toBe(401);
  expect((await send(shop, person, bytes, { field: "file" })).status).toBe(400);
  expect((await send(shop, person, Buffer.alloc(0))).status).toBe(400);
  const json = await shop.send({ method: "POST", url: "/upload", body: { image: "x" }, as: person });
  expect(json.status).toBe(415);

  await shop.platform.db.execute(sql`alter table media add constraint nothing check (bytes < 0) not valid`);
  expect((await send(shop, person, bytes)).status).toBe(500);
  expect(await storedFiles(shop)).toEqual([]);
});

test("an address below /uploads reaches no other file", async () => {
  const shop = await openTestShop();
  await shop.platform.storage.put("generations/a.png", Buffer.from("x"), "image/png");
  await shop.platform.storage.put("a.png", Buffer.from("x"), "image/png");
  const hex = "0".repeat(32);
  for (const name of ["..%2f..%2fsecret", "generations%2fa.png", "a.png", `${hex}.svg`, `${hex}.png`])
    expect((await shop.send({ url: `/uploads/${name}` })).status, name).toBe(404);
});

test("profile pictures that nobody uses go after a day, the others stay", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const urls: string[] = [];
  for (let n = 0; n < 3; n += 1) urls.push((await send(shop, person, await picture("png"))).body.file.url);
  const [used, unused, fresh] = urls as [string, string, string];
  await shop.send({
    method: "PUT",
    url: `/update-user-profile/${person.id}`,
    body: { profileURL: used },
    as: person,
  });
  const old = new Date(Date.now() - 2 * 86_400_000);
  for (const url of [used, unused]) {
    await shop.platform.db.update(media).set({ createdAt: old }).where(eq(media.url, url));
  }
  await removeUnusedPictures(shop.platform);
  const left = await Promise.all(urls.map(async (url) => (await shop.http.inject({ url })).statusCode));
  expect(left).toEqual([200, 404, 200]);
  expect(fresh).toBeTruthy();
});

test("a picture that becomes a photo just as it is removed as unused stays, or is refused", async () => {
  const shop = await openTestShop();
  const { db, storage } = shop.platform;
  const person = await shop.signUp();
  const save = (profileURL: string) =>
    shop.send({ method: "PUT", url: `/update-user-profile/${person.id}`, body: { profileURL }, as: person });
  const { url } = (await send(shop, person, await picture("png"))).body.file;
  await db.update(media).set({ createdAt: sql`now() - interval '2 days'` });
  // Found as unused, and made a photo before it is removed.
  const transaction = db.transaction.bind(db);
  db.transaction = async (work, config) => {
    db.transaction = transaction;
    expect((await save(url)).status).toBe(200);
    return transaction(work, config);
  };
  await removeUnusedPictures(shop.platform);
  expect((await shop.http.inject({ url })).statusCode).toBe(200);
  await save("");
  await removeUnusedPictures(shop.platform);
  expect(await storage.get(url.replace("/uploads/", ""))).toBeNull();
  const late = await save(url);
  expect([late.status, late.body.fields]).toEqual([
    400,
    { profileURL: "This picture is gone. Please upload it again." },
  ]);
});

test("a person's pictures take up no more than their room, which those that go again give back", async () => {
  const shop = await openTestShop();
  const [person, admin] = [await shop.signUp(), await shop.signUp({ role: "Admin" })];
  const { db } = shop.platform;
  for (const each of [person, admin]) {
    expect((await send(shop, each, await picture("png"))).status).toBe(200);
    await db.update(media).set({ bytes: pictureQuotaBytes }).where(eq(media.uploadedBy, each.id));
  }
  const files = await storedFiles(shop);
  const full = await send(shop, person, await picture("png"));
  expect([full.status, full.body.message]).toEqual([413, pictureQuotaExceeded]);
  expect(await storedFiles(shop), "nothing is stored").toEqual(files);
  expect((await send(shop, admin, await picture("png"))).status, "the library is the shop's").toBe(200);
  await db.update(media).set({ createdAt: sql`now() - interval '2 days'` });
  await removeUnusedPictures(shop.platform);
  expect((await send(shop, person, await picture("png"))).status).toBe(200);
});

test("a picture has small versions, made once, kept for ever by browsers, and removed with it", async () => {
  const shop = await openTestShop();
  const { storage } = shop.platform;
  const person = await shop.signUp();
  const frames = await Promise.all([picture("png", 700, 40), noise(700, 40)]);
  const moving = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [90, 90] })
    .toBuffer();
  for (const [bytes, pages] of [
    [await picture("png", 900, 600), undefined],
    [await picture("jpeg", 900, 600), undefined],
    [moving, 2],
  ] as const) {
    const { url } = (await send(shop, person, bytes)).body.file;
    for (const width of [320, 640]) {
      const served = await shop.http.inject({ url: `${url}?width=${width}` });
      expect(served.statusCode).toBe(200);
      expect(served.headers["content-type"]).toBe("image/webp");
      expect(served.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: "webp", width });
      expect((await sharp(served.rawPayload).metadata()).pages).toBe(pages);
      const key = `previews/${width}${url.replace("/uploads", "")}.webp`;
      expect((await storage.get(key))!.equals(served.rawPayload)).toBe(true);
      await storage.put(key, Buffer.from("as it was kept"), "image/webp");
      expect((await shop.http.inject({ url: `${url}?width=${width}` })).body).toBe("as it was kept");
    }
    expect((await shop.http.inject({ url: `${url}?width=100` })).statusCode).toBe(400);
  }
  const { url } = (await send(shop, person, await picture("png", 40, 30))).body.file;
  const small = await shop.http.inject({ url: `${url}?width=320` });
  expect(await sharp(small.rawPayload).metadata(), "none is blown up").toMatchObject({ width: 40 });
  expect((await shop.http.inject({ url: `/uploads/${"0".repeat(32)}.png?width=320` })).statusCode).toBe(404);

  await shop.platform.db.execute(sql`update media set created_at = now() - interval '2 days'`);
  await removeUnusedPictures(shop.platform);
  for (const folder of ["", "previews/320", "previews/640"]) {
    const left = await readdir(join(shop.platform.config.dataDir, "uploads", folder));
    expect(left.filter((name) => name !== "previews")).toEqual([]);
  }
});

test("a picture that is removed while it is made smaller leaves nothing behind", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const { url } = (await send(shop, person, await picture("png", 900, 600))).body.file;
  const name = url.replace("/uploads/", "");
  const stored = { fileKey: name, mimeType: "image/png" };
  const { storage, log } = shop.platform;
  const put: typeof storage.put = async (...preview) => {
    await removePicture(storage, name);
    await storage.put(...preview);
  };
  const made = await Promise.all(
    [1, 2, 3].map(() => readPreview({ log, storage: { ...storage, put } }, stored, 320)),
  );
  expect(made.every((preview) => preview === made[0])).toBe(true);
  expect(await storage.get(`previews/320/${name}.webp`)).toBeNull();
  expect(await readPreview(shop.platform, stored, 320)).toBeNull();
});
