import { sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Art, PictureLayer } from "#contract/design-document.ts";
import { untouched } from "#contract/design-parts.ts";
import { keptDesignVersions } from "#contract/designs.ts";
import { newId } from "#server/db/ids.ts";
import { eraseAccount } from "#server/features/accounts/erasure/erase-account.ts";
import { freeReference } from "#server/features/references/deleted-references.repository.ts";
import { askAs, makeDesign, save, saying } from "../designs/designs-shop.ts";
import { documentWith } from "../designs/documents.ts";
import { untilWaiting } from "../helpers/lock-waits.ts";
import type { Person, TestShop } from "../helpers/test-shop.ts";
import {
  addReference,
  keptFiles,
  openCleanedShop,
  openReferencesShop,
  plainPicture,
} from "./references-shop.ts";

const layerOf = (id: string, more: Partial<PictureLayer> = {}): PictureLayer => ({
  ...{ id: `layer-${id.slice(-4)}`, kind: "picture", x: 100, y: 100, width: 300, height: 200 },
  ...{ rotation: 0, opacity: 1, hidden: false, locked: false, flip: false, radius: 0 },
  source: { kind: "reference", id },
  ...more,
});

const artOn = (id: string): Art => ({ ...untouched, kind: "reference", id });
const onReference = (id: string) => documentWith([], artOn(id));

/** The colour of a pixel of what a design is drawn as. */
async function pixelOf(shop: TestShop, as: Person, designId: string, left: number, top: number) {
  const { rawPayload, statusCode } = await shop.http.inject({
    url: `/api/designs/${designId}/image`,
    headers: { cookie: as.cookie },
  });
  if (statusCode !== 200) throw new Error(rawPayload.toString());
  const picture = sharp(rawPayload).removeAlpha().extract({ left, top, width: 1, height: 1 });
  return [...(await picture.raw().toBuffer())];
}

test("a deleted picture is gone at once and can be brought back for ten minutes; then it goes with its files", async () => {
  const { shop, person, ask, clean } = await openCleanedShop();
  const { id, url, previewUrl } = await addReference(shop, person, undefined, { name: "Me" });
  const status = async (path: string) =>
    (await shop.http.inject({ url: path, headers: { cookie: person.cookie } })).statusCode;
  expect(await status(previewUrl)).toBe(200);
  const gone = await ask(`references/${id}`, { method: "DELETE" });
  expect([gone.status, gone.body.data]).toEqual([200, { usedBy: [] }]);
  expect([await status(url), await status(previewUrl)]).toEqual([404, 404]);
  expect((await ask("references")).body.data).toEqual([]);
  expect((await ask(`references/${id}`, { method: "PATCH", body: { name: "a" } })).status).toBe(404);
  expect((await ask(`references/${id}`, { method: "DELETE" })).status).toBe(404);
  const back = await ask(`references/${id}/restore`, { method: "POST" });
  expect(back.body.data).toMatchObject({ id, name: "Me" });
  expect((await ask(`references/${id}/restore`, { method: "POST" })).status).toBe(200);
  expect(await status(url)).toBe(200);
  await clean();
  expect(await keptFiles(shop)).toHaveLength(2);

  await ask(`references/${id}`, { method: "DELETE" });
  await clean();
  expect(await keptFiles(shop)).toEqual([]);
  expect((await ask(`references/${id}/restore`, { method: "POST" })).status).toBe(404);
  expect((await shop.platform.db.execute(sql`select 1 from member_references`)).rowCount).toBe(0);
});

