import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { deleteExpired } from "#server/db/retention.ts";
import { removeUnusedPictures } from "#server/features/accounts/profile/pictures.ts";
import { removeFreedDesigns } from "#server/features/designs/designs.service.ts";
import { removeHiddenFiles } from "#server/features/generations/generations.service.ts";
import { removeErasedMailFiles } from "#server/features/mail/erase-mails.ts";
import { deleteUnusedAttachments } from "#server/features/support/attachments/attachments.ts";
import { removeUnclaimedFiles } from "#server/platform/unclaimed-files.ts";
import { projectRoot } from "#server/project-root.ts";
import { holdJobs } from "../helpers/hold-jobs.ts";
import { quickestTemporaryFolder } from "../helpers/test-cluster.ts";
import { openTestShop, type TestShop } from "../helpers/test-shop.ts";

async function count(shop: TestShop, rows: string): Promise<number> {
  const found = await shop.platform.db.execute<{ n: number }>(
    sql.raw(`select count(*)::int as n from ${rows}`),
  );
  return found.rows[0]!.n;
}

test("every table and every folder of DATA_DIR has a rule of keeping in the documents", async () => {
  const shop = await openTestShop();
  const text = readFileSync(join(projectRoot, "docs/operations.md"), "utf8");
  const rules = /## What is kept, and how long\n([\s\S]*?)\n## /.exec(text)![1]!;
  const named = rules
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => [...line.split("|")[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
  const { rows } = await shop.platform.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const folders = await readdir(shop.platform.config.dataDir);
  expect(new Set(named)).toEqual(
    new Set([
      ...rows.map(({ name }) => name),
      "uploads",
      "outbox",
      "fonts",
      "postgres",
      "secret",
      "erasures",
    ]),
  );
  for (const folder of folders) expect(named).toContain(folder);
});

test("a shop that has aged three years keeps what its rules say, also where files can't be removed", async () => {
  const shop = await openTestShop();
  const { db, storage, log, config } = shop.platform;
  const jobs = [
    "expired-rows",
    "unused-pictures",
    "unclaimed-files",
    "support-attachments",
    "generation-files",
    "freed-designs",
    "erased-mails",
  ];
  await holdJobs(shop.connectionString, jobs);
  const { id } = await shop.signUp();
  const each = (n: number) => `generate_series(1, ${n}) as n`;
  /** Moments spread over three years, the last of them now. */
  const aged = "now() - (n % 1095) * interval '1 day'";
  const hex = (kind: string) => `md5('${kind}' || n)`;
  for (const statement of [
    `insert into sessions (id, user_id, token, expires_at) select ${hex("s")}, '${id}', ${hex("t")}, ${aged} + interval '30 days' from ${each(6000)}`,
    `insert into verifications (id, identifier, value, expires_at) select ${hex("v")}, 'x', 'y', ${aged} + interval '1 hour' from ${each(6000)}`,
    `insert into rate_limits (key, points, expire) select 'limit:' || n, 1, extract(epoch from ${aged} + interval '1 hour') * 1000 from ${each(6000)}`,
    `insert into webhook_events (id, type, effect, body, order_id, created_at) select 'E' || n, 'X', 'none', '{}', case when n % 2 = 0 then 'an order' end, ${aged} from ${each(6000)}`,
    `insert into outbox (to_email, subject, html, text, template_name, status, created_at) select 'a@b.c', 'A subject', '<p>Hi</p>', 'Hi', 'Admin message', case when n % 3 = 0 then 'failed' else 'sent' end, ${aged} from ${each(6000)}`,
    `insert into media (id, url, uploaded_by, width, height, bytes, created_at) select ${hex("m")}, '/uploads/' || ${hex("m")} || '.png', '${id}', 1, 1, 9, ${aged} from ${each(1500)}`,
    `insert into ticket_attachments (id, uploaded_by, file_key, name, mime_type, bytes, created_at) select ${hex("a")}, '${id}', 'support/' || ${hex("a")}, 'a', 'image/png', 9, ${aged} from ${each(1500)}`,
    `insert into tickets (id, user_name, user_email, subject, message, suspected_spam, created_at) select ${hex("k")}, 'V', 'v@b.c', 'A subject', 'Words', n % 2 = 0, ${aged} from ${each(6000)}`,
    `insert into ticket_reads (ticket_id, user_id) select ${hex("k")}, '${id}' from ${each(6000)}`,
    `insert into generations (id, user_id, idempotency_key, stage, title, niche, style, custom_prompt, cost, created_at, deleted_at) select ${hex("g")}, '${id}', 'key' || n, 'done', '', 'business', 'bold', '', 1, ${aged}, case when n % 2 = 0 then now() end from ${each(1500)}`,
    `insert into generation_images (id, generation_id, position, file_key, mime_type, bytes, removable_at) select ${hex("i")} || position, ${hex("g")}, position, 'generations/' || ${hex("g")} || position, 'image/png', 9, case when n % 2 = 0 then now() end from ${each(1500)}, (values (1), (2)) as pair (position)`,
    `insert into designs (id, user_id, name, created_at, deleted_at) select ${hex("d")}, '${id}', 'A design', ${aged}, case when n % 2 = 0 then ${aged} end from ${each(3000)}`,
    `insert into design_versions (id, design_id, version, document, freed_at) select ${hex("w")}, ${hex("d")}, 1, '{}', case when n % 2 = 0 then now() - interval '1 hour' end from ${each(3000)}`,
  ])
    await db.execute(sql.raw(statement));
  // What the store never lets go of: of each kind more than one batch of the oldest.
  const stuck = new Set<string>();
  for (const query of [
    "select replace(url, '/uploads/', '') as key from media order by created_at limit 700",
    "select file_key as key from ticket_attachments order by created_at limit 700",
    "select i.file_key as key from generation_images i join generations g on g.id = i.generation_id where g.deleted_at is not null order by i.id limit 700",
    "select 'designs/' || right(id, 2) || '/' || id || '.png' as key from design_versions where freed_at is not null order by id limit 700",
  ])
    for (const { key } of (await db.execute<{ key: string }>(sql.raw(query))).rows) stuck.add(key);
  const remove = async (key: string) => {
    if (stuck.has(key)) throw new Error("not removed");
  };
  const failing = { ...shop.platform, storage: { ...storage, remove } };

  await db.execute(sql`analyze`);
  for (const [what, work] of [
    ["rows", () => deleteExpired(db)],
    ["pictures", () => removeUnusedPictures(failing)],
    ["unclaimed files", () => removeUnclaimedFiles(failing)],
    ["attachments", () => deleteUnusedAttachments(failing)],
    ["images of runs", () => removeHiddenFiles(failing)],
    ["designs", () => removeFreedDesigns(failing)],
  ] as const) {
    const begun = performance.now();
    await work();
    console.log(`three years of ${what}: ${Math.round(performance.now() - begun)} ms`);
  }

  const left = {
    sessions: await count(shop, "sessions"),
    verifications: await count(shop, "verifications"),
    "rate limits": await count(shop, "rate_limits where expire < extract(epoch from now()) * 1000"),
    "events of orders": await count(shop, "webhook_events where order_id is not null"),
    "other events": await count(shop, "webhook_events where order_id is null"),
    "lines of mails": await count(shop, "outbox"),
    "contents of mails": await count(shop, "outbox where html <> '' or text <> ''"),
    tickets: await count(shop, "tickets where not suspected_spam"),
    "suspected spam": await count(shop, "tickets where suspected_spam"),
    pictures: await count(shop, "media"),
    "unclaimed files": await count(shop, "unclaimed_files"),
    attachments: await count(shop, "ticket_attachments"),
    runs: await count(shop, "generations"),
    "images of runs": await count(shop, "generation_images"),
    designs: await count(shop, "designs"),
    "versions of designs": await count(shop, "design_versions"),
  };
  // Of 6,000 over 1,095 days come five or six a day; of 3,000 two or three; of 1,500 one or two.
  expect(left).toEqual({
    sessions: 30 * 6,
    verifications: 5,
    "rate limits": 0,
    "events of orders": 3000,
    "other events": expect.closeTo(540, -1),
    "lines of mails": 6000,
    "contents of mails": 90 * 6 - 1,
    tickets: 3000,
    "suspected spam": expect.closeTo(270, -1),
    pictures: 1,
    "unclaimed files": 700,
    attachments: 700 + 1,
    runs: 1500,
    "images of runs": 1500 + 700,
    // Those of the last ten minutes come back still.
    designs: expect.closeTo(1500 + 700 + 2, -1),
    "versions of designs": 1500 + 700,
  });

  stuck.clear();
  await removeUnclaimedFiles(failing);
  await deleteUnusedAttachments(failing);
  await removeHiddenFiles(failing);
  await removeFreedDesigns(failing);
  expect(await count(shop, "design_versions")).toBe(1500);
  expect(await count(shop, "unclaimed_files")).toBe(0);
  expect(await count(shop, "ticket_attachments")).toBe(1);
  expect(await count(shop, "generation_images")).toBe(1500);
  await removeErasedMailFiles({ db, log, config });
});

test("what a killed process left half written goes after a day, and nothing else", async () => {
  const { storage, config } = (await openTestShop()).platform;
  await storage.put("generations/ab/whole.png", Buffer.from("whole"), "image/png");
  const folder = join(config.dataDir, "uploads/generations/ab");
  const old = new Date(Date.now() - 2 * 86_400_000);
  for (const name of ["old.png.0123.part", "new.png.0123.part"]) await writeFile(join(folder, name), "ha");
  for (const name of ["old.png.0123.part", "whole.png"]) await utimes(join(folder, name), old, old);
  await storage.removeDrafts(new Date(Date.now() - 86_400_000));
  expect((await readdir(folder)).sort()).toEqual(["new.png.0123.part", "whole.png"]);
});

test("neither the sweep of drafts nor a backup holds a list of the files", async () => {
  const root = mkdtempSync(join(quickestTemporaryFolder(), "thumbsmith-sweep-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  // Their paths alone are 20 MB.
  const deep = join(root, ...Array(14).fill("f".repeat(250)));
  mkdirSync(deep, { recursive: true });
  for (let n = 0; n < 6000; n += 1) writeFileSync(join(deep, `${n}`), "");
  writeFileSync(join(deep, "old.png.0123.part"), "ha");
  const sweep = `const { folderStorage } = await import("#server/providers/storage/folder.ts");
    const { isEmptyFolder, readFolder } = await import("#server/db/backup/uploads.ts");
    const root = ${JSON.stringify(root)};
    await folderStorage(root).removeDrafts(new Date(Date.now() + 60_000));
    if (await isEmptyFolder(root)) throw new Error("files were overlooked");
    for await (const { body } of readFolder(root)) body.destroy();`;
  const limits = ["--max-old-space-size=20", "--max-semi-space-size=1"];
  await promisify(execFile)(process.execPath, [...limits, "--input-type=module", "--eval", sweep], {
    cwd: projectRoot,
  });
  expect(readdirSync(deep)).toHaveLength(6000);
});
