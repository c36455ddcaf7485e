import { z } from "zod";
import { call } from "./call.ts";
import {
  acknowledged,
  envelope,
  idempotencyKey,
  idParams,
  isStorableDate,
  listQuery,
  longText,
  oneOf,
  plainText,
  recordVersion,
} from "./fields.ts";
import { attachmentIds, attachmentRecord } from "./support-attachments.ts";
import { openingMessage, phone, subject } from "./support-forms.ts";
import { listedWordsBytes } from "./support-limits.ts";

export const ticketStatuses = ["open", "in-progress", "resolved", "closed"] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

export const ticketPriorities = ["high", "medium", "low"] as const;
export type TicketPriority = (typeof ticketPriorities)[number];

/** One entry of the conversation after the opening message. */
export const ticketEntry = z.object({
  _id: z.string(),
  message: z.string(),
  timestamp: z.string(),
  sender: z.enum(["admin", "user"]),
  /** Counts up within the ticket, notes included; what has been read is told by it. */
  position: z.number().int(),
  authorName: z.string(),
  attachments: z.array(attachmentRecord),
});
export type TicketEntry = z.output<typeof ticketEntry>;

export const internalNote = z.object({
  _id: z.string(),
  message: z.string(),
  timestamp: z.string(),
  position: z.number().int(),
  authorName: z.string(),
});
export type InternalNote = z.output<typeof internalNote>;

export const staffMember = z.object({ _id: z.string(), userName: z.string() });
export type StaffMember = z.output<typeof staffMember>;

export const ticketRecord = z.object({
  _id: z.string(),
  subject: z.string(),
  message: z.string(),
  phone: z.string(),
  ticketStatus: z.enum(ticketStatuses),
  priority: z.enum(ticketPriorities),
  /** Of status, priority and assignee. */
  version: recordVersion,
  createdAt: z.string(),
  updatedAt: z.string(),
  lastMessageAt: z.string(),
  ticketUserName: z.string(),
  ticketUserEmail: z.string(),
  ticketUserRole: z.literal("user"),
  ticketUserProfileURL: z.string().nullable(),
  /** False for a message that came through the contact form without a session. */
  fromMember: z.boolean(),
  attachments: z.array(attachmentRecord),
  adminMessage: z.array(ticketEntry),
  /** Messages of the other side that the caller has not seen. */
  unread: z.number().int(),
  /** For the support staff alone. */
  internalNotes: z.array(internalNote).optional(),
  assignee: staffMember.nullable().optional(),
  suspectedSpam: z.boolean().optional(),
  /** Whose account it belongs to; null for a visitor. Staff only. */
  userId: z.string().nullable().optional(),
  /** Why its account can't be signed in to; null where it can, or where it is a visitor's. Staff only. */
  accountState: z.enum(["disabled", "deleted"]).nullable().optional(),
});
export type TicketRecord = z.output<typeof ticketRecord>;

/**
 * The contact form and the customer's own form. What the server takes from the session or sets itself is dropped
 * unread: status, time and role always, name and e-mail for a member.
 */
export const newSupportMessage = call({
  method: "POST",
  path: "/new-support-message",
  access: "visitor",
  summary: "Opens a ticket: a member's own, or a visitor's message that is answered by mail.",
  body: z.object({
    subject,
    message: openingMessage,
    phone: phone.optional(),
    ticketUserName: z.unknown().optional(),
    ticketUserEmail: z.unknown().optional(),
    /** A field that people do not see: a visitor's message that fills it in is kept as suspected spam. */
    extra: z.unknown().optional(),
    /** Own uploads that nothing holds yet; members only. */
    attachments: attachmentIds.optional(),
    /** The same key again opens no second ticket. */
    idempotencyKey,
  }),
  answer: envelope(ticketRecord),
  status: 201,
  errors: ["INVALID_INPUT", "UNAUTHENTICATED", "NOT_FOUND", "CONFLICT", "TOO_MANY_REQUESTS"],
});

const day = z
  .string()
  .max(40, "Please enter a valid date.")
  .refine(
    (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) || /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text),
    {
      message: "Please enter a valid date.",
    },
  )
  .refine((text) => isRealDay(text.slice(0, 10)) && isStorableDate(text), {
    message: "Please enter a valid date.",
  });

function isRealDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const lowerCase = (value: unknown) => (typeof value === "string" ? value.trim().toLowerCase() : value);

