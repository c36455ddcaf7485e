import { bigint, index, integer, pgTable, text } from "drizzle-orm/pg-core";

/** Counters of rate-limiter-flexible, in its own form. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text("key").primaryKey(),
    points: integer("points").notNull().default(0),
    expire: bigint("expire", { mode: "number" }),
  },
  (t) => [index("rate_limits_expiry").on(t.expire)],
);
