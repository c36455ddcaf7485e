import { type FocusEvent, type KeyboardEvent, useId, useRef, useState, useSyncExternalStore } from "react";
import styles from "#web/ui/date-range.module.css";
import fieldCss from "#web/ui/elements/field.module.css";
import { FieldGroup } from "#web/ui/elements/field.tsx";
import { NativeSelect } from "#web/ui/elements/inputs.tsx";
import { classes } from "#web/ui/elements/style-props.ts";
import { keyOf } from "#web/ui/key-of.ts";
import { isDay } from "#web/ui/query-in-url.ts";
import { afterTelling, afterValue, type Told } from "#web/ui/told.ts";

/** Days as addresses and calls have them (2026-11-22); blank where a side is open. */
type DateRangeValue = { from: string; to: string };

/** The usual periods, by the day that is today. */
export function periodsOf(now: string): (DateRangeValue & { name: string })[] {
  const first = now && `${now.slice(0, 8)}01`;
  const formerLast = now && daysBefore(first, 1);
  return [
    { name: "Today", from: now, to: now },
    { name: "Last 7 days", from: now && daysBefore(now, 6), to: now },
    { name: "Last 30 days", from: now && daysBefore(now, 29), to: now },
    { name: "This month", from: first, to: now },
    { name: "Last month", from: now && `${formerLast.slice(0, 8)}01`, to: formerLast },
  ];
}

const never = () => () => {};
const isSide = (day: string) => day === "" || isDay(day);
const asTyped = (text: string) => (text.trim() === "" ? "" : dayTyped(text));

