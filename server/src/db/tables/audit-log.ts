import { sql } from "drizzle-orm";
import { bigserial, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "./columns.ts";

/** Who changed what; only ever added to. Secrets are masked before they come here. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    actorId: text("actor_id"),
    actorEmail: text("actor_email").notNull(),
    /** The call: "PUT /api/users/{id}". */
    action: text("action").notNull(),
    /** What was changed: "user:6921…". */
    subject: text("subject").notNull(),
    before: jsonb("before"),
    after: jsonb("after"),
    requestId: text("request_id"),
    createdAt: createdAt(),
  },
  (t) => [
    index("audit_log_newest").on(t.createdAt, t.id),
    index("audit_log_subject").on(t.subject, t.id),
    index("audit_log_actor_id").on(t.actorId).where(sql`${t.actorId} is not null`),
    index("audit_log_action").on(t.action, t.id),
  ],
);
