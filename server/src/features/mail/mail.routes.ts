import { getMessageLog, sendAgain as sendAgainCall, sendMessage as sendMessageCall } from "#contract/mail.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { MailProvider } from "#server/providers/mail/mail-provider.ts";
import { openMail } from "#server/providers/mail/open-mail.ts";
import { demoMailPages } from "./demo-mail-pages.ts";
import { removeErasedMailFiles } from "./erased-mail-files.ts";
import { readMessageLog, sendAgain, sendMessage } from "./mail.service.ts";
import { sendDueMails } from "./send-mails.ts";

export function mailRoutes(
  routes: Routes,
  platform: Platform,
  provider: MailProvider = openMail(platform.config),
): void {
  mount(routes, sendMessageCall).handle(async (incoming) => {
    await sendMessage(platform, actorOf(incoming), incoming.body);
    return { success: true, message: "Message sent successfully." };
  });

  mount(routes, getMessageLog).handle(async ({ query, total }) => {
    const log = await readMessageLog(platform, query);
    total(log.total, log.more);
    return log.entries;
  });

  mount(routes, sendAgainCall).handle(async (incoming) => {
    await sendAgain(platform, actorOf(incoming), incoming.params.id);
    return { success: true, message: "Message queued again." };
  });

  if (platform.config.demo) demoMailPages(routes, platform);
  platform.jobs.every("mail", 15, (signal) => sendDueMails(platform, provider, signal));
  platform.jobs.every("erased-mails", 3600, () => removeErasedMailFiles(platform));
  routes.app.addHook("onClose", async () => provider.close());
}
