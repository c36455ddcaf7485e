import { z } from "zod";
import { call } from "./call.ts";
import { dayText, listQuery, plainText, searchText } from "./fields.ts";

export const auditLine = z.object({
  _id: z.string(),
  createdAt: z.string(),
  /** Null for the shop itself. */
  actorId: z.string().nullable(),
  actorEmail: z.string(),
  /** What the person who did it is called now; null where there is none. */
  actorName: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  /** What the subject is called now: a name, an order's id, a ticket's subject; null where it has none or is gone. */
  subjectName: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  /** What the people and things are called now whose ids `before` and `after` hold, by id. */
  names: z.record(z.string(), z.string()),
  requestId: z.string().nullable(),
});
export type AuditLine = z.output<typeof auditLine>;

export const getAuditLog = call({
  method: "GET",
  path: "/api/audit-log",
  access: "admin",
  summary:
    "Every write of an admin, newest first; `actor`, `action` and `subject` look in one of them, `q` in all three.",
  query: listQuery(["createdAt"], {
    actor: plainText.max(254, "Please use at most 254 characters.").optional(),
    action: searchText.optional(),
    subject: searchText.optional(),
    from: dayText.optional(),
    to: dayText.optional(),
  }),
  answer: z.array(auditLine),
  errors: ["INVALID_INPUT"],
});
