import {
  getSupportMessage,
  getSupportMessages,
  newSupportMessage,
  postTicketRead,
  postTicketReply,
  putSupportMessageStatus,
} from "#contract/support.ts";
import { getSupportUnread } from "#contract/support-events.ts";
import { postGuestConversation, postGuestReply } from "#contract/support-guest.ts";
import {
  getSupportStaff,
  postTicketNote,
  postTicketPresence,
  putTicketAssignee,
} from "#contract/support-staff.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { addressKey } from "#server/platform/http/client-address.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { attachmentRoutes } from "./attachments/attachments.routes.ts";
import { readGuestConversation, replyAsGuest } from "./guests/guest-replies.ts";
import { cannedReplyRoutes } from "./staff/canned-replies.routes.ts";
import type { Presence } from "./staff/presence.ts";
import { supportEventRoutes } from "./support-events.routes.ts";
import { assignTicket, changeTicket } from "./tickets/change-ticket.ts";
import { openTicket } from "./tickets/open-ticket.ts";
import { countUnread, markRead, readStaff, readTicket, readTickets } from "./tickets/read-tickets.ts";
import { addNote, replyToTicket } from "./tickets/reply.ts";
import { requireTicket } from "./tickets/ticket-access.ts";

/** A visitor's address may be a household's or a school's; a member is counted alone. */
const contactLimit = { name: "contact", max: 10, windowSeconds: 3600, by: "address" } as const;
const ticketLimit = { name: "new-ticket", max: 120, windowSeconds: 3600, by: "user" } as const;

export function supportRoutes(routes: Routes, platform: Platform, presence: Presence): void {
  ticketRoutes(routes, platform);
  guestRoutes(routes, platform);
  deskRoutes(routes, platform, presence);
  cannedReplyRoutes(routes, platform);
  attachmentRoutes(routes, platform);
  supportEventRoutes(routes, platform);
}

function ticketRoutes(routes: Routes, platform: Platform): void {
  mount(routes, newSupportMessage).handle(async ({ body, viewer, request }) => {
    if (viewer) await platform.rateLimits.use(ticketLimit, viewer.id);
    else await platform.rateLimits.use(contactLimit, addressKey(request));
    return { success: true, data: await openTicket(platform, viewer, body) };
  });

  mount(routes, getSupportMessages).handle(async ({ query, viewer, total }) => {
    const found = await readTickets(platform, viewer, query);
    total(found.total, found.more);
    return found.records;
  });

  mount(routes, getSupportMessage).handle(({ params, viewer }) => readTicket(platform, viewer, params.id));

  mount(routes, putSupportMessageStatus).handle(async (incoming) => {
    const { params, viewer, body } = incoming;
    await changeTicket(platform, viewer, actorOf(incoming), params.id, body);
    return { success: true, data: await readTicket(platform, viewer, params.id) };
  });

  mount(routes, postTicketReply).handle(async (incoming) => {
    const { params, viewer, body } = incoming;
    await replyToTicket(platform, viewer, actorOf(incoming), params.id, body);
    return { success: true, data: await readTicket(platform, viewer, params.id, body.sender) };
  });

  mount(routes, postTicketRead).handle(async ({ params, viewer, body }) => {
    await markRead(platform, viewer, params.id, body.upTo);
    return { success: true };
  });

  mount(routes, getSupportUnread).handle(async ({ viewer }) => ({
    success: true,
    data: await countUnread(platform, viewer),
  }));
}

function guestRoutes(routes: Routes, platform: Platform): void {
  mount(routes, postGuestConversation).handle(async ({ body }) => ({
    success: true,
    data: await readGuestConversation(platform, body.token),
  }));

  mount(routes, postGuestReply).handle(async ({ body }) => ({
    success: true,
    data: await replyAsGuest(platform, body),
  }));
}

/** What only the staff does. */
function deskRoutes(routes: Routes, platform: Platform, presence: Presence): void {
  mount(routes, postTicketNote).handle(async (incoming) => {
    const { params, viewer, body } = incoming;
    await addNote(platform, viewer, actorOf(incoming), params.id, body);
    return { success: true, data: await readTicket(platform, viewer, params.id) };
  });

  mount(routes, putTicketAssignee).handle(async (incoming) => {
    const { params, viewer, body } = incoming;
    await assignTicket(platform, viewer, actorOf(incoming), params.id, body);
    return { success: true, data: await readTicket(platform, viewer, params.id) };
  });

  mount(routes, getSupportStaff).handle(({ viewer }) => readStaff(platform, viewer));

  mount(routes, postTicketPresence).handle(async ({ params, viewer, body }) => {
    const ticket = await requireTicket(platform.db, viewer, params.id);
    const { typing, leaving = false } = body;
    const sign = { ticketId: ticket.id, userId: viewer.id, userName: viewer.name, typing, leaving };
    return { success: true, data: await presence.sign(sign) };
  });
}
