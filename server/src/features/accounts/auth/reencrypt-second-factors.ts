import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import type { Platform } from "#server/platform/platform.ts";
import { inBatches, reencryptEach } from "#server/platform/reencrypt.ts";
import { findEncryptedFactors, replaceEncryptedFactor } from "./auth.repository.ts";
import type { Auth } from "./auth.ts";

/** Encrypts anew what a former APP_SECRET sealed, so that it can be dropped; logs those that no secret opens. */
export async function reencryptSecondFactors({ db, log }: Platform, auth: Auth): Promise<void> {
  const { secretConfig: key } = await auth.$context;
  if (typeof key === "string") return;
  const fresh = async (data: string) =>
    symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) });
  const otherThan = `$ba$${key.currentVersion}$`;
  const rows = inBatches((after, limit) => findEncryptedFactors(db, { otherThan, after, limit }), "id");
  const naming = { one: "a second factor", many: "second factors", id: ["userId", "userId"] } as const;
  await reencryptEach(log, naming, rows, async (row) => {
    const next = { secret: await fresh(row.secret), backupCodes: await fresh(row.backupCodes) };
    return replaceEncryptedFactor(db, row, next);
  });
}
