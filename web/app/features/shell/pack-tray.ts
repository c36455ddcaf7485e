import { useSyncExternalStore } from "react";
import { mostInPack } from "#contract/pack-size.ts";
import type { PackEntry } from "#contract/packs.ts";
import { useRootData } from "#web/features/shell/root-data.ts";
import { packTrayPrefix } from "#web/features/shell/sign-out.ts";
import { readText, writeText } from "#web/ui/storage.ts";

/** Its name as it was when it was put aside: once it is deleted, nobody else knows it. */
export interface TrayEntry extends PackEntry {
  name: string;
}

/** What a person has put aside for a pack. The first is what the others are compared with. */
export interface Tray {
  title: string;
  entries: readonly TrayEntry[];
}

const trayIsFull = `A pack has ${mostInPack} thumbnails at most. Take one out of it first.`;

const empty: Tray = { title: "", entries: [] };
const isSame = (one: PackEntry, other: PackEntry) => one.kind === other.kind && one.id === other.id;

/** Without what the tray has already; null where there is no room for it. */
export function withEntry(tray: Tray, { kind, id, name }: TrayEntry): Tray | null {
  if (tray.entries.some((each) => isSame(each, { kind, id }))) return tray;
  if (tray.entries.length >= mostInPack) return null;
  return { ...tray, entries: [...tray.entries, { kind, id, name }] };
}

/** An empty tray has no title either: the next pack is another one. */
export function withoutEntry(tray: Tray, gone: PackEntry): Tray {
  const entries = tray.entries.filter((each) => !isSame(each, gone));
  return entries.length === 0 ? empty : { ...tray, entries };
}

/** One place to the front (-1) or to the back (1). */
export function withMoved(tray: Tray, at: number, step: -1 | 1): Tray {
  const [moved, other] = [tray.entries[at], tray.entries[at + step]];
  if (!moved || !other) return tray;
  return { ...tray, entries: tray.entries.with(at, other).with(at + step, moved) };
}

/** Another version of the product, or a person, may have left something else there. */
export function parseTray(text: string): Tray {
  try {
    const { title, entries } = JSON.parse(text) as { title: unknown; entries: unknown[] };
    const known = entries.filter(isEntry).map(({ kind, id, name }) => ({ kind, id, name }));
    const tray = known.reduce<Tray>((all, each) => withEntry(all, each) ?? all, empty);
    return known.length > 0 && typeof title === "string" ? { ...tray, title } : tray;
  } catch {
    return empty;
  }
}

function isEntry(value: unknown): value is TrayEntry {
  const { kind, id, name } = (value ?? {}) as Record<string, unknown>;
  const isKnown = kind === "picture" || kind === "design";
  return isKnown && typeof id === "string" && /^[\w-]{1,100}$/.test(id) && typeof name === "string";
}

/** As it was read or written last; `text` is what the device kept of it, which is nothing where it keeps nothing. */
let latest = { key: "", text: "", tray: empty };
const listeners = new Set<() => void>();

function read(key: string): Tray {
  const text = readText(key);
  if (latest.key !== key || latest.text !== text) latest = { key, text, tray: parseTray(text) };
  return latest.tray;
}

function write(key: string, tray: Tray): void {
  writeText(key, tray.entries.length === 0 ? "" : JSON.stringify(tray));
  latest = { key, text: readText(key), tray };
  for (const hear of listeners) hear();
}

/** Also of what another tab puts aside. */
function subscribe(hear: () => void): () => void {
  listeners.add(hear);
  window.addEventListener("storage", hear);
  return () => {
    listeners.delete(hear);
    window.removeEventListener("storage", hear);
  };
}

/** The tray of whoever is signed in, the same in all tabs of this browser. */
export function usePackTray() {
  const { user } = useRootData();
  const key = `${packTrayPrefix}${user?._id ?? ""}`;
  const tray = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => empty,
  );
  return {
    tray,
    isFull: tray.entries.length >= mostInPack,
    has: (entry: PackEntry) => tray.entries.some((each) => isSame(each, entry)),
    /** Answers why it can't be put there. */
    add(entry: TrayEntry): string | null {
      const next = withEntry(read(key), entry);
      if (next) write(key, next);
      return next ? null : trayIsFull;
    },
    remove: (entry: PackEntry) => write(key, withoutEntry(read(key), entry)),
    move: (at: number, step: -1 | 1) => write(key, withMoved(read(key), at, step)),
    entitle: (title: string) => write(key, { ...read(key), title }),
    clear: () => write(key, empty),
  };
}
