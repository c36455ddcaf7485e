import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { SentEvent, WebhookEvent } from "#contract/webhook-events.ts";
import { createdAt, id, moment, updatedAt, version } from "./columns.ts";
import { users } from "./users.ts";

/** An address of a member's that hears of events. */
export const webhooks = pgTable(
  "webhooks",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    url: text("url").notNull(),
    events: text("events").array().$type<WebhookEvent[]>().notNull(),
    /** A balance that falls to this or below brings balance.low. */
    lowBalance: integer("low_balance").notNull(),
    /** What its messages are signed with, encrypted. */
    secret: text("secret").notNull(),
    /** The former one signs as well until then, so that a receiver can change over. */
    previousSecret: text("previous_secret"),
    previousUntil: moment("previous_until"),
    active: boolean("active").notNull().default(true),
    /** Since when no message has arrived; null while they do. */
    failingSince: moment("failing_since"),
    /** When the shop switched it off, for it had failed too long. */
    switchedOffAt: moment("switched_off_at"),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("webhooks_of_person").on(t.userId, t.createdAt, t.id),
    index("webhooks_previous").on(t.previousUntil).where(sql`${t.previousUntil} is not null`),
    check("webhooks_low_balance", sql`${t.lowBalance} >= 0`),
  ],
);

/** A message to one address. The rows are the queue (decision 1), and the list that the member sees. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    /** Also the message's id, which stays the same over all tries. */
    id: id(),
    webhookId: text("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    event: text("event").$type<SentEvent>().notNull(),
    /** The body as it is signed and sent. */
    payload: text("payload").notNull(),
    status: text("status").$type<"queued" | "delivered" | "failed">().notNull().default("queued"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at").notNull().defaultNow(),
    /** Whoever sends it names the try by this, and has it alone until then. */
    claim: text("claim"),
    claimedUntil: moment("claimed_until"),
    /** The last try: when, what was answered, and the beginning of that answer, or why there was none. */
    attemptedAt: moment("attempted_at"),
    answerStatus: integer("answer_status"),
    answerText: text("answer_text"),
    error: text("error"),
    deliveredAt: moment("delivered_at"),
    createdAt: createdAt(),
  },
  (t) => [
    index("webhook_deliveries_due").on(t.nextAttemptAt, t.id).where(sql`${t.status} = 'queued'`),
    index("webhook_deliveries_claimed").on(t.webhookId).where(sql`${t.claimedUntil} is not null`),
    index("webhook_deliveries_of_webhook").on(t.webhookId, t.createdAt, t.id),
    index("webhook_deliveries_age").on(t.createdAt),
  ],
);

/** Messages that wait, of addresses and owners that may be sent to; others wait until both are back, or are removed. */
export const sendableDeliveries = sql`${webhookDeliveries} d
  join ${webhooks} w on w.id = d.webhook_id and w.active and d.status = 'queued'
  join ${users} u on u.id = w.user_id and u.disabled_at is null and u.deleted_at is null`;
