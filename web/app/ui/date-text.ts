/** A day as the shop writes it, from what addresses and calls have: 2026-11-22 is 22/11/2026. Other texts stay. */
export function dayAsShown(day: string): string {
  return day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, "$3/$2/$1");
}

/** The day that a person typed, as 2026-11-22: 22/11/2026, 1.2.26, 22112026 or 2026-11-22; null if it is none. */
export function dayTyped(text: string): string | null {
  const found =
    /^(?<day>\d{1,2})[./ -](?<month>\d{1,2})[./ -](?<year>\d{4}|\d\d)$/.exec(text.trim()) ??
    /^(?<day>\d\d)(?<month>\d\d)(?<year>\d{4})$/.exec(text.trim()) ??
    /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/.exec(text.trim());
  const { day = "", month = "", year = "" } = found?.groups ?? {};
  const iso = `${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${iso}T00:00:00Z`);
  // 31/02 would be taken for a day of March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

/** A text with the slash that follows day and month, as a phone's number pad has none. Deleting adds nothing. */
export function withSlashes(text: string, before: string): string {
  return text.length > before.length && /^\d\d(\/\d\d)?$/.test(text) ? `${text}/` : text;
}

/** Days end at midnight UTC, as the shop's records count them, or at the reader's own. */
export type DayZone = "utc" | "local";

export function today(zone: DayZone, now = new Date()): string {
  const minutes = zone === "utc" ? 0 : now.getTimezoneOffset();
  return new Date(now.getTime() - minutes * 60_000).toISOString().slice(0, 10);
}

/** The day that many days before another. */
export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}
