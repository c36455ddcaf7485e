import { date, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

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
  (t) => [primaryKey({ columns: [t.kind, t.sort, t.place] })],
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
export const userMarks = pgTable(
  "user_marks",
  {
    sort: text("sort").notNull(),
    place: integer("place").notNull(),
    value: text("value").notNull(),
    id: text("id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.sort, t.place] })],
);

export const userMoves = pgTable("user_moves", {
  id: text("id").notNull(),
  name: text("name").notNull(),
  role: text("role").notNull(),
  membership: text("membership").notNull(),
  change: integer("change").notNull(),
});
