import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, updatedAt, version } from "./columns.ts";
import { memberReferences } from "./references.ts";
import { users } from "./users.ts";

/** A member has one, once it was saved. */
export const brands = pgTable(
  "brands",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id),
    fonts: text("fonts").array().notNull().default([]),
    colours: text("colours").array().notNull().default([]),
    logoReferenceId: text("logo_reference_id").references(() => memberReferences.id, {
      onDelete: "set null",
    }),
    textPreset: text("text_preset"),
    useInRuns: boolean("use_in_runs").notNull().default(false),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("brands_logo").on(t.logoReferenceId).where(sql`${t.logoReferenceId} is not null`)],
);
