import { getMessageLog, sendAgain as sendAgainCall, sendMessage as sendMessageCall } from "#contract/mail.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { readMessageLog, sendAgain, sendMessage } from "./mail.service.ts";
import { mailCatcherRoutes } from "./mail-catcher.ts";

export function mailRoutes(routes: Routes, platform: Platform): void {
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

  if (platform.config.demo) mailCatcherRoutes(routes, platform);
}
