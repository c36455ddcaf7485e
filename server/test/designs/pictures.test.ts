import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { exportedDocumentBytes } from "#server/features/accounts/erasure/export.repository.ts";
import { removeFreedDesigns } from "#server/features/designs/designs.service.ts";
import { removeHiddenFiles } from "#server/features/generations/generations.service.ts";
import {
  finished,
  memberWith,
  openGeneratorShop,
  problemsOf,
  startGeneration,
} from "../generations/generator-shop.ts";
import { holdJobs } from "../helpers/hold-jobs.ts";
import { untilWaiting } from "../helpers/lock-waits.ts";
import { askAs, makeDesign, openDesignsShop, save, saying } from "./designs-shop.ts";
import { artOf, documentWith, plainArt, textLayer } from "./documents.ts";

/** A member with a done run, and its first image. */
async function openWithRun(title = "How I built a shop") {
  const { shop } = await openGeneratorShop();
  await holdJobs(shop.connectionString, ["generation-files", "freed-designs"]);
  const person = await memberWith(shop, 9);
  const { id } = (await startGeneration(shop, person, { title })).body.data;
  const run = await finished(shop, person, id);
  const ask = askAs(shop, person);
  const { db, storage } = shop.platform;
  const file = `generations/${id.slice(-2)}/${id}-1-0.png`;
  return {
    shop,
    person,
    run,
    ask,
    picture: run.images[0].id as string,
    make: (picture: string) =>
      ask("designs", { method: "POST", body: { from: { kind: "picture", id: picture } } }),
    remove: (path: string) => ask(path, { method: "DELETE" }),
    hasFile: async () => (await storage.get(file)) !== null,
    /** Lets the time pass in which what was deleted comes back, and cleans. */
    clean: async () => {
      for (const table of ["generations", "designs"])
        await db.execute(
          sql`update ${sql.identifier(table)} set deleted_at = deleted_at - interval '10 minutes' where deleted_at is not null`,
        );
      await removeFreedDesigns(shop.platform);
      await db.execute(sql`update design_versions set freed_at = freed_at - interval '1 minute'`);
      await removeFreedDesigns(shop.platform);
      await removeHiddenFiles(shop.platform);
    },
  };
}

test("a design on a run's picture has the run's title and tells both; another's picture is unknown", async () => {
  const { shop, make, picture, run, ask } = await openWithRun("Noodles\u0007 <b>");
  const made = await make(picture);
  expect(made.status).toBe(201);
  expect(made.body.data).toMatchObject({
    name: "Noodles <b>",
    runId: run.id,
    pictureId: picture,
    document: documentWith([], artOf(picture)),
  });
  expect((await ask("designs")).body.data).toMatchObject([{ runId: run.id, pictureId: picture }]);
  const other = askAs(shop, await shop.signUp());
  const from = { kind: "picture", id: picture };
  expect((await other("designs", { method: "POST", body: { from } })).status).toBe(404);
  const document = documentWith([], artOf(picture));
  expect((await other("designs", { method: "POST", body: { name: "a", document } })).status).toBe(404);
  const own = (await other("designs", { method: "POST", body: { name: "a", document: saying("a") } })).body
    .data;
  expect((await save(other, own.id, 1, document)).status).toBe(404);
});

test("a run's file lives as long as the run or a design uses it, whichever goes first", async () => {
  const { make, picture, run, remove, hasFile, clean, ask, shop } = await openWithRun();
  const { id } = (await make(picture)).body.data;
  const copy = (await ask(`designs/${id}/duplicate`, { method: "POST" })).body.data;
  await remove(`generations/${run.id}`);
  await clean();
  expect(await hasFile()).toBe(true);
  const { data } = (await ask(`designs/${id}`)).body;
  expect(data).toMatchObject({ pictureId: picture });
  expect(data).not.toHaveProperty("runId");
  expect((await save(ask, id, 1, { ...data.document, layers: [textLayer("Still")] })).status).toBe(200);
  expect((await make(picture)).status, "another design uses it").toBe(201);
  for (const each of (await ask("designs")).body.data)
    if (each.id !== copy.id) await remove(`designs/${each.id}`);
  await clean();
  expect(await hasFile(), "the copy uses it").toBe(true);
  await remove(`designs/${copy.id}`);
  await clean();
  expect(await hasFile()).toBe(false);
  expect((await make(picture)).status).toBe(404);
  expect(await problemsOf(shop)).toEqual([]);
});