export const getSupportMessages = call({
  method: "GET",
  path: "/support-messages",
  access: "member",
  summary: `A member's own tickets, or all for the support staff; newest first unless sorted otherwise. Without a page as many as ${listedWordsBytes / 1_000_000} MB of words hold, a thousand at most.`,
  query: listQuery(["createdAt", "lastMessageAt"], {
    /** Exactly this e-mail; another's than the caller's own gives an empty list to members. */
    userEmail: z.string().max(254).optional(),
    /** Only the caller's own, for staff who are in the customer area. */
    mine: oneOf(["true", "false"]).optional(),
    status: z.preprocess(lowerCase, oneOf(ticketStatuses)).optional(),
    priority: z.preprocess(lowerCase, oneOf(ticketPriorities)).optional(),
    /** Those that wait for the support staff alone: open or in progress, and not suspected spam; for the staff. */
    waiting: oneOf(["true"]).optional(),
    /** A staff member's id, `me` or `none`; for the support staff. */
    assignee: z.string().max(200).optional(),
    /** Suspected spam alone, or none of it; for the support staff. */
    spam: oneOf(["true", "false"]).optional(),
    /** A part of the e-mail; for the support staff. */
    email: plainText.max(254, "Please use at most 254 characters.").optional(),
    /** Days in UTC, both inclusive, or moments; they count only together. */
    from: day.optional(),
    to: day.optional(),
  }),
  answer: z.array(ticketRecord),
  errors: ["INVALID_INPUT"],
});

export const getSupportMessage = call({
  method: "GET",
  path: "/support-message/{id}",
  access: "member",
  summary: "One ticket with its conversation, for its owner and the support staff.",
  params: idParams,
  answer: ticketRecord,
  errors: ["NOT_FOUND"],
});

/** Of one person, by either of the calls that add a message. */
const replyLimit = { name: "support-reply", max: 600, windowSeconds: 3600, by: "user" } as const;

/**
 * The documented write: status, priority, and the whole conversation with at most one new last entry. The entries
 * before it must be what stands, or the beginning of it where others wrote meanwhile; nothing is ever lost.
 */
export const putSupportMessageStatus = call({
  method: "PUT",
  path: "/support-message-status/{id}",
  access: "member",
  summary:
    "Appends one message to a ticket, or changes its status or priority, or takes the suspicion of spam from it (support staff).",
  params: idParams,
  body: z.object({
    ticketStatus: z.preprocess(lowerCase, oneOf(ticketStatuses)).optional(),
    priority: z.preprocess(lowerCase, oneOf(ticketPriorities)).optional(),
    suspectedSpam: z.literal(false).optional(),
    version: recordVersion.optional(),
    adminMessage: z
      .array(
        z.object({
          message: longText,
          sender: z.enum(["admin", "user"]),
          /** The server sets its own; a client's one only tells a repeated request from a new message. */
          timestamp: z.unknown().optional(),
        }),
      )
      .max(20_000)
      .optional(),
  }),
  bodyLimit: 4 * 1024 * 1024,
  answer: envelope(ticketRecord),
  errors: ["INVALID_INPUT", "FORBIDDEN", "NOT_FOUND", "CONFLICT", "STALE_VERSION"],
  rateLimit: replyLimit,
});

export const replyMessage = longText.min(1, "Please enter your message");

/** Made by the sender, so that a reply sent twice after a lost answer stands once. */
export const replyKey = z.string().regex(/^[0-9a-f]{24}$/);

export const postTicketReply = call({
  method: "POST",
  path: "/api/support/tickets/{id}/replies",
  access: "member",
  summary: "Adds one message, with attachments, as owner or as support.",
  params: idParams,
  body: z.strictObject({
    key: replyKey,
    message: replyMessage,
    attachments: attachmentIds.optional(),
    /** Who the caller is in this conversation. */
    sender: z.enum(["admin", "user"]),
  }),
  answer: envelope(ticketRecord),
  status: 201,
  errors: ["INVALID_INPUT", "FORBIDDEN", "NOT_FOUND", "CONFLICT"],
  rateLimit: replyLimit,
});

export const postTicketRead = call({
  method: "POST",
  path: "/api/support/tickets/{id}/read",
  access: "member",
  summary: "Remembers up to which position the caller has read; never goes back.",
  params: idParams,
  body: z.strictObject({ upTo: z.number().int().min(0).max(1_000_000) }),
  answer: acknowledged,
  errors: ["INVALID_INPUT", "NOT_FOUND"],
});
