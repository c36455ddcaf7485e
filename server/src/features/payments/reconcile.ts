import { databaseNow } from "#server/db/clock.ts";
import { limitConcurrency } from "#server/platform/concurrency.ts";
import type { Platform } from "#server/platform/platform.ts";
import { isRateLimited } from "#server/providers/paypal/result.ts";
import { findDueAttempts, postponeAttempt } from "./attempts/attempts.repository.ts";
import type { PaymentOutcome } from "./attempts/attempts.ts";
import { syncAttempt } from "./attempts/sync-attempt.ts";
import { executeRefund, type RefundOutcome } from "./refunds/execute-refund.ts";
import { findDueRefunds, postponeRefund } from "./refunds/refunds.repository.ts";
import { ensureDemoWebhook } from "./settings/paypal-account.ts";

const batchSize = 40;
const atOnce = 5;
/** After so many unclear answers in one run PayPal is taken to be away: the next run tries again. */
const givesUpAfter = 10;
/**
 * PayPal's 429 ends the run, and the next one waits: a minute, then twice as long each time, up to this.
 * https://developer.paypal.com/api/rest/reference/rate-limiting/
 */
const longestQuietMs = 240_000;

/**
 * Finishes what was left half way: a browser closed after the approval, a capture whose answer was lost, a webhook that
 * never came, a process that died. Every attempt and refund that is due is checked, twice a minute, so that each is
 * found within 90 s.
 */
export function createReconciler(platform: Platform): (signal: AbortSignal) => Promise<boolean> {
  /** Of performance.now(): a clock that is set meanwhile neither ends the pause nor draws it out. */
  let quietUntil = 0;
  let quietMs = 0;
  let demoReady = !platform.config.demo || platform.config.paypalApiUrl !== undefined;
  return async (signal) => {
    if (!demoReady) demoReady = await ensureDemoWebhook(platform);
    if (performance.now() < quietUntil) return false;
    const { more, limited } = await reconcileRound(platform, signal);
    quietMs = limited ? Math.min(longestQuietMs, 2 * quietMs || 60_000) : 0;
    quietUntil = performance.now() + quietMs;
    return more;
  };
}

/** One run over what is due; true when there may be more. */
export async function reconcile(platform: Platform): Promise<boolean> {
  return (await reconcileRound(platform)).more;
}

async function reconcileRound(
  platform: Platform,
  signal?: AbortSignal,
): Promise<{ more: boolean; limited: boolean }> {
  const now = await databaseNow(platform.db);
  const attempts = await findDueAttempts(platform.db, now, batchSize);
  const refunds = await findDueRefunds(platform.db, now, batchSize);
  let unanswered = 0;
  let limited = false;
  const note = (outcome: PaymentOutcome | RefundOutcome) => {
    if (outcome.kind !== "unknown") return;
    unanswered += 1;
    limited ||= isRateLimited(outcome.reason);
  };
  const work = [
    ...attempts.map((attempt) => async () => {
      try {
        note(await syncAttempt(platform, attempt, { source: "reconciler", capture: true }));
      } finally {
        await postponeAttempt(platform.db, attempt.id, now);
      }
    }),
    ...refunds.map((refund) => async () => {
      try {
        note(await executeRefund(platform, refund.id));
      } finally {
        await postponeRefund(platform.db, refund.id, now);
      }
    }),
  ];
  const goesOn = () => !signal?.aborted && !limited && unanswered < givesUpAfter;
  const inTurn = limitConcurrency(atOnce);
  // One that fails does not keep back the others.
  const failed = (error: unknown) => platform.log.error({ err: error }, "a payment could not be reconciled");
  await Promise.all(work.map((one) => inTurn(async () => goesOn() && one()).catch(failed)));
  const more = goesOn() && (attempts.length === batchSize || refunds.length === batchSize);
  return { more, limited };
}