test("a design lies on a picture and shows others, drawn as they are; the pictures tell which designs show them", async () => {
  const { shop, person, ask } = await openReferencesShop();
  const blue = await addReference(shop, person, await plainPicture({ format: "webp" }), { name: "Sea" });
  const red = await addReference(
    shop,
    person,
    await plainPicture({ background: "#e01020", format: "jpeg", width: 3000, height: 2000 }),
  );
  const clear = { r: 0, g: 255, b: 0, alpha: 0 };
  const none = await addReference(shop, person, await plainPicture({ background: clear, format: "webp" }));
  const made = await ask("designs", { method: "POST", body: { from: { kind: "reference", id: blue.id } } });
  expect(made.status).toBe(201);
  expect(made.body.data).toMatchObject({ name: "Sea", document: onReference(blue.id) });
  const { id } = made.body.data;
  const isNear = (pixel: number[], [r, g, b]: [number, number, number]) =>
    pixel.every((value, at) => Math.abs(value - [r, g, b][at]!) < 12);
  expect(isNear(await pixelOf(shop, person, id, 640, 360), [16, 64, 224])).toBe(true);

  const layers = [layerOf(red.id), layerOf(none.id, { x: 500 })];
  const saved = await save(ask, id, 1, documentWith(layers, artOn(blue.id)));
  expect(saved.status, saved.text).toBe(200);
  expect(isNear(await pixelOf(shop, person, id, 250, 200), [224, 16, 32])).toBe(true);
  expect(isNear(await pixelOf(shop, person, id, 650, 200), [16, 64, 224]), "through what is clear").toBe(
    true,
  );
  expect((await ask(`designs/${id}/art`)).headers["content-type"]).toBe("image/webp");
  const used = async () =>
    Object.fromEntries(
      (await ask("references")).body.data.map((each: { id: string; usedBy: unknown }) => [
        each.id,
        each.usedBy,
      ]),
    );
  const design = { id, name: "Sea" };
  expect(await used()).toEqual({ [blue.id]: [design], [red.id]: [design], [none.id]: [design] });
  await save(ask, id, 2, onReference(red.id));
  expect(await used()).toEqual({ [blue.id]: [], [red.id]: [design], [none.id]: [] });
  await save(ask, id, 3, onReference(none.id));
  expect(await pixelOf(shop, person, id, 640, 360), "clear art lies on white").toEqual([255, 255, 255]);
  await ask(`designs/${id}`, { method: "DELETE" });
  expect(await used()).toEqual({ [blue.id]: [], [red.id]: [], [none.id]: [] });
});

test("another's picture, a deleted one and one that never was are not found in a document, nor to make a design on", async () => {
  const { shop, person, ask } = await openReferencesShop();
  const other = await shop.signUp();
  const theirs = await addReference(shop, other);
  const gone = await addReference(shop, person);
  await ask(`references/${gone.id}`, { method: "DELETE" });
  const own = await makeDesign(ask);
  for (const id of [theirs.id, gone.id, newId(), "no-id"]) {
    const from = await ask("designs", { method: "POST", body: { from: { kind: "reference", id } } });
    const asLayer = await save(ask, own.id, 1, documentWith([layerOf(id)]));
    const asArt = await ask("designs", { method: "POST", body: { name: "a", document: onReference(id) } });
    expect([from.status, asLayer.status, asArt.status], id).toEqual([404, 404, 404]);
    expect(asLayer.body.message).toBe("The reference was not found.");
  }
  expect((await ask(`designs/${own.id}`)).body.data.version).toBe(1);
  const logo = layerOf("", { source: { kind: "logo" } });
  expect((await save(ask, own.id, 1, documentWith([logo]))).body.message).toBe("Your brand has no logo.");
});

test("a deleted picture stays in the designs that show it, which go on being edited, and goes with the last of them", async () => {
  const { shop, person, ask, clean } = await openCleanedShop();
  const { id: reference, url } = await addReference(shop, person, undefined, { name: "Sea" });
  const { id } = await makeDesign(ask, "One", onReference(reference));
  const gone = await ask(`references/${reference}`, { method: "DELETE" });
  expect(gone.body.data).toEqual({ usedBy: [{ id, name: "One" }] });
  await clean();
  expect((await ask("references")).body.data).toEqual([]);
  const image = async () => (await shop.http.inject({ url, headers: { cookie: person.cookie } })).statusCode;
  expect(await image()).toBe(200);
  expect((await save(ask, id, 1, documentWith([layerOf(reference)], artOn(reference)))).status).toBe(200);
  const copy = (await ask(`designs/${id}/duplicate`, { method: "POST" })).body.data;
  await save(ask, id, 2, saying("Without"));
  const back = await ask(`designs/${id}/versions/1/restore`, { method: "POST" });
  expect(back.body.data.document).toEqual(onReference(reference));
  expect((await pixelOf(shop, person, id, 10, 10))[2]).toBeGreaterThan(200);
  await ask(`designs/${id}`, { method: "DELETE" });
  await clean();
  expect([await image(), (await keptFiles(shop)).length]).toEqual([200, 2]);
  await ask(`designs/${copy.id}`, { method: "DELETE" });
  await clean();
  expect([await image(), await keptFiles(shop)]).toEqual([404, []]);
});

