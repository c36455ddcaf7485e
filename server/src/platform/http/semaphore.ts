/** Gives a slot back; a second call does nothing. */
export type Release = () => void;

export interface Semaphore {
  readonly held: number;
  hasCapacity(isPriority: boolean): boolean;
  /** Null where no slot is left. */
  acquire(isPriority: boolean): Release | null;
}

/** A counting semaphore that never waits; its last slots are reserved for whoever has priority. */
export function createSemaphore(size: { most: number; reserved: number }): Semaphore {
  let held = 0;
  const semaphore: Semaphore = {
    get held() {
      return held;
    },
    hasCapacity: (isPriority) => held < size.most - (isPriority ? 0 : size.reserved),
    acquire(isPriority) {
      if (!semaphore.hasCapacity(isPriority)) return null;
      held += 1;
      let isHeld = true;
      return () => {
        if (isHeld) held -= 1;
        isHeld = false;
      };
    },
  };
  return semaphore;
}

/** One for each key. */
export function createKeyedSemaphore(size: Parameters<typeof createSemaphore>[0]): {
  acquire(key: string, isPriority: boolean): Release | null;
} {
  const all = new Map<string, Semaphore>();
  return {
    acquire(key, isPriority) {
      const semaphore = all.get(key) ?? createSemaphore(size);
      const release = semaphore.acquire(isPriority);
      if (!release) return null;
      all.set(key, semaphore);
      return () => {
        release();
        // A second call comes when others may have begun anew under the key.
        if (semaphore.held === 0 && all.get(key) === semaphore) all.delete(key);
      };
    },
  };
}
