import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import type { Platform } from "#server/platform/platform.ts";
import { findEncryptedFactors, replaceEncryptedFactor } from "./auth.repository.ts";
import type { Auth } from "./auth.ts";

const batch = 100;

/** Encrypts anew what a former APP_SECRET sealed, so that it can be dropped; logs those that no secret opens. */
export async function reencryptSecondFactors({ db, log }: Platform, auth: Auth): Promise<void> {
  const { secretConfig: key } = await auth.$context;
  if (typeof key === "string") return;
  const fresh = async (data: string) =>
    symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) });
  let [after, reencrypted] = ["", 0];
  for (;;) {
    const rows = await findEncryptedFactors(db, {
      otherThan: `$ba$${key.currentVersion}$`,
      after,
      limit: batch,
    });
    for (const row of rows) {
      after = row.id;
      try {
        const next = { secret: await fresh(row.secret), backupCodes: await fresh(row.backupCodes) };
        await replaceEncryptedFactor(db, row, next);
        reencrypted += 1;
      } catch (error) {
        log.error(
          { err: error, userId: row.userId },
          "a second factor cannot be opened with the APP_SECRET given",
        );
      }
    }
    if (rows.length < batch) break;
  }
  if (reencrypted > 0)
    log.info({ reencrypted }, "second factors were sealed anew under the present APP_SECRET");
}
