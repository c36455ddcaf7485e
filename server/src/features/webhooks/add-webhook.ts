import type { BodyOf } from "#contract/call.ts";
import {
  type addWebhook as addCall,
  maxWebhooks,
  secretToldMinutes,
  type WebhookRecord,
} from "#contract/webhooks.ts";
import { databaseNow } from "#server/db/clock.ts";
import { idOfRequest } from "#server/db/ids.ts";
import { loadTemplates, queueNotice } from "#server/features/mail/queue-mail.ts";
import { failure, requireSame } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { webhookChangedMail } from "./webhook-mails.ts";
import { encryptSecret, newSecret, openSecrets } from "./webhook-secrets.ts";
import { findWebhook, insertWebhook, type WebhookRow } from "./webhooks.repository.ts";
import { lockMember, type Member, readAddress, recordOf } from "./webhooks.service.ts";

type Added = WebhookRecord & { secret: string };
type Fields = Pick<WebhookRow, "url" | "events" | "lowBalance">;

const tooMany = `You have ${maxWebhooks} addresses already. Please remove one first.`;
const changedSince = "This address was added, and changed since. Please look for it in your list.";
const toldBefore = "This address was added before. Please change its secret to be told one.";

/** Adds an address and tells its secret. Sent again under the same key it stands once, and its secret is told again. */
export async function addWebhook(
  platform: Platform,
  member: Member,
  { idempotencyKey, ...form }: BodyOf<typeof addCall>,
): Promise<Added> {
  const fields = { ...form, url: readAddress(platform, form.url) };
  const id = idOfRequest(["webhook", member.id], idempotencyKey);
  const secret = newSecret();
  await loadTemplates();
  return platform.db.transaction(async (tx) => {
    await lockMember(tx, member);
    const earlier = await findWebhook(tx, member.id, id);
    const now = await databaseNow(tx);
    if (earlier) return toldAgain(platform, earlier, fields, now);
    const made = { ...fields, id, userId: member.id, secret: encryptSecret(platform, secret) };
    const row = await insertWebhook(tx, made);
    if (!row) throw failure("CONFLICT", tooMany);
    const told = { change: "added", url: fields.url } as const;
    await queueNotice(platform, tx, await webhookChangedMail(platform, tx, member, told));
    return { ...recordOf(row, now), secret };
  });
}

/** For as long as an answer may have been lost just now: a key that somebody finds later tells nothing. */
function toldAgain(platform: Platform, row: WebhookRow, fields: Fields, now: Date): Added {
  const { url, events, lowBalance } = fields;
  requireSame(row, { url, events, lowBalance }, changedSince);
  const isRotated = row.previousUntil !== null;
  const isOld = row.createdAt.getTime() < now.getTime() - secretToldMinutes * 60_000;
  if (isRotated || isOld) throw failure("CONFLICT", toldBefore);
  return { ...recordOf(row, now), secret: openSecrets(platform, row, now)[0]! };
}