test("a picture that a design keeps is not asked about again for a day, and at once when its last version goes", async () => {
  const { make, picture, run, remove, hasFile, clean, shop } = await openWithRun();
  const { id } = (await make(picture)).body.data;
  await remove(`generations/${run.id}`);
  await clean();
  const due = sql`select id from generation_images where removable_at <= now() + interval '23 hours'`;
  expect((await shop.platform.db.execute(due)).rows).toEqual([]);
  await remove(`designs/${id}`);
  await clean();
  expect(await hasFile()).toBe(false);
});

test("a design that goes before its run leaves the run's file, and an earlier version holds it", async () => {
  const { make, picture, run, remove, hasFile, clean, ask } = await openWithRun();
  const first = (await make(picture)).body.data;
  await remove(`designs/${first.id}`);
  await clean();
  expect(await hasFile()).toBe(true);
  const second = (await make(picture)).body.data;
  expect((await save(ask, second.id, 1, documentWith([], plainArt()))).body.data).not.toHaveProperty(
    "pictureId",
  );
  await remove(`generations/${run.id}`);
  await clean();
  expect(await hasFile()).toBe(true);
  const back = await ask(`designs/${second.id}/versions/1/restore`, { method: "POST" });
  expect(back.body.data).toMatchObject({ version: 3, pictureId: picture });
});

test("a deleted run's picture is gone for new designs", async () => {
  const { make, picture, run, remove, ask } = await openWithRun();
  await remove(`generations/${run.id}`);
  expect((await make(picture)).status).toBe(404);
  await ask(`generations/${run.id}/restore`, { method: "POST" });
  expect((await make(picture)).status).toBe(201);
});

test("a deleted run's picture is held for new designs by no deleted design, and by no version beyond the last hundred", async () => {
  const { make, picture, run, remove, ask, shop } = await openWithRun();
  const { id } = (await make(picture)).body.data;
  await remove(`generations/${run.id}`);
  await remove(`designs/${id}`);
  expect((await make(picture)).status, "a deleted design").toBe(404);
  await ask(`designs/${id}/restore`, { method: "POST" });
  await save(ask, id, 1, documentWith([], plainArt()));
  await shop.platform.db.execute(sql`update design_versions set freed_at = now() where version = 1`);
  expect((await make(picture)).status, "a version that was let go").toBe(404);
});

test("no design is left without its picture's file, however its saves meet the removal", async () => {
  const { make, picture, run, remove, hasFile, clean, ask, shop } = await openWithRun();
  const { id } = (await make(picture)).body.data;
  await save(ask, id, 1, documentWith([], plainArt()));
  await remove(`generations/${run.id}`);
  await clean();
  // The version that held it goes while the next one takes hold of it again.
  const { db } = shop.platform;
  for (let round = 0; round < 8; round += 1) {
    const present = (await ask(`designs/${id}`)).body.data;
    if (present.pictureId) await save(ask, id, present.version, documentWith([], plainArt()));
    const { version } = (await ask(`designs/${id}`)).body.data;
    const free = async () => {
      await db.execute(sql`
        update design_versions v set freed_at = now() - interval '2 minutes'
        from designs d where d.id = v.design_id and d.version <> v.version and v.picture_id is not null`);
      await removeFreedDesigns(shop.platform);
      await removeHiddenFiles(shop.platform);
    };
    const [saved] = await Promise.all([save(ask, id, version, documentWith([], artOf(picture))), free()]);
    if (saved.status === 200) expect(await hasFile()).toBe(true);
    else {
      expect(saved.status).toBe(404);
      break;
    }
  }
  const { rows } = await db.execute(
    sql`select from design_versions where picture_id is not null and freed_at is null`,
  );
  expect(rows.length > 0).toBe(await hasFile());
});

test("a picture that a design takes hold of in the moment in which it is to go stays", async () => {
  const { make, picture, run, remove, hasFile, ask, shop } = await openWithRun();
  const { id } = (await make(picture)).body.data;
  await save(ask, id, 1, documentWith([], plainArt()));
  await remove(`generations/${run.id}`);
  const { db } = shop.platform;
  await db.execute(sql`update generations set deleted_at = now() - interval '1 hour'`);
  await db.execute(sql`update design_versions set picture_id = null`);
  let cleaning: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    await tx.execute(sql`update design_versions set picture_id = ${picture} where version = 1`);
    cleaning = removeHiddenFiles(shop.platform);
    await untilWaiting(db, 1);
  });
  await cleaning;
  expect(await hasFile()).toBe(true);
});

