import { date, index, integer, pgTable, text } from "drizzle-orm/pg-core";

/**
 * How many orders the lists hold, by day (UTC) and status: the sum of `change`. Triggers on the orders add a line
 * for each statement that changes a number, so nobody waits for anybody; a job adds lines of one key up.
 */
export const orderCounts = pgTable(
  "order_counts",
  {
    kind: text("kind").notNull(),
    day: date("day").notNull(),
    paymentStatus: text("payment_status").notNull(),
    orderStatus: text("order_status").notNull(),
    change: integer("change").notNull(),
  },
  (t) => [index("order_counts_key").on(t.kind, t.day)],
);

/** The same of people: how many the directory holds, by the day they joined, role and membership. */
export const userCounts = pgTable("user_counts", {
  day: date("day").notNull(),
  role: text("role").notNull(),
  membership: text("membership").notNull(),
  change: integer("change").notNull(),
});

/**
 * Where every 2,000th order stands in a sort of the whole list, as of the last time that the places were counted. A
 * page deep in the list begins at the last mark before it. `value` is the sort's key as text.
 */
export const orderMarks = pgTable(
  "order_marks",
  {
    kind: text("kind").notNull(),
    sort: text("sort").notNull(),
    place: integer("place").notNull(),
    value: text("value").notNull(),
    id: text("id").notNull(),
  },
  (t) => [index("order_marks_sort").on(t.kind, t.sort)],
);

/** What has come to the list (1) or left it (-1) since the places were counted, by all that it is sorted by. */
export const orderMoves = pgTable(
  "order_moves",
  {
    kind: text("kind").notNull(),
    id: text("id").notNull(),
    orderId: text("order_id").notNull(),
    productName: text("product_name").notNull(),
    totalMinor: integer("total_minor").notNull(),
    customerName: text("customer_name").notNull(),
    customerEmail: text("customer_email").notNull(),
    change: integer("change").notNull(),
  },
  (t) => [index("order_moves_kind").on(t.kind)],
);

/** The same of people. */
export const userMarks = pgTable("user_marks", {
  sort: text("sort").notNull(),
  place: integer("place").notNull(),
  value: text("value").notNull(),
  id: text("id").notNull(),
});

export const userMoves = pgTable("user_moves", {
  id: text("id").notNull(),
  name: text("name").notNull(),
  role: text("role").notNull(),
  membership: text("membership").notNull(),
  change: integer("change").notNull(),
});

/** The same of the credit balances, by which people are sorted as well; those of erased people are among them. */
export const balanceMarks = pgTable("balance_marks", {
  sort: text("sort").notNull(),
  place: integer("place").notNull(),
  value: text("value").notNull(),
  id: text("id").notNull(),
});

export const balanceMoves = pgTable("balance_moves", {
  id: text("id").notNull(),
  balance: integer("balance").notNull(),
  change: integer("change").notNull(),
});

/**
 * How many lines the audit log and the message log ("mail") hold, by day (UTC), by thousands of their ids, and by the
 * mails' status: the sum of `change`, as of orders.
 */
export const logCounts = pgTable(
  "log_counts",
  {
    log: text("log").$type<"audit" | "mail">().notNull(),
    day: date("day").notNull(),
    block: integer("block").notNull(),
    status: text("status").notNull(),
    change: integer("change").notNull(),
  },
  (t) => [index("log_counts_log").on(t.log)],
);
