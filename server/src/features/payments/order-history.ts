import { minorToText } from "#contract/money.ts";
import { isRescued, receiptName } from "#contract/orders.ts";
import type { HistoryLine } from "#contract/payments.ts";
import { dateIn } from "#contract/time-zone.ts";
import { type OrderRow, readAnyOrder } from "#server/features/orders/orders.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findAttemptsOfOrder } from "./attempts/attempts.repository.ts";
import { isCompletedCapture } from "./capture/match-capture.ts";
import {
  type CaptureRow,
  findCapturesOfOrder,
  findEventsOfOrder,
  findLedgerOfOrder,
  findMailsOfKeys,
} from "./payments.repository.ts";
import { refundableMinor } from "./refunds/refund-requests.ts";
import { findRefundRequestsOfOrder, findReversalsOfOrder } from "./refunds/refunds.repository.ts";
import { buyersMailKeys } from "./refunds/reversal-mails.ts";

const ordered = "Ordered";

type Details = HistoryLine["details"];

/** Everything that happened to an order, oldest first, for the back office. */
export async function readOrderHistory(
  platform: Platform,
  viewer: { id: string; email: string },
  id: string,
): Promise<HistoryLine[]> {
  const order = await readAnyOrder(platform.db, { ...viewer, role: "Admin" }, id);
  const parts = [orderLines(order), await moneyLines(platform, order), await traceLines(platform, order)];
  return parts.flat().toSorted(oldestFirst);
}

const places: HistoryLine["kind"][] = ["attempt", "capture", "refund", "webhook", "order", "ledger", "mail"];

/** PayPal's times are whole seconds: within one, lines are in the order of cause and effect. */
function oldestFirst(a: HistoryLine, b: HistoryLine): number {
  const place = ({ kind, title }: HistoryLine) => (title === ordered ? -1 : places.indexOf(kind));
  return (
    a.at.slice(0, 19).localeCompare(b.at.slice(0, 19)) || place(a) - place(b) || a.at.localeCompare(b.at)
  );
}

function lineOf(at: Date, kind: HistoryLine["kind"], title: string, details: Details): HistoryLine {
  return { at: at.toISOString(), kind, title, details };
}

function orderLines(order: OrderRow): HistoryLine[] {
  const total = minorToText(order.totalMinor, order.currency);
  const lines = [
    lineOf(order.createdAt, "order", ordered, {
      product: order.productName,
      ...(order.couponCode
        ? { coupon: order.couponCode, discount: minorToText(order.discountMinor, order.currency) }
        : {}),
      total,
      currency: order.currency,
    }),
  ];
  if (order.paidAt) {
    const { reconciledBy, receiptNumber, paypalTransactionId } = order;
    lines.push(
      lineOf(order.paidAt, "order", paidTitle(order), {
        reconciledBy,
        receiptNumber: receiptNumber && receiptName(receiptNumber),
        paypalTransactionId,
      }),
    );
  }
  if (order.deletedAt) lines.push(lineOf(order.deletedAt, "order", "Cancelled", {}));
  return lines;
}

function paidTitle(order: OrderRow): string {
  if (!order.paypalTransactionId) return "Paid by the coupon";
  return isRescued(order) ? "Paid, rescued by the reconciler" : "Paid, confirmed by PayPal";
}

async function moneyLines({ db }: Platform, order: OrderRow): Promise<HistoryLine[]> {
  const text = (minor: number) => minorToText(minor, order.currency);
  const attempts = (await findAttemptsOfOrder(db, order.id)).map((row) =>
    lineOf(row.createdAt, "attempt", `Attempt: ${row.state}`, {
      paypalOrderId: row.paypalOrderId,
      mode: row.mode,
      checks: row.checks,
      lastError: row.lastError,
      nextCheck: row.checkAt?.toISOString() ?? null,
    }),
  );
  const captures: HistoryLine[] = [];
  for (const row of await findCapturesOfOrder(db, order.id)) captures.push(await captureLine(db, row));
  const asked = (await findRefundRequestsOfOrder(db, order.id)).map((row) =>
    lineOf(row.createdAt, "refund", `Refund asked for: ${row.state}`, {
      amount: text(row.amountMinor),
      captureId: row.captureId,
      note: row.note,
      lastError: row.lastError,
    }),
  );
  const back = (await findReversalsOfOrder(db, order.id)).map((row) =>
    lineOf(
      (row.state === "failed" && row.returnedAt) || row.occurredAt || row.createdAt,
      "refund",
      `${row.kind}: ${row.state}`,
      {
        id: row.id,
        amount: text(row.amountMinor),
        captureId: row.captureId,
        ...(row.answerBy ? { answerBy: dateIn("UTC", row.answerBy) } : {}),
      },
    ),
  );
  return [...attempts, ...captures, ...asked, ...back];
}

async function captureLine(db: Platform["db"], row: CaptureRow): Promise<HistoryLine> {
  const { id: captureId, currency } = row;
  const line = lineOf(row.captureTime ?? row.createdAt, "capture", `Capture: ${row.status}`, {
    captureId,
    amount: minorToText(row.amountMinor, currency),
    currency,
    fulfilled: row.fulfilledAt !== null,
    problem: row.problem,
  });
  if (row.fulfilledAt || !isCompletedCapture(row.status)) return line;
  const left = await refundableMinor(db, row);
  if (left <= 0) return line;
  return { ...line, refundable: { captureId, amount: minorToText(left, currency), currency } };
}

async function traceLines({ db }: Platform, order: OrderRow): Promise<HistoryLine[]> {
  const events = (await findEventsOfOrder(db, order.id)).map(({ createdAt, type, ...details }) =>
    lineOf(createdAt, "webhook", type, details),
  );
  const ledger = (await findLedgerOfOrder(db, order.userId, order.orderId)).map(
    ({ createdAt, reason, ...details }) => lineOf(createdAt, "ledger", reason, details),
  );
  const reversals = await findReversalsOfOrder(db, order.id);
  const ofRefunds = reversals.flatMap(({ id }) => buyersMailKeys(id));
  const keys = [`receipt:${order.id}`, `goods:${order.id}`, ...ofRefunds];
  const mails = (await findMailsOfKeys(db, keys)).map(({ createdAt, templateName, ...details }) =>
    lineOf(createdAt, "mail", templateName, details),
  );
  return [...events, ...ledger, ...mails];
}
