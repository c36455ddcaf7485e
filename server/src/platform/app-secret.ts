import { randomBytes } from "node:crypto";
import { link, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#server/config.ts";
import { draftOf, syncFolder } from "#server/durable-files.ts";
import { ensurePrivateDir } from "./ensure-private-dir.ts";

/** As many characters as APP_SECRET has to have. */
const leastLength = 32;

/** The secret that signs sessions and encrypts keys: APP_SECRET, or one made once in DATA_DIR. */
export async function loadAppSecret(config: Pick<Config, "appSecret" | "dataDir">): Promise<string> {
  if (config.appSecret) return config.appSecret;
  const path = join(config.dataDir, "secret");
  try {
    ensurePrivateDir(config.dataDir, 0o777);
    if (!(await isFile(path))) await makeSecret(config.dataDir, path);
  } catch (error) {
    if (!(await isFile(path))) throw unusable(config.dataDir, error);
  }
  const secret = await readFile(path, "utf8").catch((error) => {
    throw unusable(config.dataDir, error);
  });
  if (secret.trim().length >= leastLength) return secret.trim();
  throw new Error(
    `The secret in "${path}" was cut short: put back what it held, from a copy of DATA_DIR; where there is none, remove ` +
      "the file, and enter the keys and client secrets anew that it sealed.",
  );
}

/**
 * The name is given to a file that is whole and on the disk, and to one alone, so that two first starts at once agree on one
 * secret. Where the file system knows no second names the first to write it has it.
 */
async function makeSecret(dataDir: string, path: string): Promise<void> {
  const secret = `${randomBytes(32).toString("base64url")}\n`;
  const options = { mode: 0o600, flag: "wx", flush: true };
  const draft = draftOf(path);
  try {
    await writeFile(draft, secret, options);
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") throw error;
      return writeFile(path, secret, options);
    });
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dataDir);
}

const isFile = async (path: string) => (await stat(path).catch(() => null))?.isFile() ?? false;

function unusable(dataDir: string, error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
  const cure = code === "ENOSPC" ? "make room on its disk" : "start Thumbsmith as the user who owns it";
  return new Error(
    `DATA_DIR "${dataDir}" cannot be used by this user (${code}): ${cure}, or set another DATA_DIR.`,
  );
}
