import type { Platform } from "#server/platform/platform.ts";
import { findKeys, replaceSealed } from "./ai-keys.repository.ts";
import { keyPurpose } from "./ai-keys.service.ts";

/** Seals the keys anew that lie under a former APP_SECRET, so that it can be dropped; names those that none opens. */
export async function resealKeys(platform: Pick<Platform, "db" | "encryption" | "log">): Promise<void> {
  for (const { id, sealedKey } of await findKeys(platform.db)) {
    try {
      const fresh = platform.encryption.reencrypt(sealedKey, keyPurpose);
      if (fresh === null) continue;
      await replaceSealed(platform.db, id, sealedKey, fresh);
      platform.log.info({ aiKey: id }, "an AI key was sealed anew under the present APP_SECRET");
    } catch (error) {
      platform.log.error({ err: error, aiKey: id }, "an AI key cannot be opened with the APP_SECRET given");
    }
  }
}
