import { z } from "zod";
import { call } from "./call.ts";
import { envelope, idParams } from "./fields.ts";
import { replyKey, replyMessage, ticketStatuses } from "./support.ts";
import { attachmentIds, attachmentRecord, maxAttachmentBytes } from "./support-attachments.ts";

/** What the holder of a mailed link sees of the own message. */
export const guestConversation = z.object({
  subject: z.string(),
  message: z.string(),
  userName: z.string(),
  ticketStatus: z.enum(ticketStatuses),
  createdAt: z.string(),
  entries: z.array(
    z.object({
      message: z.string(),
      timestamp: z.string(),
      sender: z.enum(["admin", "user"]),
      attachments: z.array(attachmentRecord),
    }),
  ),
});
export type GuestConversation = z.output<typeof guestConversation>;

const guestToken = z.string().max(300);

const guestLimit = { name: "support-guest", max: 120, windowSeconds: 3600, by: "address" } as const;

export const postGuestConversation = call({
  method: "POST",
  path: "/api/support/guest-conversation",
  access: "visitor",
  summary: "The conversation that a mailed, signed link opens.",
  body: z.strictObject({ token: guestToken }),
  answer: envelope(guestConversation),
  errors: ["INVALID_INPUT", "NOT_FOUND", "TOO_MANY_REQUESTS"],
  rateLimit: guestLimit,
});

export const postGuestReply = call({
  method: "POST",
  path: "/api/support/guest-reply",
  access: "visitor",
  summary: "A visitor's answer through the mailed, signed link.",
  body: z.strictObject({
    token: guestToken,
    key: replyKey,
    message: replyMessage,
    attachments: attachmentIds.optional(),
  }),
  answer: envelope(guestConversation),
  status: 201,
  errors: ["INVALID_INPUT", "NOT_FOUND", "CONFLICT", "TOO_MANY_REQUESTS"],
  rateLimit: guestLimit,
});

export const postGuestAttachment = call({
  method: "POST",
  path: "/api/support/guest-attachments",
  access: "visitor",
  summary:
    "Takes one file (multipart, fields `token` and `file`) for a visitor's answer: an image or a PDF of at most 5 MB.",
  bodyKind: "multipart",
  form: { file: "file", fields: z.object({ token: guestToken }) },
  bodyLimit: maxAttachmentBytes + 64 * 1024,
  answer: envelope(attachmentRecord),
  status: 201,
  errors: ["INVALID_INPUT", "NOT_FOUND", "TOO_LARGE", "UNSUPPORTED_TYPE", "TOO_MANY_REQUESTS", "UNAVAILABLE"],
  rateLimit: { name: "support-guest-upload", max: 60, windowSeconds: 3600, by: "address" },
});

export const getGuestAttachment = call({
  method: "GET",
  path: "/api/support/guest-attachments/{id}",
  access: "visitor",
  summary: "The file, as a download, for the holder of the ticket's mailed link.",
  params: idParams,
  query: z.object({ token: guestToken }),
  answer: z.unknown(),
  answerKind: "file",
  errors: ["INVALID_INPUT", "NOT_FOUND", "TOO_MANY_REQUESTS"],
  rateLimit: { name: "support-guest-file", max: 600, windowSeconds: 3600, by: "address" },
});
