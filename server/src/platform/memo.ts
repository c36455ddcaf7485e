import type { Platform } from "./platform.ts";

export interface Memo<Value> {
  /** What is kept, or what `load` answers: those who ask at once share one load, and a failed one is not kept. */
  read(key: string, load: () => Promise<Value>): Promise<Value>;
  /** Without a key everything. */
  forget(key?: string): void;
}

/** By performance.now(): a clock that is set meanwhile neither ends what is kept nor draws it out. */
export function createMemo<Value>(keptMs: number): Memo<Value> {
  const kept = new Map<string, { value: Promise<Value>; until: number }>();
  return {
    read(key, load) {
      const found = kept.get(key);
      if (found && found.until > performance.now()) return found.value;
      const entry = { value: load(), until: performance.now() + keptMs };
      kept.set(key, entry);
      entry.value.catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
      });
      return entry.value;
    },
    forget(key) {
      if (key === undefined) kept.clear();
      else kept.delete(key);
    },
  };
}

/** What is kept ends by itself too, in case the event of a change was lost. */
const keptMs = 10_000;

/**
 * Forgets what the topic's events tell of: the section that they name, or everything. One for each connection to the
 * events: a process has one, a test several.
 */
export function memoUntil<Value>(topic: string): (platform: Pick<Platform, "events">) => Memo<Value> {
  const memos = new WeakMap<object, Memo<Value>>();
  return ({ events }) => {
    const found = memos.get(events);
    if (found) return found;
    const memo = createMemo<Value>(keptMs);
    memos.set(events, memo);
    events.subscribe(topic, (event) => memo.forget((event as { section?: string } | null)?.section));
    return memo;
  };
}
