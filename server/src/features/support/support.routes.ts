import { isSupportStaff } from "#contract/roles.ts";
import {
  getSupportMessage,
  getSupportMessages,
  newSupportMessage,
  postTicketRead,
  postTicketReply,
  putSupportMessageStatus,
} from "#contract/support.ts";
import { getSupportEvents, getSupportUnread } from "#contract/support-events.ts";
import { postGuestConversation, postGuestReply } from "#contract/support-guest.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { addressKey } from "#server/platform/http/client-address.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { attachmentRoutes } from "./attachments/attachments.routes.ts";
import { readGuestConversation, replyAsGuest } from "./guests/guest-replies.ts";
import type { Presence } from "./staff/presence.ts";
import { staffRoutes } from "./staff/staff.routes.ts";
import { subscribe } from "./support-events.ts";
import { changeTicket } from "./tickets/change-ticket.ts";
import { openTicket } from "./tickets/open-ticket.ts";
import { countUnread, markRead, readTicket, readTickets } from "./tickets/read-tickets.ts";
import { replyToTicket } from "./tickets/reply.ts";

/** A visitor's address may be a household's or a school's; a user is counted alone. */
const contactLimit = { name: "contact", max: 10, windowSeconds: 3600, by: "address" } as const;
const ticketLimit = { name: "new-ticket", max: 120, windowSeconds: 3600, by: "user" } as const;

export function supportRoutes(routes: Routes, platform: Platform, presence: Presence): void {
  ticketRoutes(routes, platform);
  guestRoutes(routes, platform);
  staffRoutes(routes, platform, presence);
  attachmentRoutes(routes, platform);
  eventRoutes(routes, platform);
}

function ticketRoutes(routes: Routes, platform: Platform): void {
  mount(routes, newSupportMessage).data(async ({ body, viewer, request }) => {
    if (viewer) await platform.rateLimits.use(ticketLimit, viewer.id);
    else await platform.rateLimits.use(contactLimit, addressKey(request));
    return openTicket(platform, viewer, body);
  });

  mount(routes, getSupportMessages).handle(async ({ query, viewer, total }) => {
    const found = await readTickets(platform, viewer, query);
    total(found.total, found.more);
    return found.records;
  });

  mount(routes, getSupportMessage).handle(({ params, viewer }) => readTicket(platform.db, viewer, params.id));

  mount(routes, putSupportMessageStatus).data(async (incoming) => {
    const { params, viewer, body } = incoming;
    await changeTicket(platform, viewer, actorOf(incoming), params.id, body);
    return readTicket(platform.db, viewer, params.id);
  });

  mount(routes, postTicketReply).data(async (incoming) => {
    const { params, viewer, body } = incoming;
    await replyToTicket(platform, viewer, actorOf(incoming), params.id, body);
    return readTicket(platform.db, viewer, params.id, body.sender);
  });

  mount(routes, postTicketRead).handle(async ({ params, viewer, body }) => {
    await markRead(platform, viewer, params.id, body.upTo);
    return { success: true };
  });

  mount(routes, getSupportUnread).data(({ viewer }) => countUnread(platform, viewer));
}

function guestRoutes(routes: Routes, platform: Platform): void {
  mount(routes, postGuestConversation).data(({ body }) => readGuestConversation(platform, body.token));

  mount(routes, postGuestReply).data(({ body }) => replyAsGuest(platform, body));
}

/** Tells a browser which of its tickets changed. */
function eventRoutes(routes: Routes, platform: Platform): void {
  mount(routes, getSupportEvents).handle(async (incoming) => {
    const { viewer } = incoming;
    let unsubscribe = () => {};
    const stream = routes.streams.open(incoming, () => unsubscribe());
    const subscriber = { id: viewer.id, staff: isSupportStaff(viewer) };
    unsubscribe = subscribe(platform.events, subscriber, (event) => stream.send(event, "support"));
    stream.send({}, "ready");
    return undefined;
  });
}
