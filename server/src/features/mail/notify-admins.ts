import type { Tx } from "#server/db/database.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { KindTo } from "./audience.ts";
import { findAdmins } from "./mail.repository.ts";
import { absolute, mailBrand, queueMail, renderPlain } from "./queue-mail.ts";
import type { MailBrand } from "./templates/layout.tsx";

interface AdminNotice {
  /** A notice is sent once for each key. */
  key: string;
  templateName: KindTo<"admins">;
  subject: string;
  paragraphs: string[];
  path: string;
  /** Where it is known already. */
  brand?: MailBrand;
}

/** Mails each admin that can sign in, in the transaction of what it tells. */
export async function notifyAdmins(platform: Platform, tx: Tx, notice: AdminNotice): Promise<void> {
  const admins = await findAdmins(tx);
  if (admins.length === 0) return;
  const content = await renderPlain(platform, notice.brand ?? (await mailBrand(platform, tx)), {
    title: notice.subject,
    paragraphs: notice.paragraphs,
    button: { label: "Open the back office", url: absolute(platform, notice.path) },
  });
  for (const { id, email } of admins) {
    await queueMail(tx, {
      to: email,
      subject: notice.subject,
      templateName: notice.templateName,
      dedupeKey: `${notice.key}:${id}`,
      ...content,
    });
  }
}
