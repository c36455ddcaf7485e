import { setTimeout as pause } from "node:timers/promises";
import pLimit from "p-limit";
import { failure } from "./failure.ts";

/**
 * Lets at most `atOnce` pieces of work run at once; the others wait in the order in which they came. Where `mostWaiting`
 * wait already, the next one is refused with 503 and told when to come back.
 */
export function limitConcurrency(
  atOnce: number,
  mostWaiting = Number.POSITIVE_INFINITY,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const limit = pLimit(atOnce);
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= atOnce + mostWaiting) {
      throw failure("UNAVAILABLE", undefined, { retryAfter: 5 });
    }
    return limit(work);
  };
}

/** The same for each key by itself: a person, an address. */
export function limitConcurrencyByKey(
  atOnce: number,
  mostWaiting: number,
): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const limits = new Map<string, { run: ReturnType<typeof limitConcurrency>; users: number }>();
  return async (key, work) => {
    const limit = limits.get(key) ?? { run: limitConcurrency(atOnce, mostWaiting), users: 0 };
    limits.set(key, limit);
    limit.users += 1;
    try {
      return await limit.run(work);
    } finally {
      limit.users -= 1;
      if (limit.users === 0) limits.delete(key);
    }
  };
}

/** Several who ask for the same at once cause one piece of work, and get what it comes to. */
export function shareUnderWay<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const underWay = new Map<string, Promise<Result>>();
  return (key, work) => {
    const present = underWay.get(key);
    if (present) return present;
    const begun = work().finally(() => underWay.delete(key));
    underWay.set(key, begun);
    return begun;
  };
}

/** Waits for all of them, however they end, but no longer than that. */
export async function settledWithin(work: readonly unknown[], milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([Promise.allSettled(work), late]);
  clearTimeout(timer);
}

/** Comes `graceMs` after the other: what is under way may end by itself until then, and is cut off. */
export function signalAfter(signal: AbortSignal, graceMs: number): AbortSignal {
  const cut = new AbortController();
  signal.addEventListener("abort", () => setTimeout(() => cut.abort(), graceMs).unref(), { once: true });
  return cut.signal;
}

/** So soon is seen what has come to lie due while other rows are worked on. */
const lookAgainMs = 1_000;

/**
 * Works on the rows that `claim` answers, `atOnce` at most, until none lies due: null. More are looked for whenever one is
 * done, and each second, so that one that takes long keeps no other from being begun. Once the signal comes, or claiming or
 * a piece of work has failed, none is claimed any more; what is under way is waited for, and then the first error thrown.
 */
export async function drainQueue<Row>(options: {
  atOnce: number;
  signal: AbortSignal;
  claim: () => Promise<Row | null>;
  work: (row: Row) => Promise<void>;
  pieceDone: () => void;
}): Promise<void> {
  const { atOnce, signal, claim, work, pieceDone } = options;
  const underWay = new Set<Promise<void>>();
  const errors: unknown[] = [];
  for (;;) {
    while (underWay.size < atOnce && errors.length === 0 && !signal.aborted) {
      const row = await claim().catch((error: unknown) => {
        errors.push(error);
        return null;
      });
      if (row === null) break;
      const piece = work(row)
        .then(pieceDone, (error) => void errors.push(error))
        .finally(() => underWay.delete(piece));
      underWay.add(piece);
    }
    if (underWay.size === 0) break;
    await Promise.race([...underWay, pause(lookAgainMs, undefined, { ref: false })]);
  }
  if (errors.length > 0) throw errors[0];
}
