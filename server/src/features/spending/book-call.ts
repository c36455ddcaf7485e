import { setTimeout as pause } from "node:timers/promises";
import { callCostMicros, drawn, read } from "#contract/generation-cost.ts";
import { displayMoney } from "#contract/money.ts";
import { spendingNoticePercent } from "#contract/spending.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/ids.ts";
import { notifyAdmins } from "#server/features/mail/notify-admins.ts";
import { loadTemplates } from "#server/features/mail/queue-mail.ts";
import { readShopSettings, shopCurrency } from "#server/features/settings/settings.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { AnsweredCall } from "#server/providers/gemini/gemini.ts";
import { insertCall, insertPricedCall, markWarned, type NewCall } from "./spending.repository.ts";
import { microsOf, ownDay } from "./spending-limit.ts";

const mostTries = 5;

/**
 * Books what an answered call came to, before anybody gets to see the answer, so that what follows may fail. Where the
 * database is away for a moment it is tried again; where it stays away the log has the numbers. A process that is killed
 * between the answer and the booking loses that call's.
 */
export async function bookCall(platform: Platform, answered: AnsweredCall): Promise<void> {
  if (!answered.usage) return;
  // The same over all tries: an answer that was lost does not tell whether the statement was carried out.
  const id = newId();
  const { model, bookedFor, usage } = answered;
  const warn = await untilDone(() => book(platform, id, answered)).catch((error) =>
    platform.log.error({ err: error, model, bookedFor, usage }, "a call of the model was not booked"),
  );
  if (!warn) return;
  await untilDone(warn).catch((error) =>
    platform.log.error({ err: error }, "the admins were not told that the spending limit is near"),
  );
}

/**
 * Books a call whose answer never came as what such a call costs, rather more than less: the provider tells no numbers of it, and a limit
 * that did not count it would be blind where money is spent for nothing.
 */
export const bookGivenUp = (
  platform: Platform,
  call: Pick<AnsweredCall, "model" | "bookedFor">,
): Promise<void> =>
  bookCall(platform, {
    ...call,
    usage: call.bookedFor.purpose === "picture" ? drawn : read,
    ending: null,
  });

async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === mostTries) throw error;
      await pause(100 * 2 ** tries);
    }
  }
}

/** Answers how the admins are told, where most of the limit is used and they were not. */
async function book(
  platform: Platform,
  id: string,
  { bookedFor, model, usage }: AnsweredCall,
): Promise<(() => Promise<void>) | null> {
  const settings = await readShopSettings(platform);
  const currency = await shopCurrency(platform);
  const costMicros = callCostMicros(settings.modelPrices, model, currency, usage!);
  const { tokensIn, tokensOut, pictures } = usage!;
  const { purpose, userId = null, generationId = null } = bookedFor;
  const call: NewCall = { id, purpose, userId, generationId, model, tokensIn, tokensOut, pictures, currency };
  if (costMicros === null) {
    await insertCall(platform.db, call);
    return null;
  }
  const day = ownDay(settings.timeZone, currency);
  // Whole, as a minor unit is ten thousand millionths at least.
  const noticeAt = (microsOf(settings.dailySpendingLimit, currency) / 100) * spendingNoticePercent;
  const spent = await insertPricedCall(platform.db, { ...call, costMicros }, day, noticeAt);
  if (noticeAt === 0 || spent.warned || spent.costMicros < noticeAt) return null;
  return async () => {
    // Every run that is counted waits for the day's row.
    await loadTemplates();
    await platform.db.transaction(async (tx) => {
      if (await markWarned(tx, day)) await warnOfLimit(platform, tx, { settings, day, currency });
    });
  };
}

async function warnOfLimit(
  platform: Platform,
  tx: Tx,
  {
    settings,
    day,
    currency,
  }: {
    settings: { dailySpendingLimit: number; timeZone: string };
    day: { day: string };
    currency: string;
  },
): Promise<void> {
  const limit = displayMoney(settings.dailySpendingLimit, currency);
  await notifyAdmins(platform, tx, {
    key: `spending:${day.day}:${settings.dailySpendingLimit}`,
    templateName: "spending-limit",
    subject: `${spendingNoticePercent} % of today's spending limit is used`,
    paragraphs: [
      `The models have cost ${spendingNoticePercent} % of the ${limit} that you allow a day. Once all of it is spent, members can start no run until midnight (${settings.timeZone}). Runs that are under way then still end.`,
      "You can raise the limit in the generator's settings at any time; it counts at once.",
    ],
    path: "/admin/settings?panel=generator",
  });
}
