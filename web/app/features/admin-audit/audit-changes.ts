import type { AuditLine } from "#contract/audit.ts";
import { minorToText } from "#contract/display-money.ts";
import { words } from "#web/features/admin-audit/audit-sentence.ts";
import { formatDateTime } from "#web/ui/formatted-date.tsx";
import { capitalized } from "#web/ui/options.ts";

export interface Change {
  name: string;
  before: string | null;
  after: string | null;
}

/** The fields that differ between before and after, objects taken apart, so that each line is one plain value, in words. */
export function changesOf(line: Pick<AuditLine, "before" | "after" | "names">): Change[] {
  const before = new Map(leavesOf(line.before));
  const after = new Map(leavesOf(line.after));
  const namesById = new Map(Object.entries(line.names));
  const called = (text: string | null) => text && (namesById.get(text) ?? text);
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({ name, before: before.get(name) ?? null, after: after.get(name) ?? null }))
    .filter((change) => change.before !== change.after)
    .map(({ name, before, after }) => ({
      name: capitalized(words(name)),
      ...aroundChange(called(before), called(after)),
    }));
}

function leavesOf(value: unknown, path = ""): [string, string][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== "object") return [[path || "value", plain(value)]];
  return Object.entries(value).flatMap(([name, kept]) => {
    const part = typeof kept === "number" ? inItsUnit(name, kept, value) : kept;
    const place = Array.isArray(value)
      ? `${path} ${Number(name) + 1}`.trim()
      : [path, name].filter(Boolean).join(" › ");
    return leavesOf(part, place);
  });
}

/** A number as a person enters it. The currency is left out: the shop may have had another one then. */
function inItsUnit(name: string, kept: number, beside: object): number | string {
  const kind = name === "value" && "kind" in beside ? beside.kind : null;
  if (kind === "percent") return `${kept}%`;
  if (kind === "amount" || name.endsWith("Minor") || name === "dailySpendingLimit")
    return minorToText(kept, "USD");
  if (name.endsWith("Micros")) return String(kept / 1_000_000);
  return name.endsWith("BasisPoints") ? `${kept / 100}%` : kept;
}

/** A switch and a moment as a person says them. */
function plain(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = String(value);
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? formatDateTime(text) : text;
}

const shownLetters = 300;
/** So many of them before the change tell where it is. */
const lettersBefore = 60;

/** Both as they are where they are short, and else from a little before where they part. */
function aroundChange(before: string | null, after: string | null): Omit<Change, "name"> {
  const [from, to] = [[...(before ?? "")], [...(after ?? "")]];
  const common = from.findIndex((letter, at) => letter !== to[at]);
  const parting = common < 0 ? from.length : common;
  const start = parting < shownLetters - lettersBefore ? 0 : parting - lettersBefore;
  return { before: before === null ? null : cut(from, start), after: after === null ? null : cut(to, start) };
}

function cut(letters: string[], start: number): string {
  const end = start + shownLetters;
  return `${start > 0 ? "…" : ""}${letters.slice(start, end).join("")}${letters.length > end ? "…" : ""}`;
}
