import { databaseNow } from "#server/db/clock.ts";
import type { Tx } from "#server/db/database.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { notifyAdmins } from "#server/features/mail/notify-admins.ts";
import { lockOrderById, type OrderRow } from "#server/features/orders/orders.service.ts";
import { prepareOwnLogo } from "#server/features/orders/seller.ts";
import { isDeletedUserEmail } from "#server/platform/deleted-user.ts";
import { failpoint } from "#server/platform/failpoints.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { PaypalCapture, PaypalOrder, PaypalRefund } from "#server/providers/paypal/answers.ts";
import type { AttemptState } from "../attempts/attempt-states.ts";
import type { AttemptRow } from "../attempts/attempts.repository.ts";
import {
  type Cause,
  expireSandboxAttempt,
  lockAttempt,
  measureOutcome,
  moveAttempt,
  type PaymentOutcome,
  type Source,
} from "../attempts/attempts.ts";
import { adminOrderPath, preparePaidMails, queueGoodsMail } from "../payment-mails.ts";
import {
  assignStrayPayment,
  type CaptureRow,
  findCapture,
  insertCapture,
  updateCapture,
} from "../payments.repository.ts";
import { refundDuplicatePayment } from "../refunds/duplicate-payment.ts";
import { isGivenBack } from "../refunds/refund-requests.ts";
import { applyReversals, recordReversal } from "../refunds/reversals.ts";
import { reversalOf } from "../refunds/save-reversal.ts";
import { isSandboxInLiveShop } from "../settings/paypal-settings.ts";
import { awaitedOfSeller, notifyAwaited } from "./awaits-seller.ts";
import { couponProblem, fulfilOrder, nextCaptureCheck, withdrawRescue } from "./fulfil-order.ts";
import {
  completedAt,
  duplicateProblem,
  isCompletedCapture,
  isDuplicatePayment,
  isNewer,
  mismatchOf,
} from "./match-capture.ts";

/**
 * Stores what PayPal says of its order, captures and refunds, and fulfils the shop's order where a completed capture
 * agrees with it in amount, currency, custom_id and payee, and its coupon has a use for it. One transaction, safe to
 * repeat, whoever asked.
 */
export async function recordPayment(
  platform: Platform,
  attemptId: string,
  paypalOrder: PaypalOrder,
  cause: Cause,
): Promise<PaymentOutcome> {
  const { source, afterRecord } = cause;
  failpoint("before-record");
  await Promise.all([prepareOwnLogo(platform), preparePaidMails()]);
  let stood: AttemptState | null = null;
  const outcome = await withDeadlockRetry(platform.db, async (tx): Promise<PaymentOutcome> => {
    const { attempt, order: found } = await lockAttempt(tx, attemptId);
    stood = attempt.state;
    const isPaying = paypalOrder.captures.some(({ id }) => id === found.paypalTransactionId);
    if (!isPaying && (await isSandboxInLiveShop(tx, attempt.mode)))
      return expireSandboxAttempt(tx, attempt, found, cause);
    const rows: CaptureRow[] = [];
    for (const capture of paypalOrder.captures) {
      const row = await saveCapture(tx, attempt, found, capture, paypalOrder);
      if (row) rows.push(row);
      if (row?.status === "PENDING" && !found.paidAt) await notifyAwaited(platform, tx, found, capture);
    }
    const { current, fulfilledNow } = await fulfilOrReport(platform, tx, found, rows, source);
    if (current.paidAt && !fulfilledNow) await withdrawRescue(tx, current, source);
    for (const refund of paypalOrder.refunds) await recordRefund(platform, tx, current, rows, refund);
    for (const row of rows.filter((row) => isDuplicatePayment(row, current)))
      await refundDuplicatePayment(platform, tx, current, row);
    const order = current.paidAt ? await applyReversals(tx, (await lockOrderById(tx, found.id))!) : found;
    if (fulfilledNow) await queueGoodsMail(platform, tx, order);
    const result = await concludeAttempt(tx, attempt, order, rows, fulfilledNow);
    await afterRecord?.(tx, order, result.kind === "paid" && !result.fulfilledNow ? "known" : result.kind);
    return result;
  });
  failpoint("after-record");
  measureOutcome(platform, outcome, source, stood);
  return outcome;
}

