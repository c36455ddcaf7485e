import { z } from "zod";
import { call } from "./call.ts";
import { plainEmail } from "./entered-text.ts";
import { acknowledged, idempotencyKey, idParams, lineText, listQuery, oneOf } from "./fields.ts";

/** What the Send Message form holds. The HTML is sanitised on the server, whatever the editor made of it. */
const messageForm = z.object({
  toEmail: z
    .string()
    .overwrite(plainEmail)
    .min(1, "Please enter the recipient's email.")
    .max(254, "Please enter one email address."),
  subject: lineText.min(1, "Please enter a subject."),
  messageBody: z
    .string()
    .max(100_000, "Please use at most 100,000 characters.")
    .refine((html) => html.trim() !== "", "Please enter a message."),
});

export const sendMessage = call({
  method: "POST",
  path: "/send-message",
  access: "admin",
  proof: "session",
  summary: "Queues a mail to one registered person; it goes out as soon as the mail server takes it.",
  body: messageForm.extend({ idempotencyKey }),
  answer: acknowledged,
  errors: ["INVALID_INPUT", "NOT_FOUND", "CONFLICT"],
  rateLimit: { name: "send-message", max: 600, windowSeconds: 3600, by: "user" },
});

const mailStatuses = ["queued", "sent", "failed"] as const;

/** One line of the message log. `day` and `date` are the shop's of when it was queued: "Tuesday", "03/11/2026". */
export const messageLogEntry = z.object({
  _id: z.string(),
  toEmail: z.string(),
  /** Who has this address now; null for nobody. */
  userId: z.string().nullable(),
  subject: z.string(),
  day: z.string(),
  date: z.string(),
  templateName: z.string(),
  status: z.enum(mailStatuses),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
  attempts: z.number().int(),
  /** What the mail server said last, where the mail has not gone out. */
  lastError: z.string().nullable(),
});
export type MessageLogEntry = z.output<typeof messageLogEntry>;

export const getMessageLog = call({
  method: "GET",
  path: "/message-log",
  access: "admin",
  summary:
    "Every mail that the shop sent or is about to send, newest first; `q` looks in recipient, subject and template.",
  query: listQuery(["date"], { status: oneOf(mailStatuses).optional() }),
  answer: z.array(messageLogEntry),
  errors: ["INVALID_INPUT"],
});

export const sendAgain = call({
  method: "POST",
  path: "/message-log/{id}/send-again",
  access: "admin",
  proof: "session",
  summary:
    "Queues a failed mail once more; 409 where it has not failed, its link has expired, or it is a notice to somebody who is no longer of the staff.",
  params: idParams,
  answer: acknowledged,
  errors: ["NOT_FOUND", "CONFLICT"],
});
