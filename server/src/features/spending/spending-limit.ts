import { knownGenerationCostMicros } from "#contract/generation-cost.ts";
import { decimalsOf } from "#contract/money.ts";
import type { ShopSettings } from "#contract/shop-settings-form.ts";
import { addDays, dayIn, startOfDay } from "#contract/time-zone.ts";
import type { Tx } from "#server/db/database.ts";
import { readShopSettings, shopCurrency } from "#server/features/settings/settings.service.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findReservedDifference, findToday, type OwnDay, release, reserve } from "./spending.repository.ts";

const millionth = 1_000_000;

/** Minor units in millionths of the currency's unit. */
export function microsOf(minor: number, currency: string): number {
  return (minor * millionth) / 10 ** decimalsOf(currency);
}

/** The owner's day that it is now, and when the next one begins. */
export function ownDay(zone: string, currency: string): OwnDay & { day: string; ends: Date } {
  const day = dayIn(zone, new Date());
  return { day, currency, since: startOfDay(zone, day), ends: startOfDay(zone, addDays(day, 1)) };
}

/**
 * Sets aside what a run is reckoned to cost, in the transaction that starts it and as its last statement: all runs
 * that start take turns at one row. Without a limit nothing is asked and nothing set aside. Throws where it is reached.
 */
export async function reserveSpending(
  tx: Tx,
  { settings, currency }: { settings: ShopSettings; currency: string },
  amount: number,
): Promise<void> {
  if (settings.dailySpendingLimit === 0) return;
  const day = ownDay(settings.timeZone, currency);
  const limit = microsOf(settings.dailySpendingLimit, currency);
  if (!(await reserve(tx, day, { amount, limit }))) throw limitReached(settings.timeZone, day.ends, "run");
}

/** What a run sets aside: nothing where there is no limit, nor for a model that has no price. */
export function reservedFor(settings: ShopSettings, currency: string): number {
  return settings.dailySpendingLimit === 0 ? 0 : knownGenerationCostMicros(settings, currency);
}

/** Gives back what a run that ended had set aside; in the transaction that ends it, as its last statement. */
export async function releaseSpending(tx: Tx, { reservedMicros }: { reservedMicros: number }): Promise<void> {
  if (reservedMicros > 0) await release(tx, reservedMicros);
}

/** Throws where the day's limit is reached; for what costs little and sets nothing aside. */
export async function requireBelowLimit(platform: Platform): Promise<void> {
  if ((await spendingShare(platform)) < 1) return;
  const { timeZone } = await readShopSettings(platform);
  throw limitReached(timeZone, ownDay(timeZone, await shopCurrency(platform)).ends, "prompt");
}

/** How much of the day's limit is spent or set aside, 1 for all of it; 0 without a limit. */
export async function spendingShare(platform: Platform): Promise<number> {
  const { dailySpendingLimit, timeZone } = await readShopSettings(platform);
  if (dailySpendingLimit === 0) return 0;
  const currency = await shopCurrency(platform);
  const { costMicros, reservedMicros } = await findToday(platform.db, ownDay(timeZone, currency));
  return (costMicros + reservedMicros) / microsOf(dailySpendingLimit, currency);
}

/** For `npm run audit`: whether what is set aside is what the runs under way say. */
export async function checkSpending(tx: Tx): Promise<string[]> {
  const difference = await findReservedDifference(tx);
  if (difference === 0) return [];
  return [`The spending limit has ${difference} millionths set aside beside what the runs under way say.`];
}

const nothingTaken = {
  run: "No credit was taken, and what you typed is kept.",
  prompt: "Nothing was charged, and what you typed is kept.",
};

function limitReached(zone: string, ends: Date, what: keyof typeof nothingTaken) {
  const at = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    month: "long",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(ends);
  const message = `The shop has reached what it spends on thumbnails in a day. ${nothingTaken[what]} It goes on at the latest on ${at} (${zone.replaceAll("_", " ")}).`;
  return failure("SPENDING_LIMIT", message, {
    retryAfter: Math.max(1, Math.ceil((ends.getTime() - Date.now()) / 1000)),
  });
}
