import { displayMoney } from "#contract/money.ts";
import type { PaypalMode } from "#contract/paypal-settings-form.ts";
import { databaseNow } from "#server/db/clock.ts";
import type { Tx } from "#server/db/database.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { notifyAdmins } from "#server/features/mail/notify-admins.ts";
import { loadTemplates } from "#server/features/mail/queue-mail.ts";
import { lockOrderById } from "#server/features/orders/orders.service.ts";
import { isDeletedUserEmail } from "#server/platform/deleted-user.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { PaypalCapture, PaypalRefund } from "#server/providers/paypal/answers.ts";
import {
  insertStrayPayment,
  lockStrayPayment,
  type StrayPaymentRow,
  setStrayPaymentReturned,
} from "../payments.repository.ts";
import { hasLeft, refundTotals } from "../refunds/refund-requests.ts";
import {
  type AskedReversalRow,
  findReversal,
  findReversalsOfCapture,
  type ReversalRow,
} from "../refunds/refunds.repository.ts";
import { isNewsToPeople, type ReversalUpdate, reversalOf, saveReversal } from "../refunds/save-reversal.ts";

/**
 * Stores money in the shop's account that pays no order, with what went back of it, and notifies the admins once, unless all
 * of it has gone back already.
 */
export async function recordStrayPayment(
  platform: Platform,
  mode: PaypalMode,
  capture: PaypalCapture,
  payer: { email: string | null; orderId: string | null },
  reason: string,
  refunds: PaypalRefund[],
): Promise<void> {
  const { id, amount, createdAt: captureTime } = capture;
  const amountMinor = amount?.minor ?? 0;
  const currency = amount?.currency ?? "";
  await loadTemplates();
  await withDeadlockRetry(platform.db, async (tx) => {
    // An erased buyer's address must not be stored again.
    const order = payer.orderId ? await lockOrderById(tx, payer.orderId) : null;
    const payerEmail = order && isDeletedUserEmail(order.customerEmail) ? null : payer.email;
    const row = { id, mode, amountMinor, currency, payerEmail, reason, captureTime };
    const isNew = await insertStrayPayment(tx, row);
    for (const refund of refunds)
      await recordStrayReversal(platform, tx, id, reversalOf(refund, "refund"), refund.returned?.minor);
    if (capture.status === "REFUNDED" && refunds.length === 0) await returnWhole(tx, id, capture.changedAt);
    if (!isNew || (await lockStrayPayment(tx, id))?.returnedAt) return;
    platform.log.error({ capture: id, reason }, "a payment belongs to no order");
    const sum = amount ? displayMoney(amountMinor, currency) : "an unknown amount";
    await notifyAdmins(platform, tx, {
      key: `stray-payment:${id}`,
      templateName: "Payment problem",
      subject: `A payment of ${sum} belongs to no order`,
      paragraphs: [
        `${payerEmail ?? "Somebody"} paid ${sum} into your PayPal account (${mode}, transaction ${id}), but ${reason}.`,
        "Nothing was granted for it. Please look at the transaction in your PayPal account, and give the money back there unless you know whose it is.",
      ],
      path: "/admin/dashboard",
    });
  });
}

/**
 * Stores what went back of a stray payment, or came back of that. Nobody has to see to one of which all has gone back; one
 * whose money is here again, as by a refund that failed later, is told to the admins anew. `returnedMinor`: what PayPal says
 * of it and those before together, of which the shop may have heard nothing.
 */
export async function recordStrayReversal(
  platform: Platform,
  tx: Tx,
  captureId: string,
  update: ReversalUpdate,
  returnedMinor = 0,
): Promise<void> {
  const stray = await lockStrayPayment(tx, captureId);
  const told = stray && (await completed(tx, stray, update, returnedMinor));
  const saved = told && (await saveReversal(tx, { ...stray, orderId: null }, told));
  if (!saved) return;
  const { known, row } = saved;
  const isReturned = await markReturned(tx, stray, row.occurredAt);
  const isHereAgain = row.state === "failed" || (stray.returnedAt !== null && !isReturned);
  if (isHereAgain && isNewsToPeople(known, row)) await notifyHereAgain(platform, tx, stray, row);
}

/** Where PayPal names no refund, the payment's own id stands for all that went back. */
export async function returnWhole(tx: Tx, captureId: string, at: Date | null): Promise<void> {
  const stray = await lockStrayPayment(tx, captureId);
  if (!stray || (await sumGone(tx, stray)).isWhole) return;
  const whole = { id: stray.id, kind: "refund", state: "done", amountMinor: null, occurredAt: at } as const;
  await saveReversal(tx, { ...stray, orderId: null }, whole);
  await markReturned(tx, stray, at);
}

/** Null of one that says nothing new: all had gone back before, or one after it has told what went back up to then. */
async function completed(
  tx: Tx,
  stray: StrayPaymentRow,
  update: ReversalUpdate,
  returnedMinor: number,
): Promise<ReversalUpdate | null> {
  if (update.kind === "dispute" || update.state === "failed") return update;
  const others = await sumGone(tx, stray, update.id);
  const isCounted = others.isWhole || (returnedMinor > 0 && returnedMinor <= others.minor);
  if (isCounted && !(await findReversal(tx, update.id))) return null;
  return { ...update, amountMinor: Math.max(update.amountMinor ?? 0, returnedMinor - others.minor) };
}

async function sumGone(tx: Tx, { id, amountMinor }: StrayPaymentRow, except?: string) {
  const rows = (await findReversalsOfCapture(tx, id)).filter((row) => row.id !== except);
  return sumOf(amountMinor, rows);
}

function sumOf(amountMinor: number, rows: AskedReversalRow[]) {
  const { goneMinor: minor } = refundTotals({ totalMinor: amountMinor, credit: 0 }, rows);
  // PayPal may have told no amount of it.
  const hasGone = amountMinor > 0 || rows.some(hasLeft);
  return { minor, isWhole: hasGone && minor >= amountMinor };
}

/**
 * The day on which all of it had gone back stays, however often that is told. What is pending has not: nobody asks PayPal how
 * it ends, and no event tells of a refund that was cancelled.
 */
async function markReturned(tx: Tx, stray: StrayPaymentRow, at: Date | null): Promise<boolean> {
  const rows = await findReversalsOfCapture(tx, stray.id);
  const settled = rows.filter(({ state }) => state !== "pending");
  const { isWhole } = sumOf(stray.amountMinor, settled);
  if (isWhole !== (stray.returnedAt !== null))
    await setStrayPaymentReturned(tx, stray.id, isWhole ? (at ?? (await databaseNow(tx))) : null);
  return isWhole;
}

async function notifyHereAgain(
  platform: Platform,
  tx: Tx,
  { id, mode, currency }: StrayPaymentRow,
  row: ReversalRow,
): Promise<void> {
  const sum = currency ? displayMoney(row.amountMinor, currency) : "An unknown amount";
  await notifyAdmins(platform, tx, {
    key: `stray-payment:${id}:${row.id}:${row.state}:${row.occurredAt?.getTime()}`,
    templateName: "Payment problem",
    subject: `${sum} that belongs to no order is in your PayPal account again`,
    paragraphs: [
      row.kind === "dispute"
        ? `PayPal has taken back what dispute ${row.id} had taken of transaction ${id} (${mode}).`
        : `PayPal could not carry out refund ${row.id} of transaction ${id} (${mode}).`,
      "Please look at the transaction in your PayPal account, and give the money back there once more unless you know whose it is.",
    ],
    path: "/admin/dashboard",
  });
}
