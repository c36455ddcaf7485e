import { sql } from "drizzle-orm";
import { bigserial, boolean, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, moment } from "./columns.ts";

/** Every mail that the shop sends; it is also the message log. Sent at least once, in order for each recipient. */
export const outbox = pgTable(
  "outbox",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    /** Unique where a mail must be queued once however often its cause is handled. */
    dedupeKey: text("dedupe_key").unique(),
    toEmail: text("to_email").notNull(),
    replyTo: text("reply_to"),
    subject: text("subject").notNull(),
    html: text("html").notNull(),
    text: text("text").notNull(),
    /** `html` and `text` are sealed: they hold a link that lets its holder in. */
    sealed: boolean("sealed").notNull().default(false),
    /** List of { name, mimeType, base64 }. */
    attachments: jsonb("attachments")
      .$type<{ name: string; mimeType: string; base64: string }[]>()
      .notNull()
      .default([]),
    /** When what it says ends to be true, as a link's life. */
    expiresAt: moment("expires_at"),
    templateName: text("template_name").notNull(),
    /** Whom it is meant for, whoever has the address by now. The default is for processes of an earlier release. */
    audience: text("audience").$type<"user" | "visitor" | "support" | "admins">().notNull().default("user"),
    status: text("status").$type<"queued" | "sent" | "failed">().notNull().default("queued"),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    nextAttemptAt: moment("next_attempt_at").notNull().defaultNow(),
    sentAt: moment("sent_at"),
    createdAt: createdAt(),
  },
  (t) => [
    index("outbox_due").on(t.nextAttemptAt, t.id).where(sql`${t.status} = 'queued'`),
    index("outbox_contents").on(t.createdAt).where(sql`${t.html} <> ''`),
    index("outbox_failed").on(t.id).where(sql`${t.status} = 'failed'`),
    index("outbox_to").on(t.toEmail, t.id),
    index("outbox_notices").on(t.id).where(sql`${t.audience} in ('support', 'admins') and ${t.html} <> ''`),
    index("outbox_ticket").on(sql`split_part(${t.dedupeKey}, ':', 2)`).where(sql`${t.audience} = 'support'`),
    index("outbox_template").on(t.templateName, t.id),
  ],
);
