import { createHmac, randomBytes } from "node:crypto";
import type { Platform } from "#server/platform/platform.ts";
import { inBatches, reencryptEach } from "#server/platform/reencrypt.ts";
import { findWebhooksAfter, replaceSecrets, type WebhookRow } from "./webhooks.repository.ts";

const purpose = "webhook-secret";

type Needs = Pick<Platform, "encryption">;

/** As Standard Webhooks writes it: 32 bytes, of the 24 to 64 that it asks for. */
export const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

/**
 * One that the same change brings again, so that nothing has to be kept of it: made of the secret before it, as it lies
 * sealed, and of the request's key. Without APP_SECRET nobody can make it, whatever they know of both.
 */
export function secretOfRequest(
  { appSecret }: Pick<Platform, "appSecret">,
  encryptedFormer: string,
  idempotencyKey: string,
): string {
  const from = JSON.stringify([purpose, encryptedFormer, idempotencyKey]);
  return `whsec_${createHmac("sha256", appSecret).update(from).digest("base64")}`;
}

export const encryptSecret = ({ encryption }: Needs, secret: string) => encryption.encrypt(secret, purpose);

/** The secrets that sign at that moment of the database's clock, the newest first. Throws where no known APP_SECRET opens them. */
export function openSecrets({ encryption }: Needs, row: WebhookRow, at: Date): string[] {
  const isOverlap = row.previousUntil !== null && row.previousUntil > at;
  const sealed = isOverlap && row.previousSecret ? [row.secret, row.previousSecret] : [row.secret];
  return sealed.map((text) => encryption.decrypt(text, purpose));
}

/** The present one; null where no known APP_SECRET opens it. Such a one can be changed all the same. */
export function openSecret({ encryption }: Needs, { secret }: WebhookRow): string | null {
  try {
    return encryption.decrypt(secret, purpose);
  } catch {
    return null;
  }
}

/** Encrypts anew what lies under a former APP_SECRET, so that it can be dropped. */
export async function reencryptWebhookSecrets({ db, encryption, log }: Platform): Promise<void> {
  const rows = inBatches((...some) => findWebhooksAfter(db, ...some), "id");
  const naming = { one: "a webhook's secret", many: "webhooks' secrets", id: ["webhook", "id"] } as const;
  await reencryptEach(log, naming, rows, async (row) => {
    const secret = encryption.reencrypt(row.secret, purpose);
    const previous = row.previousSecret && encryption.reencrypt(row.previousSecret, purpose);
    if (secret === null && previous === null) return false;
    const previousSecret = previous ?? row.previousSecret;
    return replaceSecrets(db, row, { secret: secret ?? row.secret, previousSecret });
  });
}
