import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { createBackup } from "#server/db/backup/create-backup.ts";
import { cloneTestDatabase } from "../helpers/test-cluster.ts";

/** What a command that cannot do its work says, whole. */
function refusal(script: string, env: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      script.split(" "),
      { env: { PATH: process.env.PATH, ...env } },
      (error, stdout, stderr) => (error ? resolve(stdout + stderr) : reject(new Error("it did its work"))),
    );
  });
}

test("a command that there is not is answered by those that there are", async () => {
  const names = "audit, backup, create-admin, doctor, psql, restore, seed, seed-demo";
  expect(await refusal("scripts/command.mjs bakcup")).toBe(`Name one command: ${names}.\n`);
});

test.each(["seed", "seed-demo"])("a shop that is no demo is not filled by %s", async (name) => {
  const env = { APP_URL: "https://shop.example", DATABASE_URL: "postgres://127.0.0.1:1/shop" };
  expect(await refusal(`server/src/commands/${name}.ts`, env)).toBe(
    "Only a demo is filled with invented sales, and this shop has DEMO off.\n",
  );
});

test("a bad variable is answered by its sentence alone, by psql's command too", async () => {
  expect(await refusal("server/src/commands/psql.ts", { PORT: "x" })).toBe(
    'PORT must be a whole number from 1 to 65535, not "x".\n',
  );
});

test("a backup into a folder that is not there is told so", async () => {
  const { connectionString, drop } = await cloneTestDatabase(inject("postgres"));
  const folder = await mkdtemp(join(tmpdir(), "backup-"));
  onTestFinished(async () => {
    await drop();
    await rm(folder, { recursive: true });
  });
  const file = join(folder, "no", "shop.tar.gz");
  await expect(createBackup({ connectionString, uploadsDir: undefined, file })).rejects.toThrow(
    `"${file}" cannot be written (ENOENT): name a file in a folder that is there`,
  );
});
