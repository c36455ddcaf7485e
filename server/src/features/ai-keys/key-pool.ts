import type { Platform } from "#server/platform/platform.ts";
import type { Problem } from "#server/providers/gemini/problem.ts";
import { findKeyStates, markKeyUsed, refuseKey, restModel, updateKey } from "./ai-keys.repository.ts";
import { keyPurpose, keysChanged } from "./ai-keys.service.ts";

/** One key for one call to a model. */
export interface KeyTurn {
  id: string;
  key: string;
  model: string;
}

/**
 * The keys' turns in this process. Rests and switches are shared: they stand in the rows, and news tell of them. A key
 * rests for the model whose quota is used up, and for all of them where the provider refused it.
 */
export interface KeyTurns {
  /** The key usable for the model that waited longest, one outside `avoid` if there is any; null while all rest. */
  take(model: string, avoid?: ReadonlySet<string>): Promise<KeyTurn | null>;
  /** Milliseconds until a key can be used for the model: 0 for now, null where no key is active. */
  wait(model: string): Promise<number | null>;
  succeeded(turn: KeyTurn): Promise<void>;
  failed(turn: KeyTurn, problem: Problem): Promise<void>;
}

interface KnownKey {
  id: string;
  key: string;
  /** By this process's clock, as all of these. */
  restUntil: number;
  models: Map<string, number>;
  lastTurn: number;
  /** When its use was last written down, by model. */
  noted: Map<string, number>;
}

/** A rest no longer than this is waited for inside a run. */
export const longestWaitMs = 20_000;
/** The copy ends by itself too, for the case that news were lost. */
const copyMs = 5_000;
/** Its use is written down this often at most: 200 runs at once would else queue for one row. */
const noteEveryMs = 10_000;

export function createKeyTurns(platform: Pick<Platform, "db" | "events" | "encryption" | "log">): KeyTurns {
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
    const rows = (await findKeyStates(platform.db)).filter((row) => row.isActive);
    const now = Date.now();
    const opened: KnownKey[] = [];
    for (const row of rows) {
      const key = await open(row.id, row.sealedKey);
      if (key === null) continue;
      const before = known.get(row.id);
      opened.push({
        id: row.id,
        key,
        restUntil: now + row.restSeconds * 1000,
        models: new Map(row.models.map(({ model, restSeconds }) => [model, now + restSeconds * 1000])),
        lastTurn: before?.lastTurn ?? 0,
        noted: (row.health === "ok" && before?.noted) || new Map(),
      });
    }
    known = new Map(opened.map((key) => [key.id, key]));
    return opened;
  }

  /** A key that no secret opens is left out and said to be so. */
  async function open(id: string, sealed: string): Promise<string | null> {
    try {
      return platform.encryption.decrypt(sealed, keyPurpose);
    } catch (error) {
      platform.log.warn({ err: error, aiKey: id }, "a stored AI key cannot be opened");
      const lastError = "The stored key cannot be read with the present APP_SECRET. Please enter it again.";
      await updateKey(platform.db, id, { health: "refused", lastError });
      return null;
    }
  }

  const restEnd = (key: KnownKey, model: string) => Math.max(key.restUntil, key.models.get(model) ?? 0);

  return {
    async take(model, avoid = new Set()) {
      const all = await keys();
      const now = Date.now();
      const usable = all.filter((key) => restEnd(key, model) <= now);
      const fresh = usable.filter(({ id }) => !avoid.has(id));
      const [next] = (fresh.length > 0 ? fresh : usable).toSorted((a, b) => a.lastTurn - b.lastTurn);
      if (!next) return null;
      turn += 1;
      next.lastTurn = turn;
      return { id: next.id, key: next.key, model };
    },
    async wait(model) {
      const all = await keys();
      const now = Date.now();
      const waits = all.map((key) => Math.max(0, restEnd(key, model) - now));
      return waits.length === 0 ? null : Math.min(...waits);
    },
    async succeeded({ id, model }) {
      const noted = known.get(id)?.noted;
      if (!noted || (noted.get(model) ?? 0) > Date.now() - noteEveryMs) return;
      noted.set(model, Date.now());
      await markKeyUsed(platform.db, id, model);
    },
    async failed({ id, model }, { rest, message }) {
      if (!rest) return;
      const until = Date.now() + rest.seconds * 1000;
      const key = known.get(id);
      if (key && rest.refused) key.restUntil = Math.max(key.restUntil, until);
      else key?.models.set(model, Math.max(key.models.get(model) ?? 0, until));
      key?.noted.clear();
      const written = { seconds: rest.seconds, error: message };
      if (rest.refused) await refuseKey(platform.db, id, written);
      else await restModel(platform.db, id, model, written);
      await platform.events.publish(platform.db, keysChanged);
    },
  };
}
