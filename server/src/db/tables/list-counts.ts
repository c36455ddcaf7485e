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
