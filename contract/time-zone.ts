import { z } from "zod";
import { dayMs } from "./day.ts";

/** A name of the IANA's list, as the runtime knows it. */
export const timeZone = z
  .string()
  .trim()
  .refine(isTimeZone, "Please enter a time zone such as Europe/Berlin or UTC.");

function isTimeZone(name: string): boolean {
  // An offset such as +02:00 knows no summer.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  clocks.set(zone, clock);
  return clock;
}

/** What a clock there shows, as if it were UTC, in milliseconds. */
function shownIn(zone: string, moment: number): number {
  const numbers = clockOf(zone).format(moment).match(/\d+/g)!.map(Number);
  const [month, day, year, hour, minute, second] = numbers;
  // Date.UTC takes the years up to 99 for those of the twentieth century.
  return new Date(Date.UTC(2000, month! - 1, day!, hour!, minute!, second!)).setUTCFullYear(year!);
}

/** The day there, yyyy-mm-dd. */
export function dayIn(zone: string, moment: Date): string {
  return new Date(shownIn(zone, moment.getTime())).toISOString().slice(0, 10);
}

/** The same as the shop writes it, dd/mm/yyyy. */
export function dateIn(zone: string, moment: Date): string {
  return dayIn(zone, moment).split("-").reverse().join("/");
}

const hour = 3_600_000;

/** When a day (yyyy-mm-dd) begins there: at midnight, or where the clocks pass over that, at the first moment after. */
export function startOfDay(zone: string, day: string): Date {
  return firstShowing(zone, Date.parse(`${day}T00:00:00Z`));
}

/** When the clocks there show the same time so many days before. */
export function sameTimeBefore(zone: string, moment: Date, days: number): Date {
  return firstShowing(zone, shownIn(zone, moment.getTime()) + moment.getMilliseconds() - days * dayMs);
}

/** When a clock there first shows this, as if it were UTC. */
function firstShowing(zone: string, shown: number): Date {
  const offsetAt = (moment: number) => shownIn(zone, moment) - secondOf(moment);
  const [before, after] = [offsetAt(shown - 14 * hour), offsetAt(shown + 14 * hour)];
  if (before === after) return new Date(shown - before);
  // The clocks change near it: the earliest moment that shows it counts.
  const candidates = [shown - before, shown - after];
  const fitting = candidates.filter((moment) => shownIn(zone, moment) === secondOf(shown));
  return new Date(fitting.length > 0 ? Math.min(...fitting) : Math.max(...candidates));
}

const secondOf = (moment: number) => Math.floor(moment / 1000) * 1000;

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
