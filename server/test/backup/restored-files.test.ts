import { readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, inject, onTestFinished, test } from "vitest";
import { createBackup } from "#server/db/backup/create-backup.ts";
import { filesOf, keptDays } from "#server/db/backup/files-since.ts";
import { takeOverJob } from "#server/features/generations/runner.ts";
import { removeUnclaimedFiles } from "#server/platform/unclaimed-files.ts";
import { askAs, makeDesign } from "../designs/designs-shop.ts";
import { holdJobs } from "../helpers/hold-jobs.ts";
import { cloneTestDatabase } from "../helpers/test-cluster.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { addReference, plainPicture } from "../references/references-shop.ts";
import { sendFile, smallPicture } from "../security/seeded-shop.ts";
import { folder, restore } from "./restoring.ts";

/** One of each kind of file that a member brings about. */
async function addFiles(shop: TestShop, as: Person): Promise<void> {
  const photo = await sendFile(shop, as, "/upload", await smallPicture(), { field: "image" });
  await addReference(shop, as, await plainPicture({ width: 61 }));
  await sendFile(shop, as, "/api/support/attachments", await smallPicture(), { field: "file" });
  const { id } = await makeDesign(askAs(shop, as));
  const asked = [`${photo.body.file.url}?width=320`, `/api/designs/${id}/image?format=jpeg`];
  for (const url of asked) {
    const { statusCode } = await shop.http.inject({ url, headers: { cookie: as.cookie } });
    expect(statusCode, url).toBe(200);
  }
}

/** As in S3, the files lie apart from the backup. */
async function openSaved() {
  const dataDir = await folder();
  const { connectionString, drop } = await cloneTestDatabase(inject("postgres"));
  onTestFinished(drop);
  const shop = await openTestShop({ database: connectionString, dataDir });
  const member = await shop.signUp();
  await addFiles(shop, member);
  const stored = async () =>
    (await readdir(path.join(dataDir, "uploads"), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort();
  const run = (id: string, stage: string) =>
    shop.platform.db.execute(sql`
      insert into generations (id, user_id, idempotency_key, stage, title, niche, style, custom_prompt, cost)
      values (${id}, ${member.id}, ${id}, ${stage}, 'T', 'business', 'bold', '', 0)`);
  await run("a".repeat(24), "generating");
  const file = path.join(dataDir, "shop.backup");
  await createBackup({ connectionString, uploadsDir: undefined, file });
  return { shop, member, connectionString, dataDir, file, stored, before: await stored() };
}

const daysPass = async ({ platform }: TestShop, days: number) => {
  await platform.db.execute(
    sql`update unclaimed_files set removable_at = removable_at - make_interval(days => ${days})`,
  );
  await removeUnclaimedFiles(platform);
};

test("files of a shop that a restore replaced go after a month, unless a restored row names them", async () => {
  const { shop, member, connectionString, dataDir, file, stored, before } = await openSaved();
  const { db, storage } = shop.platform;
  await addFiles(shop, member);
  // The run under way has ended since: the restored one is taken up again, and stores its picture under the same name.
  const key = `generations/aa/${"a".repeat(24)}-1-1.png`;
  await storage.put(key, await smallPicture(), "image/png");
  await db.execute(sql`insert into generation_images (id, generation_id, position, file_key, mime_type, bytes)
    values (${"b".repeat(24)}, ${"a".repeat(24)}, 1, ${key}, 'image/png', 9)`);
  await shop.stop();
  const told = await restore(connectionString, dataDir, file, "--replace");
  expect(told).toMatch(/^\d+ files that only the replaced shop named go in 30 days\.$/m);
  const since = await stored();
  await holdJobs(connectionString, [takeOverJob]);
  const restored = await openTestShop({ database: connectionString, dataDir });
  await daysPass(restored, keptDays - 1);
  expect(await stored()).toEqual(since);
  await daysPass(restored, 1);
  expect(await stored()).toEqual([...before, path.join(dataDir, "uploads", key)].sort());
});

test("a restore over another shop leaves that one's files alone", async () => {
  const { file, shop: saved } = await openSaved();
  await saved.stop();
  const other = await openSaved();
  await other.shop.stop();
  await restore(other.connectionString, other.dataDir, file, "--replace");
  const restored = await openTestShop({ database: other.connectionString, dataDir: other.dataDir });
  await daysPass(restored, keptDays);
  expect(await other.stored()).toEqual(other.before);
});

test("a restore knows every column that names a file", async () => {
  const shop = await openTestShop();
  const { rows } = await shop.platform.db.execute<{ table: string }>(sql`
    select distinct table_name as table from information_schema.columns
    where table_schema = 'public' and column_name ~ '(^|_)file_key$'`);
  expect(Object.keys(filesOf)).toEqual(expect.arrayContaining(rows.map(({ table }) => table)));
  for (const query of Object.values(filesOf)) await shop.platform.db.execute(sql.raw(query));
});
