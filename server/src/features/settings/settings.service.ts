import { z } from "zod";
import type { ModelPrice } from "#contract/model-prices.ts";
import { type ShopCurrency, shopCurrencies } from "#contract/money.ts";
import { type ShopSettings, shopSettings } from "#contract/shop-settings-form.ts";
import { dayIn } from "#contract/time-zone.ts";
import type { Tx } from "#server/db/database.ts";
import { findSettings, lockSettings, saveSettings } from "#server/db/stored-settings.ts";
import { type Actor, recordAudit } from "#server/features/audit/audit.service.ts";
import { cached } from "#server/platform/content-cache.ts";
import { publishOnCommit } from "#server/platform/events.ts";
import { isStale, stale } from "#server/platform/failure.ts";
import { memoUntil } from "#server/platform/memo.ts";
import { omitUndefined } from "#server/platform/omit-undefined.ts";
import type { Platform } from "#server/platform/platform.ts";

/** Under which the record is stored. */
const name = "shop";

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
  secondImageModel: "",
  secondTextModel: "",
  modelPrices: [],
  dailySpendingLimit: 0,
  timeZone: "UTC",
  wordsDefault: "drawn",
  spellingCheck: true,
  runsAtOnce: 3,
  dailyCap: 0,
  enhanceDailyCap: 50,
  oneSignInText: false,
  staffFactorRequired: false,
  sellerName: "",
  sellerAddress: "",
  sellerVatId: "",
  sellerNote: "",
  taxBasisPoints: 0,
  firstStepsDismissed: false,
};

const topic = "shop-settings";
const memoOf = memoUntil<ShopSettings>(topic);

/**
 * The shop's settings, defaults filled in. Given the platform, it answers from a cache that every process empties when
 * an admin saves; given a transaction, it reads within that.
 */
export async function readShopSettings(source: Platform | Tx): Promise<ShopSettings> {
  if (!("events" in source)) return completed((await findSettings(source, name)).data);
  const load = async () => completed((await findSettings(source.db, name)).data);
  return memoOf(source).read(name, load);
}

/** A field that an older release did not have, or that no longer fits, takes its default. */
function completed(data: unknown): ShopSettings {
  const stored = typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
  const entries = Object.entries(shopSettings.shape).map(([field, schema]) => {
    const result = schema.safeParse(stored[field]);
    return [field, result.success ? result.data : defaultShopSettings[field as keyof ShopSettings]];
  });
  return Object.fromEntries(entries) as ShopSettings;
}

export interface VersionedSettings {
  settings: ShopSettings;
  version: number;
}

export async function readVersionedSettings(platform: Platform): Promise<VersionedSettings> {
  const { data, version } = await findSettings(platform.db, name);
  return { settings: completed(data), version };
}

/** Changes the given settings. A version other than the present one is refused, with what stands now. */
export async function changeShopSettings(
  platform: Platform,
  actor: Actor,
  changes: { [Name in keyof ShopSettings]?: ShopSettings[Name] | undefined },
  version: number | undefined,
): Promise<VersionedSettings> {
  return publishOnCommit(platform, topic, {}, async (tx) => {
    const stored = await lockSettings(tx, name);
    const before = completed(stored.data);
    if (isStale(version, stored)) throw stale({ ...before, version: stored.version });
    const changed = { ...before, ...omitUndefined(changes) };
    const after = { ...changed, modelPrices: await stampPrices(tx, before.modelPrices, changed) };
    const saved = stored.version + 1;
    await saveSettings(tx, name, { data: after, version: saved });
    await recordAudit(tx, actor, {
      action: "PUT /api/shop-settings",
      subject: "shop-settings",
      before,
      after,
    });
    return { settings: after, version: saved };
  });
}

/**
 * A price keeps its day and currency as long as it stays what it is, also in a shop that charges in another currency by
 * now. One that is sent without a currency is entered in the shop's.
 */
async function stampPrices(
  tx: Tx,
  former: readonly ModelPrice[],
  { modelPrices, timeZone }: Pick<ShopSettings, "modelPrices" | "timeZone">,
): Promise<ModelPrice[]> {
  const { currency } = storedCurrency.parse((await findSettings(tx, paypalSettingsName)).data);
  const stamp = { currency, enteredOn: dayIn(timeZone, new Date()) };
  return modelPrices.map((price) => {
    const known = former.find(
      (one) =>
        one.model === price.model &&
        one.currency === (price.currency || currency) &&
        one.pictureMicros === price.pictureMicros &&
        one.inputMicros === price.inputMicros &&
        one.outputMicros === price.outputMicros,
    );
    return known ?? { ...price, ...stamp };
  });
}

/** By whose midnight the shop's days begin. */
export async function shopTimeZone(platform: Platform): Promise<string> {
  return (await readShopSettings(platform)).timeZone;
}

/** The record that PayPal's settings are stored in. The shop's currency is a field of it. */
export const paypalSettingsName = "paypal";
export const storedCurrency = z.object({ currency: z.enum(shopCurrencies).catch("USD") });

/** The one currency in which the shop shows and charges, from this process's copy. */
export function shopCurrency(platform: Platform): Promise<ShopCurrency> {
  return cached(platform, "currency", async () => {
    const { data } = await findSettings(platform.db, paypalSettingsName);
    return storedCurrency.parse(data).currency;
  });
}
