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
