import type { Platform } from "#server/platform/platform.ts";
import type { Problem } from "#server/providers/gemini/problem.ts";
import { findKeys, markKeyUsed, restKey, updateKey } from "./ai-keys.repository.ts";
import { keyPurpose, keysChanged } from "./ai-keys.service.ts";

/** One key for one call. */
export interface KeyTurn {
  id: string;
  key: string;
}

/** The keys' turns in this process. Rests and switches are shared: they stand in the rows, and news tell of them. */
export interface KeyTurns {
  /** The usable key that waited longest, one outside `avoid` if there is any; null while all rest. */
  take(avoid?: ReadonlySet<string>): Promise<KeyTurn | null>;
  /** Milliseconds until a key can be used: 0 for now, null where no key is active. */
  wait(): Promise<number | null>;
  succeeded(turn: KeyTurn): Promise<void>;
  failed(turn: KeyTurn, problem: Problem): Promise<void>;
}

interface KnownKey extends KeyTurn {
  restUntil: number;
  healthy: boolean;
  lastTurn: number;
  /** When its use was last written down. */
  noted: number;
}

/** A rest no longer than this is waited for inside a run. */
export const longestWaitMs = 20_000;
/** The copy ends by itself too, for the case that news were lost. */
const copyMs = 5_000;
/** Its use is written down this often at most: 200 runs at once would else queue for one row. */
const noteEveryMs = 10_000;

export function createKeyTurns(platform: Pick<Platform, "db" | "events" | "secrets" | "log">): KeyTurns {
  let loading: Promise<KnownKey[]> | null = null;
  let until = 0;
  let known = new Map<string, KnownKey>();
  let turn = 0;
  platform.events.subscribe(keysChanged, () => {
    loading = null;
  });

  function keys(): Promise<KnownKey[]> {
    if (!loading || until < Date.now()) {
      const next = load();
      loading = next;
      until = Date.now() + copyMs;
      next.catch(() => {
        if (loading === next) loading = null;
      });
    }
    return loading;
  }

  async function load(): Promise<KnownKey[]> {
    const rows = (await findKeys(platform.db)).filter((row) => row.isActive);
    const opened: KnownKey[] = [];
    for (const row of rows) {
      const key = await open(row.id, row.sealedKey);
      if (key === null) continue;
      const before = known.get(row.id);
      opened.push({
        id: row.id,
        key,
        restUntil: row.restUntil?.getTime() ?? 0,
        healthy: row.health === "ok",
        lastTurn: before?.lastTurn ?? 0,
        noted: before?.noted ?? 0,
      });
    }
    known = new Map(opened.map((key) => [key.id, key]));
    return opened;
  }

  /** A key that no secret opens is left out and said to be so. */
  async function open(id: string, sealed: string): Promise<string | null> {
    try {
      return platform.secrets.open(sealed, keyPurpose);
    } catch (error) {
      platform.log.warn({ err: error, aiKey: id }, "a stored AI key cannot be opened");
      const lastError = "The stored key cannot be read with the present APP_SECRET. Please enter it again.";
      await updateKey(platform.db, id, { health: "refused", lastError });
      return null;
    }
  }

  return {
    async take(avoid = new Set()) {
      const now = Date.now();
      const usable = (await keys()).filter(({ restUntil }) => restUntil <= now);
      const fresh = usable.filter(({ id }) => !avoid.has(id));
      const [next] = (fresh.length > 0 ? fresh : usable).toSorted((a, b) => a.lastTurn - b.lastTurn);
      if (!next) return null;
      turn += 1;
      next.lastTurn = turn;
      return { id: next.id, key: next.key };
    },
    async wait() {
      const now = Date.now();
      const waits = (await keys()).map(({ restUntil }) => Math.max(0, restUntil - now));
      return waits.length === 0 ? null : Math.min(...waits);
    },
    async succeeded({ id }) {
      const key = known.get(id);
      if (!key || (key.healthy && key.noted > Date.now() - noteEveryMs)) return;
      key.healthy = true;
      key.noted = Date.now();
      await markKeyUsed(platform.db, id);
    },
    async failed({ id }, problem) {
      if (!problem.rest) return;
      const key = known.get(id);
      if (key) {
        key.restUntil = Math.max(key.restUntil, problem.rest.until.getTime());
        key.healthy = false;
      }
      await restKey(platform.db, id, { ...problem.rest, error: problem.message });
      await platform.events.publish(platform.db, keysChanged);
    },
  };
}
