import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { consentMissing, referenceKinds } from "#contract/reference-kinds.ts";
import {
  mostReferences,
  referenceBytes,
  referenceQuotaBytes,
  referenceQuotaExceeded,
  referenceTooLarge,
  tooManyReferences,
} from "#contract/references.ts";
import { newId } from "#server/db/ids.ts";
import { memberReferences } from "#server/db/tables/references.ts";
import { modelKeyOf, modelSide } from "#server/features/references/reference-files.ts";
import { pixelBomb } from "../generations/png.ts";
import type { Person, TestShop } from "../helpers/test-shop.ts";
import { sendFile } from "../security/seeded-shop.ts";
import {
  addReference,
  keptFiles,
  openReferencesShop,
  plainPicture,
  sendReference,
} from "./references-shop.ts";

/** A file as it is served. */
const fetchFile = (shop: TestShop, as: Person | null, url: string) =>
  shop.http.inject({ url, headers: as ? { cookie: as.cookie } : {} });

/** Rows of pictures without their files. */
async function insertRows({ platform }: TestShop, { id: userId }: Person, count: number, bytes = 1000) {
  const of = { userId, name: "Old", kind: "style", mimeType: "image/png", width: 1, height: 1 } as const;
  const rows = Array.from({ length: count }, () => ({
    ...of,
    id: newId(),
    fileKey: "references/none",
    bytes,
  }));
  await platform.db.insert(memberReferences).values(rows);
}

test("a PNG, JPEG or WebP is made anew without its metadata, kept with a small one for the model, and shown to its owner alone", async () => {
  const { shop, person, ask } = await openReferencesShop();
  const other = await shop.signUp();
  for (const format of ["png", "jpeg", "webp"] as const) {
    const bytes = await plainPicture({ format, width: 1600, height: 900 });
    const made = await addReference(shop, person, bytes, { name: "  Me, smiling ", kind: "style" });
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: "Me, smiling",
      kind: "style",
      width: 1600,
      height: 900,
      url: `/api/references/${made.id}/image`,
      previewUrl: `/api/references/${made.id}/preview`,
      createdAt: expect.any(String),
      usedBy: [],
    });
    expect((await ask("references")).body.data[0], format).toEqual(made);
    const file = await fetchFile(shop, person, made.url);
    expect(file.headers).toMatchObject({
      "content-type": `image/${format}`,
      "cache-control": "private, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    expect(file.headers["content-security-policy"], format).toContain("sandbox");
    const head = await sharp(file.rawPayload).metadata();
    expect(head).toMatchObject({ format, width: 1600, height: 900 });
    expect(head.exif, format).toBeUndefined();
    const preview = await fetchFile(shop, person, `${made.previewUrl}?width=320`);
    expect(await sharp(preview.rawPayload).metadata(), format).toMatchObject({ format: "webp", width: 320 });
    expect((await fetchFile(shop, person, `${made.previewUrl}?width=5`)).statusCode).toBe(400);
    const small = (await shop.platform.storage.get(modelKeyOf(made.id)))!;
    const { format: kind, width, height } = await sharp(small).metadata();
    expect([kind, width, height], format).toEqual(["jpeg", modelSide, 576]);
    for (const url of [made.url, made.previewUrl]) {
      expect((await fetchFile(shop, other, url)).statusCode, format).toBe(404);
      expect((await fetchFile(shop, null, url)).statusCode, format).toBe(401);
    }
  }
  expect((await ask("references")).body.data).toHaveLength(3);
});

test("a picture lies upright, a huge one is kept at twice a thumbnail's width, and what the model is sent of the worst stays far below the 20 MB that a request may have", async () => {
  const { shop, person } = await openReferencesShop();
  const turned = await sharp(await plainPicture({ format: "jpeg", width: 4000, height: 2000 }))
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect(await addReference(shop, person, turned)).toMatchObject({ width: 1280, height: 2560 });

  const raw = { width: 1024, height: 1024, channels: 3 } as const;
  const noise = await sharp(randomBytes(1024 * 1024 * 3), { raw })
    .jpeg({ quality: 96 })
    .toBuffer();
  const { id } = await addReference(shop, person, noise);
  const small = (await shop.platform.storage.get(modelKeyOf(id)))!;
  // Three of them with a source, in base64.
  expect((4 * small.length * 4) / 3).toBeLessThan(12_000_000);
});

