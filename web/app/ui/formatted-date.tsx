import { useSyncExternalStore } from "react";

const pad = (number: number) => String(number).padStart(2, "0");

/** dd/mm/yyyy of a moment, in the reader's time zone or in UTC. */
export function dayText(moment: string | Date, zone: "local" | "utc" = "utc"): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return "";
  return zone === "utc"
    ? `${pad(date.getUTCDate())}/${pad(date.getUTCMonth() + 1)}/${date.getUTCFullYear()}`
    : `${pad(date.getDate())}/${pad(date.getMonth() + 1)}/${date.getFullYear()}`;
}

function timeText(moment: string, zone: "local" | "utc", seconds = false): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return "";
  const parts =
    zone === "utc"
      ? [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]
      : [date.getHours(), date.getMinutes(), date.getSeconds()];
  return parts
    .slice(0, seconds ? 3 : 2)
    .map(pad)
    .join(":");
}

/** dd/mm/yyyy hh:mm in the reader's own time zone, for a sentence that the browser alone writes. */
export function formatDateTime(moment: string): string {
  return `${dayText(moment, "local")} ${timeText(moment, "local")}`;
}

export const isPast = (moment: string): boolean => Date.parse(moment) <= Date.now();

const never = () => () => {};

/**
 * A moment as its day, and with `time` its minute or its second. The server can't know the reader's time zone, so the first
 * render is UTC's in both places, and the browser then shows the reader's. `utc`: what mails say of a membership's end.
 */
export function FormattedDate({ at, time, utc }: { at: string; time?: boolean | "seconds"; utc?: boolean }) {
  const zone = useSyncExternalStore<"local" | "utc">(
    never,
    () => (utc ? "utc" : "local"),
    () => "utc",
  );
  return (
    <time dateTime={at}>
      {dayText(at, zone)}
      {time && ` ${timeText(at, zone, time === "seconds")}`}
    </time>
  );
}
