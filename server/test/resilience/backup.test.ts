import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, inject, onTestFinished, test } from "vitest";
import { createBackup } from "#server/db/backup/create-backup.ts";
import { restoreBackup } from "#server/db/backup/restore-backup.ts";
import { openDatabase } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { projectRoot } from "#server/project-root.ts";
import { cloneTestDatabase } from "../helpers/test-cluster.ts";
import { openTestShop } from "../helpers/test-shop.ts";
import { appSecret, openFixture } from "./fixtures.ts";
import { invariants } from "./ledger-check.ts";
import { startTraffic } from "./traffic.ts";

test("a backup taken under traffic is a whole shop elsewhere: its books are true, its runs end, its pictures are there", async () => {
  const fixture = await openFixture();
  await fixture.start();
  const traffic = startTraffic(fixture);
  await traffic.answers(80);
  const elsewhere = await mkdtemp(join(tmpdir(), "elsewhere-"));
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true }));
  const file = join(elsewhere, "backup");
  await createBackup({
    connectionString: fixture.connectionString,
    uploadsDir: join(fixture.dataDir, "uploads"),
    file,
  });
  await traffic.answers(40);
  await traffic.stop();

  const { connectionString, drop } = await cloneTestDatabase(inject("postgres"));
  onTestFinished(drop);
  const dataDir = join(elsewhere, "data");
  const uploadsDir = join(dataDir, "uploads");
  const migrationsFolder = join(projectRoot, "server/src/db/migrations");
  await restoreBackup({ file, connectionString, uploadsDir, replace: true, migrationsFolder, migrate });
  const { db, close } = openDatabase(connectionString, { max: 2, onError: () => undefined });
  onTestFinished(close);
  expect(await invariants({ db }), "as it was restored").toEqual([]);

  await openTestShop({
    database: connectionString,
    dataDir,
    env: {
      APP_SECRET: appSecret,
      PAYPAL_API_URL: fixture.paypal.baseUrl,
      GEMINI_API_URL: fixture.model.url,
      SMTP_URL: fixture.mail.url,
    },
  });
  const open = sql`select id from generations where stage not in ('done', 'failed')`;
  await expect
    .poll(async () => (await db.execute(open)).rows, { timeout: 60_000, interval: 250 })
    .toEqual([]);
  expect(await invariants({ db }), "when its runs have ended").toEqual([]);
  const { rows } = await db.execute<{ file_key: string }>(sql`select file_key from generation_images`);
  expect(rows.length).toBeGreaterThan(0);
  for (const { file_key: key } of rows) await access(join(uploadsDir, key));
}, 240_000);
