import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#server/config.ts";

/**
 * The secret that signs sessions and seals keys: APP_SECRET, or one made once in DATA_DIR. The file is created
 * exclusively, so that two first starts at once agree on one secret.
 */
export async function loadAppSecret(config: Pick<Config, "appSecret" | "dataDir">): Promise<string> {
  if (config.appSecret) return config.appSecret;
  const path = join(config.dataDir, "secret");
  await mkdir(config.dataDir, { recursive: true });
  try {
    await writeFile(path, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return (await readFile(path, "utf8")).trim();
}