test("what a picture leaves free is filled for the model so that a light logo is seen as well as a dark one", async () => {
  const { shop, person } = await openReferencesShop();
  const logo = async (colour: string) => {
    const mark = await plainPicture({ background: colour, width: 20, height: 20 });
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const bytes = await sharp(await plainPicture({ background: clear, width: 80, height: 60 }))
      .composite([{ input: mark }])
      .png()
      .toBuffer();
    const { id, url } = await addReference(shop, person, bytes);
    const kept = await sharp((await fetchFile(shop, person, url)).rawPayload).metadata();
    expect(kept.hasAlpha).toBe(true);
    const small = (await shop.platform.storage.get(modelKeyOf(id)))!;
    return (await sharp(small).extract({ left: 60, top: 40, width: 1, height: 1 }).raw().toBuffer())[0]!;
  };
  expect(await logo("#ffffff")).toBeLessThan(80);
  expect(await logo("#101014")).toBeGreaterThan(200);
});

test("what is no PNG, JPEG or WebP, is over 8 MB or unpacks to too much is refused with a sentence, and leaves no file; one of 8 MB is taken", async () => {
  const { shop, person, ask } = await openReferencesShop();
  const others: [string, string, RegExp][] = [
    ["a HEIC of a phone", "\0\0\0\x18ftypheic\0\0\0\0mif1heic", /HEIC.*JPEG/],
    ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>', /SVG.*PNG/],
    ["an SVG behind its head", '\xef\xbb\xbf<?xml version="1.0"?>\n<!-- x --><svg/>', /SVG.*PNG/],
    ["a text", "hello", /PNG, JPEG or WebP/],
    ["a page", "<!doctype html><p>hello", /PNG, JPEG or WebP/],
    ["a PDF", "%PDF-1.7\n", /PNG, JPEG or WebP/],
    ["an AVIF", "\0\0\0\x18ftypavif\0\0\0\0mif1miaf", /PNG, JPEG or WebP/],
    ["a cut PNG", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0", /PNG, JPEG or WebP/],
  ];
  for (const [name, text, sentence] of others) {
    const refused = await sendReference(shop, person, Buffer.from(text, "latin1"));
    expect([refused.status, refused.body.message], name).toEqual([415, expect.stringMatching(sentence)]);
  }
  expect((await sendReference(shop, person, await plainPicture({ format: "gif" }))).status).toBe(415);
  const small = await plainPicture();
  const exact = Buffer.concat([small, Buffer.alloc(referenceBytes - small.length)]);
  expect(await sendReference(shop, person, Buffer.concat([exact, Buffer.alloc(1)]))).toMatchObject({
    status: 413,
    body: { message: referenceTooLarge },
  });
  expect((await sendReference(shop, person, pixelBomb())).status).toBe(413);
  expect(await keptFiles(shop)).toEqual([]);
  expect((await ask("references")).body.data).toEqual([]);
  expect((await sendReference(shop, person, exact)).status).toBe(201);
  expect(await keptFiles(shop)).toHaveLength(2);
});

test("a field that is missing or wrong is refused with a sentence at it, as is a form without a file or of another kind, and leaves no file", async () => {
  const { shop, person } = await openReferencesShop();
  const bytes = await plainPicture();
  const wrong: [object, string, RegExp][] = [
    [{ name: "" }, "name", /1 to 100 characters/],
    [{ name: "x".repeat(101) }, "name", /1 to 100 characters/],
    [{ name: "a\u2028b" }, "name", /control characters/],
    [{ kind: "pet" }, "kind", /face, product, logo, style/],
    [{ kind: "face" }, "consent", /I may use this person's face/],
    [{ kind: "face", consent: "yes" }, "consent", /I may use this person's face/],
    [{ unheardOf: "1" }, "body", /unheardOf/],
  ];
  for (const [sent, field, sentence] of wrong) {
    const refused = await sendReference(shop, person, bytes, sent);
    expect(refused.status, JSON.stringify(sent)).toBe(400);
    expect(refused.body.fields).toEqual({ [field]: expect.stringMatching(sentence) });
  }
  const fields = { name: "A", kind: "logo" };
  const sent = await sendFile(shop, person, "/api/references", bytes, { field: "image", fields });
  expect(sent).toMatchObject({ status: 400, body: { message: "Please choose a picture." } });
  const url = "/api/references";
  expect((await shop.send({ method: "POST", url, body: fields, as: person })).status).toBe(415);
  expect(await keptFiles(shop)).toEqual([]);
});

test("a member has thirty pictures at most, also when two are sent at once; a deleted one makes room", async () => {
  const { shop, person, ask } = await openReferencesShop();
  await insertRows(shop, person, mostReferences - 1);
  const bytes = await plainPicture();
  const sent = await Promise.all([sendReference(shop, person, bytes), sendReference(shop, person, bytes)]);
  expect(sent.map(({ status }) => status).sort()).toEqual([201, 409]);
  const refused = sent.find(({ status }) => status === 409)!;
  expect(refused.body.message).toBe(tooManyReferences);
  expect(await keptFiles(shop)).toHaveLength(2);
  const [{ id }] = (await ask("references?pageSize=1&page=1")).body.data;
  expect((await ask(`references/${id}`, { method: "DELETE" })).status).toBe(200);
  expect((await sendReference(shop, person, bytes)).status).toBe(201);
  const back = await ask(`references/${id}/restore`, { method: "POST" });
  expect([back.status, back.body.message]).toEqual([409, tooManyReferences]);
});

test("files of deleted pictures that are still kept count toward the room a member has", async () => {
  const { shop, person } = await openReferencesShop();
  await insertRows(shop, person, 1, referenceQuotaBytes);
  await shop.platform.db.execute(sql`update member_references set deleted_at = now()`);
  const refused = await sendReference(shop, person, await plainPicture());
  expect(refused).toMatchObject({ status: 413, body: { message: referenceQuotaExceeded } });
  expect(await keptFiles(shop)).toEqual([]);
});

test("the name and the kind can be changed; a picture that becomes a face needs consent once", async () => {
  const { shop, person, ask } = await openReferencesShop();
  const { id } = await addReference(shop, person);
  const patch = (body: object) => ask(`references/${id}`, { method: "PATCH", body });
  expect((await patch({ name: "Mug" })).body.data).toMatchObject({ name: "Mug", kind: "logo" });
  const refused = await patch({ kind: "face" });
  expect([refused.status, refused.body.fields]).toEqual([400, { consent: consentMissing }]);
  expect((await patch({ kind: "face", consent: true })).body.data).toMatchObject({ kind: "face" });
  expect((await patch({ kind: "product" })).status).toBe(200);
  expect((await patch({ kind: "face" })).body.data).toMatchObject({ kind: "face", name: "Mug" });
  for (const body of [{ name: " " }, { kind: "pet" }, { usedBy: [] }])
    expect((await patch(body)).status, JSON.stringify(body)).toBe(400);
});

test("the list is paged, searched by name and filtered by kind, newest first", async () => {
  const { shop, person, ask } = await openReferencesShop();
  for (const kind of referenceKinds)
    await addReference(shop, person, undefined, { name: `One ${kind}`, kind, consent: "true" });
  const other = await shop.signUp();
  await addReference(shop, other, undefined, { name: "One of another" });
  const names = async (query: string) => {
    const { body, headers } = await ask(`references?${query}`);
    return [body.data.map(({ name }: { name: string }) => name.slice(4)), headers["x-total-count"]];
  };
  expect(await names("")).toEqual([["style", "logo", "product", "face"], "4"]);
  expect(await names("page=2&pageSize=3")).toEqual([["face"], "4"]);
  expect(await names("kind=logo")).toEqual([["logo"], "1"]);
  expect(await names("q=DUCT")).toEqual([["product"], "1"]);
  expect(await names("sort=name")).toEqual([["face", "logo", "product", "style"], "4"]);
  expect((await ask("references?kind=pet")).status).toBe(400);
});
