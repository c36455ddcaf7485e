import {
  deleteCannedReply,
  getCannedReplies,
  postCannedReply,
  putCannedReply,
} from "#contract/canned-replies.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { addCannedReply, changeCannedReply, readCannedReplies, removeCannedReply } from "./canned-replies.ts";

export function cannedReplyRoutes(routes: Routes, platform: Platform): void {
  mount(routes, getCannedReplies).handle(() => readCannedReplies(platform));

  mount(routes, postCannedReply).handle(async (incoming) => ({
    success: true,
    data: await addCannedReply(platform, actorOf(incoming), incoming.body),
  }));

  mount(routes, putCannedReply).handle(async (incoming) => ({
    success: true,
    data: await changeCannedReply(platform, actorOf(incoming), incoming.params.id, incoming.body),
  }));

  mount(routes, deleteCannedReply).handle(async (incoming) => {
    await removeCannedReply(platform, actorOf(incoming), incoming.params.id);
    return { success: true };
  });
}
