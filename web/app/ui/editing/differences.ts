import { linesOf } from "#web/ui/lines-of-text.ts";
import { capitalized } from "#web/ui/options.ts";

export type Difference = { path: string; before: unknown; after: unknown };

/** Fields that every saved state has and that tell nothing about the content. */
const bookkeeping = new Set(["version", "createdAt", "updatedAt", "_id", "slug"]);

function flatten(value: unknown, path: string, into: Map<string, unknown>): void {
  if (Array.isArray(value)) {
    value.forEach((entry, index) => {
      flatten(entry, `${path}.${index + 1}`, into);
    });
  } else if (value !== null && typeof value === "object") {
    for (const [name, entry] of Object.entries(value)) {
      if (!bookkeeping.has(name)) flatten(entry, path ? `${path}.${name}` : name, into);
    }
  } else if (value !== undefined) {
    into.set(path.replace(/^\./, ""), value);
  }
}

/** The fields in which two states of a record differ; list entries are counted from 1. */
export function differences(before: unknown, after: unknown): Difference[] {
  const was = new Map<string, unknown>();
  const is = new Map<string, unknown>();
  flatten(before, "", was);
  flatten(after, "", is);
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((path) => was.get(path) !== is.get(path))
    .map((path) => ({ path, before: was.get(path), after: is.get(path) }));
}

/** "section1.features.2.text" → "Section 1 › Features › 2 › Text". */
export function labelOfPath(path: string): string {
  return path
    .split(".")
    .map((name) => {
      const words = name
        .replace(/([a-z])([A-Z])/g, "$1 $2")
        .replace(/([a-z])(\d)/gi, "$1 $2")
        .toLowerCase()
        .replace(/\burl\b/g, "URL")
        .replace(/^is active$/, "shown");
      return capitalized(words);
    })
    .join(" › ");
}

export function shownValue(value: unknown): string {
  if (value === undefined || value === "") return "(empty)";
  if (value === true) return "Yes";
  if (value === false) return "No";
  return String(value);
}

type LineChange = { kind: "same" | "removed" | "added"; text: string };

/** The lines of two long texts, as kept, removed or added (longest common subsequence). */
export function lineChanges(before: string, after: string): LineChange[] {
  const a = linesOf(before);
  const b = linesOf(after);
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i]![j] =
        a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  const changes: LineChange[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      changes.push({ kind: "same", text: a[i]! });
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) {
      changes.push({ kind: "removed", text: a[i]! });
      i += 1;
    } else {
      changes.push({ kind: "added", text: b[j]! });
      j += 1;
    }
  }
  return changes;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * A three-way merge: a field that I changed is mine, every other one theirs. A list counts as one value, since its
 * entries have no ids to tell them apart by.
 */
export function mergedValues<V>(base: V, mine: V, theirs: V): V {
  if (!isRecord(base) || !isRecord(mine) || !isRecord(theirs)) return same(base, mine) ? theirs : mine;
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  return Object.fromEntries(
    [...names].map((name) => [name, mergedValues(base[name], mine[name], theirs[name])]),
  ) as V;
}

/** Whether both changed a field to different values, so that `mergedValues` would silently drop theirs. */
export function bothChanged(base: unknown, mine: unknown, theirs: unknown): boolean {
  if (!isRecord(base) || !isRecord(mine) || !isRecord(theirs)) {
    return !same(base, mine) && !same(base, theirs) && !same(mine, theirs);
  }
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  return [...names].some((name) => bothChanged(base[name], mine[name], theirs[name]));
}
