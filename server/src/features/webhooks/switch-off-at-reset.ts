import type { Tx } from "#server/db/database.ts";
import { queueMail } from "#server/features/mail/queue-mail.ts";
import type { Platform } from "#server/platform/platform.ts";
import { webhooksOffMail } from "./webhook-mails.ts";
import { failWaiting, switchOffAllOf } from "./webhooks.repository.ts";

/**
 * With a new password by a mail's link, in its transaction: whoever knew the old one may have had themselves told what happens
 * in the account. Which addresses are the member's own, only they know: none is removed, and what is off they switch on.
 */
export async function switchOffAtReset(
  platform: Platform,
  tx: Tx,
  member: { id: string; email: string; name: string },
): Promise<void> {
  const off = await switchOffAllOf(tx, member.id);
  for (const { id } of off) await failWaiting(tx, id, "The address was switched off.");
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
