import type { SQLWrapper } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

type Column<T extends PgTable> = keyof T["$inferInsert"];

/**
 * An object with each column of a table but those that are named. What an erasure blanks and what an export selects
 * `satisfies` it, so that a new column does not compile before somebody has decided on it.
 */
export type EveryColumnBut<T extends PgTable, Named extends Column<T> = never> = {
  [Name in Exclude<Column<T>, Named>]-?: T["$inferInsert"][Name] | SQLWrapper;
};
