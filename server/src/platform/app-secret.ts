import { randomBytes } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#server/config.ts";
import { ensurePrivateDir } from "./ensure-private-dir.ts";

/**
 * The secret that signs sessions and seals keys: APP_SECRET, or one made once in DATA_DIR. The file is created
 * exclusively, so that two first starts at once agree on one secret.
 */
export async function loadAppSecret(config: Pick<Config, "appSecret" | "dataDir">): Promise<string> {
  if (config.appSecret) return config.appSecret;
  const path = join(config.dataDir, "secret");
  try {
    ensurePrivateDir(config.dataDir, 0o777);
    await writeFile(path, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(await stat(path).catch(() => null))?.isFile()) throw unusable(config.dataDir, error);
  }
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    throw unusable(config.dataDir, error);
  }
}

function unusable(dataDir: string, error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
  return new Error(
    `DATA_DIR "${dataDir}" cannot be used by this user (${code}): start Thumbsmith as the user who owns it, or set ` +
      "another DATA_DIR.",
  );
}
