import type { Insights } from "#contract/insights.ts";
import { addDays, dayIn, sameTimeBefore, startOfDay } from "#contract/time-zone.ts";
import { countKeys } from "#server/features/ai-keys/ai-keys.service.ts";
import { countFailedMails } from "#server/features/mail/mail.service.ts";
import { readModelsInUse } from "#server/features/models/models-in-use.ts";
import { lacksWebhook } from "#server/features/payments/settings/paypal-settings.ts";
import { shopCurrency } from "#server/features/settings/settings.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import {
  type Days,
  readDays,
  readFailureReasons,
  readOtherRevenue,
  readStrayPayments,
  readTotals,
} from "./insights.repository.ts";
import { readOwnerMatters } from "./owner-matters.ts";

/** Figures of the last `count` days, which are the shop's. Revenue in another currency than the shop's is told by itself. */
export async function readInsights(platform: Platform, count: number): Promise<Insights> {
  const tx = platform.db;
  const [{ timeZone, imageModel }, currency] = await Promise.all([
    readModelsInUse(platform),
    shopCurrency(platform),
  ]);
  const days = lastDays(timeZone, count);
  const since = days.starts[0]!;
  const [
    rows,
    otherCurrencies,
    failureReasons,
    totals,
    aiKeys,
    strayPayments,
    failedMails,
    webhookMissing,
    matters,
  ] = await Promise.all([
    readDays(tx, days, currency),
    readOtherRevenue(tx, since, currency),
    readFailureReasons(tx, since),
    readTotals(tx),
    countKeys(tx, imageModel),
    readStrayPayments(tx),
    countFailedMails(tx),
    lacksWebhook(platform),
    readOwnerMatters(platform),
  ]);
  const minor = sum(rows.map((row) => row.revenue_minor));
  const formerMinor = sum(rows.map((row) => row.former_minor));
  return {
    currency,
    timeZone,
    orders: totals.orders,
    users: totals.users,
    openTickets: totals.open_tickets,
    days: rows.map((row) => ({
      day: row.day,
      revenueMinor: Number(row.revenue_minor),
      formerRevenueMinor: Number(row.former_minor),
      paidOrders: Number(row.paid_orders),
      orders: Number(row.orders),
      members: Number(row.members),
      creditsSold: Number(row.credits_sold),
      creditsSpent: Number(row.credits_spent),
      generations: Number(row.generations),
      failures: Number(row.failures),
    })),
    revenue: {
      minor,
      formerMinor,
      changePercent: formerMinor > 0 ? Math.round(((minor - formerMinor) / formerMinor) * 100) : null,
      otherCurrencies,
    },
    failureReasons,
    matters,
    providers: {
      aiKeys,
      webhookMissing,
      strayPayments,
      unsettledPayments: totals.unsettled,
      reconciledOrders: totals.reconciled,
      queuedMails: totals.mails_queued,
      failedMails,
    },
  };
}

export function lastDays(zone: string, count: number): Days {
  const now = new Date();
  const today = dayIn(zone, now);
  const names = Array.from({ length: 2 * count }, (_, at) => addDays(today, at + 1 - 2 * count));
  const starts = [...names, addDays(today, 1)].map((day) => startOfDay(zone, day));
  return {
    names: names.slice(count),
    starts: starts.slice(count),
    formerStarts: starts.slice(0, count),
    formerUntil: sameTimeBefore(zone, now, count),
  };
}

function sum(amounts: string[]): number {
  return amounts.reduce((total, amount) => total + Number(amount), 0);
}
