import { z } from "zod";
import { call } from "./call.ts";
import { envelope, idParams, recordVersion } from "./fields.ts";
import { replyKey, replyMessage, staffMember, ticketRecord } from "./support.ts";

export const postTicketNote = call({
  method: "POST",
  path: "/api/support/tickets/{id}/notes",
  access: "support",
  proof: "session",
  summary: "Adds a note that only the support staff sees.",
  params: idParams,
  body: z.strictObject({ key: replyKey, message: replyMessage }),
  answer: envelope(ticketRecord),
  status: 201,
  errors: ["INVALID_INPUT", "NOT_FOUND", "CONFLICT"],
});

export const putTicketAssignee = call({
  method: "PUT",
  path: "/api/support/tickets/{id}/assignee",
  access: "support",
  proof: "session",
  summary: "Gives a ticket to one of the support staff, or to nobody.",
  params: idParams,
  body: z.strictObject({ assigneeId: z.string().max(200).nullable(), version: recordVersion.optional() }),
  answer: envelope(ticketRecord),
  errors: ["INVALID_INPUT", "NOT_FOUND", "STALE_VERSION"],
});

export const ticketPresence = z.array(staffMember.extend({ typing: z.boolean() }));

export const postTicketPresence = call({
  method: "POST",
  path: "/api/support/tickets/{id}/presence",
  access: "support",
  proof: "session",
  summary: "Says that the caller looks at a ticket, and answers who else does. Lapses after 30 seconds.",
  params: idParams,
  body: z.strictObject({ typing: z.boolean(), leaving: z.boolean().optional() }),
  answer: envelope(ticketPresence),
  errors: ["INVALID_INPUT", "NOT_FOUND"],
});

export const getSupportStaff = call({
  method: "GET",
  path: "/api/support/staff",
  access: "support",
  summary: "Everyone a ticket can be given to.",
  answer: z.array(staffMember),
  errors: [],
});
