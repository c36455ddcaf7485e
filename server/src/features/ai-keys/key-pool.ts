import { createMemo } from "#server/platform/memo.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Problem } from "#server/providers/gemini/problem.ts";
import {
  type AiKeyRow,
  coolDownModel,
  findKeyStates,
  markKeyUsed,
  markUnreadable,
  refuseKey,
} from "./ai-keys.repository.ts";
import { keyPurpose, keysChanged, maskOf } from "./ai-keys.service.ts";

/** One key for one call to a model. */
export interface AcquiredKey {
  id: string;
  key: string;
  model: string;
}

/**
 * The keys as this process hands them out. Cooldowns and switches are shared: they stand in the rows, and an event tells
 * of them. A key cools down for the model whose quota is used up, and for all of them where the provider refused it,
 * since Gemini counts by project and model: https://ai.google.dev/gemini-api/docs/rate-limits
 */
export interface KeyPool {
  /** The least recently used key for the model, one outside `avoid` if there is any; null while all cool down. */
  acquire(model: string, avoid?: ReadonlySet<string>): Promise<AcquiredKey | null>;
  /** Milliseconds until a key can be used for the model: 0 for now, null where no key is active. */
  availableIn(model: string): Promise<number | null>;
  /** How a call went counts for the very key that it was made with, not for one that replaced it meanwhile. */
  succeeded(key: AcquiredKey): Promise<void>;
  failed(key: AcquiredKey, problem: Problem): Promise<void>;
}

interface PooledKey {
  id: string;
  key: string;
  /** When it can be used again, at any model and at each, by the clock that only runs on. */
  cooldownUntil: number;
  modelCooldowns: Map<string, number>;
  /** Rises with each use of any key. */
  lastUse: number;
  /** When a success was last written down, by model. */
  lastReportedAt: Map<string, number>;
}

/** A generation waits for a cooldown no longer than this. */
export const longestWaitMs = 20_000;
/** The keys are read again by themselves too, in case an event was lost. */
const cacheMs = 5_000;
/** A success is written down this often at most: 200 generations at once would else queue for one row. */
const reportEveryMs = 10_000;

export function createKeyPool(platform: Platform): KeyPool {
  const memo = createMemo<PooledKey[]>(cacheMs);
  let pooled = new Map<string, PooledKey>();
  let uses = 0;
  platform.events.subscribe(keysChanged, () => memo.forget());

  const keys = () => memo.read("keys", load);

  async function load(): Promise<PooledKey[]> {
    const rows = (await findKeyStates(platform.db)).filter((row) => row.isActive);
    const now = performance.now();
    const opened: PooledKey[] = [];
    for (const row of rows) {
      const key = await open(row);
      if (key === null) continue;
      const before = pooled.get(row.id);
      opened.push({
        id: row.id,
        key,
        cooldownUntil: now + row.restSeconds * 1000,
        modelCooldowns: new Map(
          row.models.map(({ model, restSeconds }) => [model, now + restSeconds * 1000]),
        ),
        lastUse: before?.lastUse ?? 0,
        lastReportedAt: (row.health === "ok" && before?.lastReportedAt) || new Map(),
      });
    }
    pooled = new Map(opened.map((key) => [key.id, key]));
    return opened;
  }

  /** Null, told in the log and on the row, for a key that no secret opens. */
  async function open(row: AiKeyRow): Promise<string | null> {
    try {
      return platform.encryption.decrypt(row.sealedKey, keyPurpose);
    } catch (error) {
      platform.log.warn({ err: error, aiKey: row.id }, "a stored AI key cannot be opened");
      const lastError = "The stored key cannot be read with the present APP_SECRET. Please enter it again.";
      await markUnreadable(platform.db, row, lastError);
      return null;
    }
  }

  const cooldownOf = (key: PooledKey, model: string) =>
    Math.max(key.cooldownUntil, key.modelCooldowns.get(model) ?? 0);

  function pooledOf({ id, key }: AcquiredKey): PooledKey | undefined {
    const found = pooled.get(id);
    return found?.key === key ? found : undefined;
  }

  return {
    async acquire(model, avoid = new Set()) {
      const all = await keys();
      const now = performance.now();
      const usable = all.filter((key) => cooldownOf(key, model) <= now);
      const fresh = usable.filter(({ id }) => !avoid.has(id));
      const [next] = (fresh.length > 0 ? fresh : usable).toSorted((a, b) => a.lastUse - b.lastUse);
      if (!next) return null;
      uses += 1;
      next.lastUse = uses;
      return { id: next.id, key: next.key, model };
    },
    async availableIn(model) {
      const all = await keys();
      const now = performance.now();
      const waits = all.map((key) => Math.max(0, cooldownOf(key, model) - now));
      return waits.length === 0 ? null : Math.min(...waits);
    },
    async succeeded(used) {
      const { id, key, model } = used;
      const reported = pooledOf(used)?.lastReportedAt;
      if (!reported || (reported.get(model) ?? -Infinity) > performance.now() - reportEveryMs) return;
      reported.set(model, performance.now());
      await markKeyUsed(platform.db, { id, mask: maskOf(key) }, model);
    },
    async failed(used, { cooldown, message }) {
      if (!cooldown) return;
      const { id, key, model } = used;
      const tried = { id, mask: maskOf(key) };
      const until = performance.now() + cooldown.seconds * 1000;
      const here = pooledOf(used);
      if (here && cooldown.refused) here.cooldownUntil = Math.max(here.cooldownUntil, until);
      else here?.modelCooldowns.set(model, Math.max(here.modelCooldowns.get(model) ?? 0, until));
      const written = { seconds: cooldown.seconds, error: message };
      if (cooldown.refused) await refuseKey(platform.db, tried, written);
      else await coolDownModel(platform.db, tried, model, written);
      await platform.events.publish(platform.db, keysChanged);
    },
  };
}
