import { sql } from "drizzle-orm";
import { integer, text, timestamp } from "drizzle-orm/pg-core";
import { newId } from "#server/db/ids.ts";

/** The row's id, made by the application: 24 hexadecimal digits. */
export const id = () =>
  text("id")
    .primaryKey()
    .$defaultFn(() => newId());

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Counts the edits of a record, so that one made from an older state can be refused. */
export const version = () => integer("version").notNull().default(1);

export const createdAt = () => moment("created_at").notNull().defaultNow();
export const updatedAt = () =>
  moment("updated_at")
    .notNull()
    .defaultNow()
    .$onUpdate(() => sql`now()`);