/** A period: the usual ones by name, any other by its first and last day, as the shop writes days. */
export function DateRange(props: {
  label: string;
  /** What the two days are called. */
  names?: { from: string; to: string };
  /** By which today is known; the reader's own where there is none. */
  zone?: string;
  value: DateRangeValue;
  onChange: (value: DateRangeValue) => void;
  className?: string | undefined;
}) {
  const { label, names = { from: "From", to: "To" }, zone, value, onChange } = props;
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  const { drafts, problem, type, leave } = useDrafts(value, onChange);
  // The server does not know the reader's day.
  const now = useSyncExternalStore(
    never,
    () => today(zone),
    () => "",
  );
  const periods = periodsOf(now);
  const isOpen = value.from === "" && value.to === "";
  const chosen = periods.find(({ from, to }) => now && from === value.from && to === value.to);

  function choose(name: string) {
    const period = periods.find((one) => one.name === name);
    if (name === "custom") first.current?.focus();
    else onChange({ from: period?.from ?? "", to: period?.to ?? "" });
  }

  const day = (side: keyof DateRangeValue) => (
    <input
      ref={side === "from" ? first : undefined}
      className={styles.day}
      aria-label={names[side]}
      aria-invalid={problem?.sides.includes(side) || undefined}
      aria-describedby={problem ? `${id}-error` : undefined}
      inputMode="numeric"
      autoComplete="off"
      placeholder="dd/mm/yyyy"
      maxLength={10}
      value={drafts[side]}
      onChange={(event) => type(side, event.currentTarget.value)}
      onKeyDown={(event: KeyboardEvent) => keyOf(event) === "Enter" && leave()}
      onBlur={(event: FocusEvent) => {
        // Not on the way from one day to the other: the range is half changed then.
        if (!event.currentTarget.parentElement!.contains(event.relatedTarget)) leave();
      }}
    />
  );
  return (
    <FieldGroup
      className={props.className}
      label={label}
      // Above the field, which so stays on one line with its neighbours.
      error={problem?.text}
      errorRole="alert"
      tieId={id}
    >
      <div className={classes(fieldCss.input, styles.field)} aria-invalid={problem !== null || undefined}>
        <NativeSelect
          variant="unstyled"
          className={styles.presets}
          aria-label={`${label}: period`}
          value={isOpen ? "" : (chosen?.name ?? "custom")}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="">Any time</option>
          {periods.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
          <option value="custom">Other days</option>
        </NativeSelect>
        <span className={styles.days}>
          {day("from")}
          <span aria-hidden>–</span>
          {day("to")}
        </span>
      </div>
    </FieldGroup>
  );
}

const notDays = "Please enter days as dd/mm/yyyy.";
const wrongOrder = "The last day is before the first.";

type Problem = { text: string; sides: (keyof DateRangeValue)[] } | null;

function problemOf({ from, to }: { from: string | null; to: string | null }): Problem {
  const sides = (["from", "to"] as const).filter((side) => ({ from, to })[side] === null);
  if (sides.length > 0) return { text: notDays, sides };
  return from && to && from > to ? { text: wrongOrder, sides: ["from", "to"] } : null;
}

type Drafts = Told<DateRangeValue> & { drafts: DateRangeValue; left: boolean };

const isSame = (one: DateRangeValue, other: DateRangeValue) => one.from === other.from && one.to === other.to;
const shown = (of: DateRangeValue) => ({ from: dayAsShown(of.from), to: dayAsShown(of.to) });

/**
 * The texts of both days. A whole day counts at once, and a shorter way to write one when it is left; what is no range
 * changes nothing, and is told when it is left. A value from elsewhere takes the texts over; what was told itself comes
 * back a moment later, maybe while the other day is being typed, and takes none of it.
 */
function useDrafts(value: DateRangeValue, onChange: (value: DateRangeValue) => void) {
  const [kept, setState] = useState<Drafts>({ drafts: shown(value), seen: value, told: [], left: true });
  const state = afterValue(kept, value, (range) => ({ drafts: shown(range), left: kept.left }), isSame);
  if (state !== kept) setState(state);
  const { drafts } = state;
  const given = {
    from: isSide(value.from) ? asTyped(drafts.from) : null,
    to: isSide(value.to) ? asTyped(drafts.to) : null,
  };

  /** The range of these texts, told where it is a new one; null if they are none. */
  function tell(texts: DateRangeValue): DateRangeValue | null {
    const next = { from: asTyped(texts.from), to: asTyped(texts.to) };
    if (problemOf(next)) return null;
    const range = { from: next.from ?? "", to: next.to ?? "" };
    const last = state.told.at(-1) ?? value;
    if (!isSame(range, last)) {
      setState((now) => ({ ...now, told: afterTelling(now, range, isSame) }));
      onChange(range);
    }
    return range;
  }
  return {
    drafts,
    problem: state.left ? problemOf(given) : null,
    type(side: keyof DateRangeValue, text: string) {
      const next = { ...drafts, [side]: withSlashes(text, drafts[side]) };
      setState((now) => ({ ...now, drafts: next, left: false }));
      // "22/11/20" may become 2026.
      if (next[side] === "" || next[side].length === 10) tell(next);
    },
    leave() {
      const range = tell(drafts);
      setState((now) => ({ ...now, drafts: range ? shown(range) : drafts, left: true }));
    },
  };
}

/** The period of a list by the shop's days, in its filters `from` and `to`. */
export function DateFilter(props: {
  zone: string;
  filters: Record<string, string>;
  onFilter: (values: DateRangeValue) => void;
  className?: string | undefined;
}) {
  const { from = "", to = "" } = props.filters;
  return (
    <DateRange
      label={`Date (${props.zone})`}
      zone={props.zone}
      value={{ from, to }}
      onChange={props.onFilter}
      className={props.className}
    />
  );
}

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
  return isDay(iso) ? iso : null;
}

/** A text with the slash that follows day and month, as a phone's number pad has none. Deleting adds nothing. */
export function withSlashes(text: string, before: string): string {
  return text.length > before.length && /^\d\d(\/\d\d)?$/.test(text) ? `${text}/` : text;
}

/** The day that is today in a time zone, or in the reader's own. Sweden writes days as addresses do. */
export function today(timeZone?: string, now = new Date()): string {
  return now.toLocaleString("sv", { timeZone }).slice(0, 10);
}

/** The day that many days before another. */
export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}
