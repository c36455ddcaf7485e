import { index, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";

/** Files that no row names, not yet or no more: whoever is killed in between leaves them to a job. */
export const unclaimedFiles = pgTable(
  "unclaimed_files",
  { key: text("key").primaryKey(), removableAt: moment("removable_at").notNull() },
  (t) => [index("unclaimed_files_due").on(t.removableAt)],
);
