import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, updatedAt, version } from "./columns.ts";

/** One row for the shop's settings, one for PayPal's. Secrets inside are sealed. */
export const settings = pgTable("settings", {
  name: text("name").primaryKey(),
  data: jsonb("data").notNull(),
  version: version(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
