import {
  deleteCannedReply,
  getCannedReplies,
  postCannedReply,
  putCannedReply,
} from "#contract/canned-replies.ts";
import {
  getSupportStaff,
  postTicketNote,
  postTicketPresence,
  putTicketAssignee,
} from "#contract/support-staff.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { assignTicket } from "../tickets/change-ticket.ts";
import { readStaff, readTicket } from "../tickets/read-tickets.ts";
import { addNote } from "../tickets/reply.ts";
import { requireTicket } from "../tickets/ticket-access.ts";
import { addCannedReply, changeCannedReply, readCannedReplies, removeCannedReply } from "./canned-replies.ts";
import type { Presence } from "./presence.ts";

/** What only the staff does. */
export function staffRoutes(routes: Routes, platform: Platform, presence: Presence): void {
  cannedReplyRoutes(routes, platform);

  mount(routes, postTicketNote).data(async (incoming) => {
    const { params, viewer, body } = incoming;
    await addNote(platform, viewer, actorOf(incoming), params.id, body);
    return readTicket(platform.db, viewer, params.id);
  });

  mount(routes, putTicketAssignee).data(async (incoming) => {
    const { params, viewer, body } = incoming;
    await assignTicket(platform, viewer, actorOf(incoming), params.id, body);
    return readTicket(platform.db, viewer, params.id);
  });

  mount(routes, getSupportStaff).handle(({ viewer }) => readStaff(platform, viewer));

  mount(routes, postTicketPresence).data(async ({ params, viewer, body }) => {
    const ticket = await requireTicket(platform.db, viewer, params.id);
    const { typing, leaving = false } = body;
    const heartbeat = { ticketId: ticket.id, userId: viewer.id, userName: viewer.name, typing, leaving };
    return presence.heartbeat(heartbeat);
  });
}

function cannedReplyRoutes(routes: Routes, platform: Platform): void {
  mount(routes, getCannedReplies).handle(() => readCannedReplies(platform));

  mount(routes, postCannedReply).data((incoming) =>
    addCannedReply(platform, actorOf(incoming), incoming.body),
  );

  mount(routes, putCannedReply).data((incoming) =>
    changeCannedReply(platform, actorOf(incoming), incoming.params.id, incoming.body),
  );

  mount(routes, deleteCannedReply).handle(async (incoming) => {
    await removeCannedReply(platform, actorOf(incoming), incoming.params.id);
    return { success: true };
  });
}