test("a deleted picture that a design shows is not asked about again for a day, and at once when its last version goes", async () => {
  const { shop, person, ask, clean } = await openCleanedShop();
  const { id: reference } = await addReference(shop, person);
  const { id } = await makeDesign(ask, "One", onReference(reference));
  await ask(`references/${reference}`, { method: "DELETE" });
  await clean();
  const due = sql`select id from member_references
    where coalesce(kept_until, deleted_at) <= now() + interval '23 hours'`;
  expect((await shop.platform.db.execute(due)).rows).toEqual([]);
  await ask(`designs/${id}`, { method: "DELETE" });
  await clean();
  expect(await keptFiles(shop)).toEqual([]);
});

test("a picture that only a version beyond the last hundred showed goes", async () => {
  const { shop, person, ask, clean } = await openCleanedShop();
  const { id: reference } = await addReference(shop, person);
  const { id } = await makeDesign(ask, "One", onReference(reference));
  await ask(`references/${reference}`, { method: "DELETE" });
  await save(ask, id, 1, saying("Two"));
  await clean();
  expect(await keptFiles(shop)).toHaveLength(2);
  const { db } = shop.platform;
  await db.execute(sql`update designs set version = ${keptDesignVersions}`);
  await db.execute(sql`update design_versions set version = ${keptDesignVersions} where version = 2`);
  await save(ask, id, keptDesignVersions, saying("More"));
  await clean();
  expect(await keptFiles(shop)).toEqual([]);
});

test("a save and the end of a deleted picture at once leave a design that shows it, or no save", async () => {
  const { shop, person, ask, clean } = await openCleanedShop();
  for (let round = 0; round < 5; round += 1) {
    const { id: reference } = await addReference(shop, person);
    const { id } = await makeDesign(ask, "One", onReference(reference));
    await ask(`references/${reference}`, { method: "DELETE" });
    const [saved] = await Promise.all([save(ask, id, 1, documentWith([layerOf(reference)])), clean()]);
    expect(saved.status).toBe(200);
    await clean();
    expect((await pixelOf(shop, person, id, 250, 200))[2]).toBeGreaterThan(200);
  }
});

test("a picture that is brought back in the moment in which it is to go stays, and one that goes is not brought back", async () => {
  const { shop, person, ask } = await openReferencesShop();
  const { id } = await addReference(shop, person);
  const { db } = shop.platform;
  const deleted = sql`update member_references set deleted_at = now() - interval '1 hour' where id = ${id}`;
  await db.execute(deleted);
  let freed: Promise<boolean> | undefined;
  await db.transaction(async (tx) => {
    await tx.execute(sql`update member_references set deleted_at = null`);
    freed = freeReference(db, id);
    await untilWaiting(db, 1);
  });
  expect(await freed).toBe(false);
  await db.execute(deleted);
  expect(await freeReference(db, id)).toBe(true);
  await db.execute(sql`update member_references set deleted_at = now()`);
  expect((await ask(`references/${id}/restore`, { method: "POST" })).status).toBe(404);
});

test("a person's pictures are in their export, and go with the account", async () => {
  const { shop, person, ask, clean } = await openCleanedShop();
  const face = { name: "Me", kind: "face", consent: "true" };
  const { id } = await addReference(shop, person, undefined, face);
  const used = await addReference(shop, person);
  await makeDesign(ask, "One", onReference(used.id));
  const other = await shop.signUp();
  await addReference(shop, other, undefined, { name: "Theirs" });
  const exported = (await ask("account/export")).body.references;
  expect(exported).toHaveLength(2);
  expect(exported[0]).toMatchObject({
    _id: id,
    url: `/api/references/${id}/image`,
    name: "Me",
    kind: "face",
    consentAt: expect.any(String),
    mimeType: "image/png",
  });
  await eraseAccount(shop.platform, person.id);
  // At once what nobody shows, the rest with the designs.
  expect(await keptFiles(shop)).toHaveLength(4);
  await clean();
  expect(await keptFiles(shop)).toHaveLength(2);
  const { rows } = await shop.platform.db.execute(sql`select name from member_references`);
  expect(rows).toEqual([{ name: "Theirs" }]);
  expect((await askAs(shop, other)("references")).body.data).toHaveLength(1);
});
