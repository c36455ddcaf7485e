import { z } from "zod";

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
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year, month, day, hour, minute, second } = parts as Record<string, number>;
  return Date.UTC(year!, month! - 1, day!, hour!, minute!, second!);
}

/** The day there, yyyy-mm-dd. */
export function dayIn(zone: string, moment: Date): string {
  return new Date(shownIn(zone, moment.getTime())).toISOString().slice(0, 10);
}

const hour = 3_600_000;

/** When a day (yyyy-mm-dd) begins there: at midnight, or where the clocks pass over that, at the first moment after. */
export function startOfDay(zone: string, day: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const offsetAt = (moment: number) => shownIn(zone, moment) - Math.floor(moment / 1000) * 1000;
  // The offsets on both sides of it: the earliest moment that shows this day counts.
  const candidates = [midnight - offsetAt(midnight - 14 * hour), midnight - offsetAt(midnight + 14 * hour)];
  const fitting = candidates.filter((moment) => shownIn(zone, moment) === midnight);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : Math.max(...candidates));
}

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
