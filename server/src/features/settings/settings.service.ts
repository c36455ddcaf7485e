import { type ShopSettings, shopSettings } from "#contract/shop-settings.ts";
import type { Tx } from "#server/db/database.ts";
import { type Actor, recordAudit } from "#server/features/audit/audit.service.ts";
import { isStale, stale } from "#server/platform/failure.ts";
import { omitUndefined } from "#server/platform/omit-undefined.ts";
import type { Platform } from "#server/platform/platform.ts";
import { publishOnCommit } from "#server/platform/publish-on-commit.ts";
import { findShopSettings, lockShopSettings, saveShopSettings } from "./settings.repository.ts";

export const defaultShopSettings: ShopSettings = {
  shopName: "Thumbsmith",
  cost: 1,
  minimumBalance: 2,
  signUpGift: 0,
  buyMoreBelow: 5,
  buyCreditsBelow: 0,
  processingFeePercent: 0,
  textModel: "gemini-3.5-flash-lite",
  imageModel: "gemini-nano-banana-2.1",
  dailyCap: 0,
  enhanceDailyCap: 50,
  oneSignInText: false,
};

const topic = "shop-settings";
/** A copy ends by itself too, for the case that news of a change was lost. */
const copyMilliseconds = 10_000;

interface Copy {
  promise: Promise<ShopSettings> | null;
  until: number;
}

const copies = new WeakMap<object, Copy>();

/**
 * The shop's settings, defaults filled in. Given the platform, it answers from a copy that every process drops when
 * an admin saves; given a transaction, it reads what stands in it.
 */
export async function readShopSettings(source: Pick<Platform, "db" | "events"> | Tx): Promise<ShopSettings> {
  if (!("events" in source)) return completed((await findShopSettings(source)).data);
  const copy = copyOf(source);
  if (!copy.promise || copy.until < Date.now()) {
    const promise = findShopSettings(source.db).then(({ data }) => completed(data));
    copy.promise = promise;
    copy.until = Date.now() + copyMilliseconds;
    promise.catch(() => {
      if (copy.promise === promise) copy.promise = null;
    });
  }
  return copy.promise;
}

function copyOf(source: Pick<Platform, "events">): Copy {
  const found = copies.get(source.events);
  if (found) return found;
  const copy: Copy = { promise: null, until: 0 };
  copies.set(source.events, copy);
  source.events.subscribe(topic, () => {
    copy.promise = null;
  });
  return copy;
}

/** A field that an older release did not have, or that no longer fits, takes its default. */
function completed(data: unknown): ShopSettings {
  const stored = typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
  const entries = Object.entries(shopSettings.shape).map(([name, schema]) => {
    const result = schema.safeParse(stored[name]);
    return [name, result.success ? result.data : defaultShopSettings[name as keyof ShopSettings]];
  });
  return Object.fromEntries(entries) as ShopSettings;
}

export interface VersionedSettings {
  settings: ShopSettings;
  version: number;
}

export async function readVersionedSettings(platform: Pick<Platform, "db">): Promise<VersionedSettings> {
  const { data, version } = await findShopSettings(platform.db);
  return { settings: completed(data), version };
}

/** Changes the given settings. A version other than the present one is refused, with what stands now. */
export async function changeShopSettings(
  platform: Pick<Platform, "db" | "events">,
  actor: Actor,
  changes: { [Name in keyof ShopSettings]?: ShopSettings[Name] | undefined },
  version: number | undefined,
): Promise<VersionedSettings> {
  return publishOnCommit(platform, topic, {}, async (tx) => {
    const stored = await lockShopSettings(tx);
    const before = completed(stored.data);
    if (isStale(version, stored)) throw stale({ ...before, version: stored.version });
    const after = { ...before, ...omitUndefined(changes) };
    const saved = stored.version + 1;
    await saveShopSettings(tx, { data: after, version: saved });
    await recordAudit(tx, actor, {
      action: "PUT /api/shop-settings",
      subject: "shop-settings",
      before,
      after,
    });
    return { settings: after, version: saved };
  });
}
