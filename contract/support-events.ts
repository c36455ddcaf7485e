import { z } from "zod";
import { call } from "./call.ts";
import { envelope } from "./fields.ts";

export const getSupportUnread = call({
  method: "GET",
  path: "/api/support/unread",
  access: "member",
  summary: "How many tickets hold something that the caller has not seen.",
  answer: envelope(
    z.object({
      /** Of the caller's own tickets. */
      own: z.number().int(),
      /** Of all tickets; null for those who are not support staff. */
      console: z.number().int().nullable(),
    }),
  ),
  errors: [],
});

/** What an event of the stream carries: never contents, so that the reader asks for them with its own rights. */
const supportEvent = z.object({
  /** Null: something was missed, everything should be read again. */
  ticketId: z.string().nullable(),
  kind: z.enum(["created", "message", "note", "status", "read", "presence", "missed"]),
});
export type SupportEvent = z.output<typeof supportEvent>;

export const getSupportEvents = call({
  method: "GET",
  path: "/api/support/events",
  access: "member",
  summary: "Server-sent events: which of the caller's tickets changed (`support`). Ends with the session.",
  answer: z.unknown(),
  answerKind: "events",
  errors: ["TOO_MANY_REQUESTS"],
});