async function saveCapture(
  tx: Tx,
  attempt: AttemptRow,
  order: OrderRow,
  capture: PaypalCapture,
  paypalOrder: PaypalOrder,
): Promise<CaptureRow | null> {
  const { status, changedAt } = capture;
  const known = await findCapture(tx, capture.id);
  if (known && known.attemptId !== attempt.id) return null;
  const isNews = !known || isNewer(known, capture);
  const difference =
    mismatchOf(order, attempt, capture, paypalOrder) ?? (await couponProblem(tx, order, capture, known));
  // An erased buyer's address must not be stored again.
  const payerEmail = isDeletedUserEmail(order.customerEmail) ? null : paypalOrder.payerEmail;
  const money = {
    amountMinor: capture.amount?.minor ?? 0,
    currency: capture.amount?.currency ?? order.currency,
  };
  const isPending = (isNews ? status : known.status) === "PENDING";
  const problem = difference ?? (isPending ? awaitedOfSeller(capture) : null);
  // As `completedAt`: the books of a day that is over stay.
  const hasFee = known !== null && known.feeMinor !== null && isCompletedCapture(known.status);
  const told = {
    ...(!hasFee && capture.fee?.currency === money.currency ? { feeMinor: capture.fee.minor } : {}),
    completedAt: await completedAt(tx, capture, known),
  };
  if (!known) {
    await assignStrayPayment(tx, capture.id, order.id);
    return insertCapture(tx, {
      id: capture.id,
      attemptId: attempt.id,
      orderId: order.id,
      status,
      ...money,
      ...told,
      payerEmail,
      captureTime: capture.createdAt,
      changedAt,
      problem,
    });
  }
  const newer = isNews ? { status, changedAt: changedAt ?? known.changedAt } : {};
  const state = { ...newer, ...told };
  if (known.fulfilledAt) return updateCapture(tx, known.id, state);
  return updateCapture(tx, known.id, {
    ...state,
    ...money,
    problem,
    payerEmail,
  });
}

/** Fulfils with the first completed capture that agrees with the order. One that differs is reported to the admins. */
async function fulfilOrReport(
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  rows: CaptureRow[],
  source: Source,
): Promise<{ current: OrderRow; fulfilledNow: boolean }> {
  const { agreeing, differing } = sorted(rows);
  const first = agreeing[0];
  const fulfilledNow = first !== undefined && order.paidAt === null;
  const current = fulfilledNow ? await fulfilOrder(platform, tx, order, first, source) : order;
  for (const row of agreeing.filter((row) => isDuplicatePayment(row, current)))
    await updateCapture(tx, row.id, { problem: duplicateProblem });
  for (const row of differing)
    await reportMismatch(platform, tx, current, row.id, `was paid with ${row.problem}`);
  return { current, fulfilledNow };
}

/** Those whose money came in, by whether they agree with their order. */
function sorted(rows: CaptureRow[]): { agreeing: CaptureRow[]; differing: CaptureRow[] } {
  const paidIn = rows.filter((row) => isCompletedCapture(row.status));
  return {
    agreeing: paidIn.filter((row) => row.problem === null),
    differing: paidIn.filter((row) => row.problem !== null && row.fulfilledAt === null),
  };
}

/** Moves the attempt to where its captures leave it. Wrong money that has gone back whole bars the order no more. */
async function concludeAttempt(
  tx: Tx,
  attempt: AttemptRow,
  order: OrderRow,
  rows: CaptureRow[],
  fulfilledNow: boolean,
): Promise<PaymentOutcome> {
  const { agreeing, differing } = sorted(rows);
  let wrong: CaptureRow | undefined;
  for (const row of differing) {
    const isBack = await isGivenBack(tx, row);
    if (!isBack) wrong ??= row;
    // The attempt is asked about no more, and what went back may fail yet.
    if (isBack && !row.checkAt) {
      const checkAt = nextCaptureCheck(row.createdAt, await databaseNow(tx));
      await updateCapture(tx, row.id, { checkAt });
    }
  }
  const state = stateOf(rows, agreeing.length > 0, wrong !== undefined);
  if (state) await moveAttempt(tx, attempt, state, differing[0]?.problem ?? null);
  if (order.paidAt) return { kind: "paid", order, fulfilledNow };
  if (wrong && state === "mismatch")
    return { kind: state, order, reason: wrong.problem ?? "", captureId: wrong.id };
  if (state === "pending") return { kind: state, order };
  if (state === "declined") return { kind: state, order, isPayable: false };
  return { kind: "open", order };
}

function stateOf(rows: CaptureRow[], agrees: boolean, differs: boolean): AttemptState | null {
  if (agrees || rows.some((row) => row.fulfilledAt !== null)) return "completed";
  if (differs) return "mismatch";
  if (rows.some((row) => row.status === "PENDING")) return "pending";
  return rows.length > 0 ? "declined" : null;
}

async function reportMismatch(
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  captureId: string,
  what: string,
): Promise<void> {
  platform.log.error({ order: order.id, capture: captureId }, `an order ${what}`);
  await notifyAdmins(platform, tx, {
    key: `payment-problem:${captureId}:${what}`,
    templateName: "Payment problem",
    subject: `Please check order ${order.orderId}: it ${what}`,
    paragraphs: [
      `Order ${order.orderId} of ${order.customerEmail} ${what} (PayPal transaction ${captureId}).`,
      "Nothing was granted for this payment. Look at the order's history, and refund the payment where it should not have been made.",
    ],
    path: adminOrderPath(order),
  });
}

async function recordRefund(
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  rows: CaptureRow[],
  refund: PaypalRefund,
): Promise<void> {
  const capture =
    rows.find((row) => row.id === refund.captureId) ?? (rows.length === 1 ? rows[0] : undefined);
  if (!capture) return;
  // The refund before this one may have changed the order.
  const current = await lockOrderById(tx, order.id);
  if (current) await recordReversal(platform, tx, current, capture, reversalOf(refund, "refund"));
}
