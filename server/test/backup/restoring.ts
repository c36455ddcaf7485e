import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { compileCache } from "../helpers/shop-process.ts";

const run = promisify(execFile);

/** Gone with the test. */
export async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), "restore-"));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

/** What the command prints. */
export async function restore(database: string, dataDir: string, ...more: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, ...compileCache, DATABASE_URL: database, DATA_DIR: dataDir };
  const command = path.resolve("server/src/commands/restore.ts");
  return (await run(process.execPath, [command, ...more], { env })).stdout;
}
