import { sql } from "drizzle-orm";
import { bigserial, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "./columns.ts";
import { users } from "./users.ts";

/**
 * Where credits can be. "member", "held" and "owed" belong to a person: the balance, what running work has set
 * aside, and (below zero) the debt. The others are the shop's own sides of each booking.
 */
export const creditAccountKinds = [
  "member",
  "held",
  "owed",
  "sold",
  "spent",
  "adjusted",
  "gifted",
  "returned",
] as const;
export type CreditAccountKind = (typeof creditAccountKinds)[number];

/**
 * Why credits moved. Shown to the person on the statement, but for "generation-settled", which only moves what was
 * set aside before.
 */
export const creditReasons = [
  "purchase",
  "generation",
  "retake",
  "generation-settled",
  "generation-returned",
  "hold",
  "hold-returned",
  "adjustment",
  "gift",
  "refund",
  "refund-returned",
  "debt-settled",
] as const;
export type CreditReason = (typeof creditReasons)[number];

/** One booking; its entries add up to zero (held by a deferred trigger). Rows are never changed or deleted. */
export const creditBookings = pgTable(
  "credit_bookings",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    reason: text("reason").$type<CreditReason>().notNull(),
    /** What it belongs to: an order, a hold, a refund. Unique with the reason, so that nothing is booked twice. */
    reference: text("reference").notNull(),
    orderId: text("order_id"),
    generationId: text("generation_id"),
    note: text("note"),
    actorId: text("actor_id"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("credit_bookings_once").on(t.reason, t.reference),
    index("credit_bookings_user").on(t.userId, t.createdAt),
  ],
);

export const creditEntries = pgTable(
  "credit_entries",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    bookingId: text("booking_id")
      .notNull()
      .references(() => creditBookings.id),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    account: text("account").$type<CreditAccountKind>().notNull(),
    amount: integer("amount").notNull(),
    /** What the person's balance was after it; only on entries of the account "member". */
    balanceAfter: integer("balance_after"),
    createdAt: createdAt(),
  },
  (t) => [
    index("credit_entries_newest").on(t.createdAt),
    index("credit_entries_booking").on(t.bookingId),
    index("credit_entries_statement").on(t.userId, t.account, t.id),
    // What costs nothing is told on the statement, and booked as all else.
    check("credit_entries_not_zero", sql`${t.amount} <> 0 or ${t.account} in ('member', 'held')`),
  ],
);

/** The sums of a person's accounts, kept beside the ledger. The checks are what makes overspending impossible. */
export const creditBalances = pgTable(
  "credit_balances",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id),
    balance: integer("balance").notNull().default(0),
    held: integer("held").notNull().default(0),
    /** Credits spent although their payment was taken back; the next purchase settles it first. */
    debt: integer("debt").notNull().default(0),
  },
  (t) => [
    index("credit_balances_balance").on(t.balance, t.userId),
    check("credit_balances_not_negative", sql`${t.balance} >= 0 and ${t.held} >= 0 and ${t.debt} >= 0`),
  ],
);

/** Credits set aside for one run: open, then settled (spent) or released (back on the balance). */
export const creditHolds = pgTable(
  "credit_holds",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    amount: integer("amount").notNull(),
    state: text("state").$type<"open" | "settled" | "released">().notNull().default("open"),
    /** The run that uses it; none while it was only opened by /api/deduct-credit. */
    generationId: text("generation_id"),
    /** When an unused one lapses back. */
    expiresAt: moment("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("credit_holds_generation").on(t.generationId),
    uniqueIndex("credit_holds_one_unused")
      .on(t.userId)
      .where(sql`${t.state} = 'open' and ${t.generationId} is null`),
    index("credit_holds_lapsing")
      .on(t.expiresAt)
      .where(sql`${t.state} = 'open' and ${t.generationId} is null`),
    check("credit_holds_amount", sql`${t.amount} > 0 or (${t.amount} = 0 and ${t.generationId} is not null)`),
  ],
);