test("the export holds designs with their documents, and an erased account leaves nothing of them", async () => {
  const { make, picture, ask, hasFile, clean, person, shop } = await openWithRun();
  const { id } = (await make(picture)).body.data;
  await save(ask, id, 1, saying("A secret word"), "My design");
  await ask("designs", { method: "POST", body: { name: "Deleted one", document: saying("x") } });
  const { data } = (await ask("designs?q=Deleted")).body;
  await ask(`designs/${data[0].id}`, { method: "DELETE" });
  const exported = (await ask("account/export")).body;
  expect(exported.designs).toMatchObject([
    {
      _id: id,
      name: "My design",
      version: 2,
      versions: [
        { version: 1, document: documentWith([], artOf(picture)) },
        { version: 2, document: saying("A secret word") },
      ],
    },
    { name: "Deleted one", deletedAt: expect.any(String) },
  ]);
  const { db } = shop.platform;
  const erased = await ask("account/delete", { method: "POST", body: { password: person.password } });
  expect(erased.status).toBe(200);
  const { rows } = await db.execute(sql`
    select d.name, d.favourite, v.document from designs d join design_versions v on v.design_id = d.id`);
  expect(rows.map((row) => JSON.stringify(row))).toEqual(
    Array(3).fill('{"name":"","favourite":false,"document":{}}'),
  );
  await clean();
  expect((await db.execute(sql`select from designs`)).rows).toEqual([]);
  expect(await hasFile()).toBe(false);
});

test("an export tells the documents of the present versions first, and of no more than a process can hold", async () => {
  const { shop, person, ask } = await openDesignsShop();
  const [old, recent] = [await makeDesign(ask, "Old"), await makeDesign(ask, "Recent")];
  // A hundred versions of 250 kB, of which the export has room for sixty-three.
  await shop.platform.db.execute(sql`
    insert into design_versions (id, design_id, version, document, created_at)
    select md5(n::text), ${recent.id}, n, jsonb_build_object('words', repeat('a', 250000)), now() + n * interval '1 second'
    from generate_series(2, 101) n`);
  await shop.platform.db.execute(sql`update designs set version = 101 where id = ${recent.id}`);
  const exported = await shop.send({ url: "/api/account/export", as: person });
  expect(exported.status).toBe(200);
  expect(exported.text.length).toBeLessThan(exportedDocumentBytes + 100_000);
  const versionsOf = (id: string) =>
    exported.body.designs.find((each: { _id: string }) => each._id === id).versions;
  expect(versionsOf(old.id)).toMatchObject([{ version: 1, document: saying("Old") }]);
  const told = versionsOf(recent.id).map(({ document }: { document: unknown }) => document !== null);
  expect(told).toHaveLength(101);
  expect(told.filter(Boolean)).toHaveLength(63);
  expect(told.lastIndexOf(false), "the oldest are left out").toBe(101 - 63 - 1);
});

test("a design shows its picture to its owner alone, also once the run is deleted", async () => {
  const { shop, run, ask, picture, make, remove, clean } = await openWithRun();
  const { id } = (await make(picture)).body.data;
  const other = await shop.signUp();
  expect((await askAs(shop, other)(`designs/${id}/art`)).status).toBe(404);
  expect((await ask(`designs/${id}/art`)).status).toBe(200);
  await remove(`generations/${run.id}`);
  await clean();
  expect((await ask(`designs/${id}/art`)).status).toBe(200);
});

test("a picture that a design once lay on is shown by its id for good, and none that it never lay on", async () => {
  const { ask, run, make, picture } = await openWithRun();
  const { id } = (await make(picture)).body.data;
  await save(ask, id, 1, saying("On a colour"));
  const art = async (query: string) => (await ask(`designs/${id}/art${query}`)).headers;
  expect((await ask(`designs/${id}/art`)).status).toBe(404);
  expect(await art(`?picture=${picture}`)).toMatchObject({
    "content-type": "image/png",
    "cache-control": "private, max-age=31536000, immutable",
  });
  for (const other of [run.images[1].id, "x"])
    expect((await ask(`designs/${id}/art?picture=${other}`)).status).toBe(404);
});
