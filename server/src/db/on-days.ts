import { type AnyColumn, and, gte, lt, type SQL } from "drizzle-orm";
import { addDays, startOfDay } from "#contract/time-zone.ts";

/** Both included; open where there is none. */
export interface DayRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** The first and the last day that PostgreSQL and ISO's form can write; a zone may begin or end them outside. */
const [firstDay, lastDay] = ["0001-01-01", "9999-12-31"];

/** Whether a moment is of these days of the shop's time zone: a range over the column, so that its index serves. */
export function isOnDays(column: AnyColumn, timeZone: string, { from, to }: DayRange): SQL | undefined {
  return and(
    from && from > firstDay ? gte(column, startOfDay(timeZone, from)) : undefined,
    to && to < lastDay ? lt(column, startOfDay(timeZone, addDays(to, 1))) : undefined,
  );
}
