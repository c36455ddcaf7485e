import type { BodyOf } from "#contract/call.ts";
import {
  type rotateWebhookSecret as rotateCall,
  secretOverlapHours,
  secretToldMinutes,
  type WebhookRecord,
} from "#contract/webhooks.ts";
import { databaseNow } from "#server/db/clock.ts";
import { isId } from "#server/db/ids.ts";
import { loadTemplates, queueNotice } from "#server/features/mail/queue-mail.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { webhookChangedMail } from "./webhook-mails.ts";
import { encryptSecret, newSecret, openSecret, secretOfRequest } from "./webhook-secrets.ts";
import { lockWebhook, rotateSecret, type WebhookRow } from "./webhooks.repository.ts";
import { lockMember, type Member, recordOf, webhookMissing } from "./webhooks.service.ts";

const toldBefore = "This secret was changed before. Please change it once more to be told one.";

/**
 * Gives an address a new secret and tells it. Sent again under the same key it is the same secret, and the former one, by
 * which the receiver may still verify, goes on signing.
 */
export async function changeSecret(
  platform: Platform,
  member: Member,
  id: string,
  { idempotencyKey }: BodyOf<typeof rotateCall>,
): Promise<WebhookRecord & { secret: string }> {
  await loadTemplates();
  return platform.db.transaction(async (tx) => {
    await lockMember(tx, member);
    const before = isId(id) ? await lockWebhook(tx, member.id, id) : null;
    if (!before) throw webhookMissing();
    const now = await databaseNow(tx);
    const again = idempotencyKey === undefined ? null : secretOfRepeat(platform, before, idempotencyKey, now);
    if (again) return { ...recordOf(before, now), secret: again };
    const secret =
      idempotencyKey === undefined ? newSecret() : secretOfRequest(platform, before.secret, idempotencyKey);
    const row = await rotateSecret(tx, id, encryptSecret(platform, secret));
    const told = { change: "secret", url: row.url } as const;
    await queueNotice(platform, tx, await webhookChangedMail(platform, tx, member, told));
    return { ...recordOf(row, now), secret };
  });
}

/**
 * The present secret, where this request has made it out of the former one; null where it asks for another. As with one that
 * is added, a key that somebody finds later is told nothing.
 */
function secretOfRepeat(
  platform: Platform,
  row: WebhookRow,
  idempotencyKey: string,
  now: Date,
): string | null {
  if (!row.previousSecret || !row.previousUntil) return null;
  const secret = secretOfRequest(platform, row.previousSecret, idempotencyKey);
  if (secret !== openSecret(platform, row)) return null;
  const changedAt = row.previousUntil.getTime() - secretOverlapHours * 3_600_000;
  if (changedAt < now.getTime() - secretToldMinutes * 60_000) throw failure("CONFLICT", toldBefore);
  return secret;
}
