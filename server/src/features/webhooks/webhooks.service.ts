import type { z } from "zod";
import type { editWebhook as editCall, WebhookRecord } from "#contract/webhooks.ts";
import { databaseNow } from "#server/db/clock.ts";
import type { Tx } from "#server/db/database.ts";
import { isId } from "#server/db/ids.ts";
import { lockActiveOwner, lockSessionOrKey } from "#server/db/lock-owner.ts";
import { loadTemplates, queueMail, queueNotice } from "#server/features/mail/queue-mail.ts";
import { failure, invalid, isStale, stale } from "#server/platform/failure.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { refusalOf } from "#server/providers/webhooks/public-address.ts";
import { findExportedDeliveries, findExportedWebhooks } from "./export.repository.ts";
import { webhookChangedMail, webhooksOffMail } from "./webhook-mails.ts";
import {
  deleteWebhook,
  failWaiting,
  findWebhook,
  findWebhooks,
  lockWebhook,
  switchOffAllOf,
  updateWebhook,
  type WebhookRow,
} from "./webhooks.repository.ts";

export { reencryptWebhookSecrets } from "./webhook-secrets.ts";
export { deleteWebhooksOf as eraseWebhooks } from "./webhooks.repository.ts";

export type Member = Pick<Viewer, "id" | "email" | "name" | "sessionId" | "key">;

export const webhookMissing = () => failure("NOT_FOUND", "Webhook not found.");

/**
 * Before a webhook is added or changed. A new password, which ends sessions and keys and switches webhooks off, comes after
 * what is done then, or before it, and nothing is done.
 */
export async function lockMember(tx: Tx, member: Member): Promise<void> {
  if (!(await lockActiveOwner(tx, member.id))) throw failure("USER_DISABLED");
  if (!(await lockSessionOrKey(tx, member))) throw failure(member.key ? "KEY_INVALID" : "UNAUTHENTICATED");
}

export async function readWebhooks({ db }: Platform, userId: string): Promise<WebhookRecord[]> {
  const now = await databaseNow(db);
  return (await findWebhooks(db, userId)).map((row) => recordOf(row, now));
}

/** Another person's and one that never was are the same to the viewer. */
export async function requireWebhook({ db }: Platform, userId: string, id: string): Promise<WebhookRow> {
  const row = isId(id) ? await findWebhook(db, userId, id) : null;
  if (!row) throw webhookMissing();
  return row;
}

export async function editWebhook(
  platform: Platform,
  member: Member,
  id: string,
  { version, ...form }: z.output<typeof editCall.body>,
): Promise<WebhookRecord> {
  const sentUrl = form.url === undefined ? undefined : readAddress(platform, form.url);
  await loadTemplates();
  return platform.db.transaction(async (tx) => {
    await lockMember(tx, member);
    const before = isId(id) ? await lockWebhook(tx, member.id, id) : null;
    if (!before) throw webhookMissing();
    const now = await databaseNow(tx);
    if (isStale(version, before)) throw stale(recordOf(before, now));
    const url = sentUrl ?? before.url;
    const active = form.active ?? before.active;
    const begins = (active && !before.active) || url !== before.url;
    // As it is switched on too: an event of the same moment, or a try that was cut short, may have left one behind.
    if (before.active !== active) await failWaiting(tx, id);
    const after = await updateWebhook(tx, id, {
      ...form,
      url,
      ...(begins ? { failingSince: null } : {}),
      ...(active ? { switchedOffAt: null } : {}),
    });
    if (url !== before.url)
      await queueNotice(
        platform,
        tx,
        await webhookChangedMail(platform, tx, member, { change: "moved", url }),
      );
    return recordOf(after, now);
  });
}

export async function removeWebhook({ db }: Platform, userId: string, id: string): Promise<void> {
  if (!isId(id) || !(await deleteWebhook(db, userId, id))) throw webhookMissing();
}

/**
 * With a new password by a mail's link or of the first admin, in its transaction: whoever knew the old one may have had
 * themselves told what happens in the account. Which addresses are the member's own, only they know: none is removed, and
 * what is off they switch on.
 */
export async function switchOffAtReset(
  platform: Pick<Platform, "config">,
  tx: Tx,
  member: { id: string; email: string; name: string },
): Promise<void> {
  const off = await switchOffAllOf(tx, member.id);
  for (const { id } of off) await failWaiting(tx, id);
  if (off.length > 0)
    await queueMail(
      tx,
      await webhooksOffMail(
        platform,
        tx,
        member,
        off.map(({ url }) => url),
      ),
    );
}

/** As `URL` writes it, so that what is shown is what is connected to. The part behind # is never sent. */
export function readAddress({ config }: Platform, entered: string): string {
  const refusal = refusalOf(entered, config.webhooks);
  if (refusal) throw invalid({ url: refusal });
  const url = new URL(entered);
  url.hash = "";
  return url.href;
}

export function recordOf(row: WebhookRow, now: Date): WebhookRecord {
  const isOverlap = row.previousUntil !== null && row.previousUntil > now;
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    lowBalance: row.lowBalance,
    active: row.active,
    failingSince: row.failingSince?.toISOString() ?? null,
    switchedOffAt: row.switchedOffAt?.toISOString() ?? null,
    previousSecretUntil: isOverlap ? row.previousUntil!.toISOString() : null,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
  };
}

/** What the export tells: the addresses without their secrets, and what was sent there. */
export async function exportWebhooks(tx: Tx, userId: string) {
  return {
    addresses: await findExportedWebhooks(tx, userId),
    deliveries: await findExportedDeliveries(tx, userId),
  };
}
