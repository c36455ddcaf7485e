import type { QueryOf } from "#contract/call.ts";
import { dayMs } from "#contract/day.ts";
import { modelsNamed } from "#contract/generation-cost.ts";
import { decimalsOf } from "#contract/money.ts";
import type { getSpending, Spending } from "#contract/spending.ts";
import { addDays, dayIn, startOfDay } from "#contract/time-zone.ts";
import { readModelsGoing } from "#server/features/models/models-in-use.ts";
import { readShopSettings, shopCurrency } from "#server/features/settings/settings.service.ts";
import { invalid } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { sumByModel, sumMoney, sumUnpaidGenerations } from "./figures.repository.ts";
import { findToday } from "./spending.repository.ts";
import { microsOf, ownDay } from "./spending-limit.ts";

const usualDays = 30;
const noMoney = { captured: 0, refunded: 0, fees: 0, withoutFee: 0 };

/** By the owner's days. Without a period the last 30 days, today included. */
export async function readSpending(
  platform: Platform,
  query: QueryOf<typeof getSpending>,
): Promise<Spending> {
  const { db } = platform;
  const [settings, currency] = await Promise.all([readShopSettings(platform), shopCurrency(platform)]);
  const { timeZone, dailySpendingLimit, modelPrices } = settings;
  const now = ownDay(timeZone, currency);
  const to = query.to ?? (query.from && query.from > now.day ? query.from : now.day);
  const from = query.from ?? addDays(to, 1 - (query.days ?? usualDays));
  if (Date.parse(to) - Date.parse(from) >= 366 * dayMs)
    throw invalid({ from: "Please choose at most 366 days." });
  const period = { from: startOfDay(timeZone, from), until: startOfDay(timeZone, addDays(to, 1)), currency };
  const today = { from: now.since, until: now.ends, currency };
  const [byModel, ofToday, ofAll, unpaid, counted, modelsGoing] = await Promise.all([
    sumByModel(db, period),
    sumByModel(db, today),
    sumMoney(db, period),
    sumUnpaidGenerations(db, period),
    findToday(db, now),
    readModelsGoing(platform),
  ]);
  const modelCostMicros = sum(byModel, "costMicros");
  const money = ofAll.find((row) => row.currency === currency) ?? noMoney;
  const revenue = money.captured - money.refunded;
  const models = modelsNamed(settings);
  const hasPrice = (model: string) =>
    modelPrices.some((price) => price.model === model && price.currency === currency);
  const limitMicros = microsOf(dailySpendingLimit, currency);
  return {
    currency,
    timeZone,
    from,
    to,
    today: {
      day: dayIn(timeZone, new Date()),
      costMicros: sum(ofToday, "costMicros"),
      calls: sum(ofToday, "calls"),
      unpricedCalls: sum(ofToday, "unpricedCalls"),
      limitReached: limitMicros > 0 && counted.costMicros + counted.reservedMicros >= limitMicros,
      opensAt: now.ends.toISOString(),
    },
    limit: dailySpendingLimit === 0 ? null : dailySpendingLimit,
    byModel,
    revenue,
    refunded: money.refunded,
    fees: money.fees,
    otherCurrencies: ofAll
      .filter((row) => row.currency !== currency)
      .map((row) => ({ currency: row.currency, revenue: row.captured - row.refunded, fees: row.fees })),
    paymentsWithoutFee: money.withoutFee,
    modelCostMicros,
    unpricedCalls: sum(byModel, "unpricedCalls"),
    left: revenue - money.fees - minorOf(modelCostMicros, currency),
    failedRuns: { runs: unpaid.failedRuns, costMicros: unpaid.failedMicros },
    freeRuns: { runs: unpaid.freeRuns, costMicros: unpaid.freeMicros },
    withoutPrice: models.filter((model) => !hasPrice(model)),
    pricesEntered: models.some(hasPrice),
    modelsGoing,
  };
}

/** Halves up. */
function minorOf(micros: number, currency: string): number {
  const unit = 1_000_000 / 10 ** decimalsOf(currency);
  return Math.floor((micros + unit / 2) / unit);
}

type Summed = "costMicros" | "calls" | "unpricedCalls";

function sum(rows: Spending["byModel"], name: Summed): number {
  return rows.reduce((total, row) => total + row[name], 0);
}
