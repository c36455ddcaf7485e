import { stringify } from "csv-stringify/sync";
import { receiptName } from "#contract/orders.ts";
import type { Tx } from "#server/db/database.ts";
import { type OrderFilter, orderBatches } from "./order-list.repository.ts";
import { amountText, daysLeft, orderDate } from "./order-records.ts";
import type { OrderRow } from "./orders.repository.ts";

const columns: [string, (row: OrderRow) => string | number | null][] = [
  ["Order ID", (row) => row.orderId],
  ["Payment ID", (row) => row.paymentId],
  ["Date", (row) => orderDate(row.createdAt)],
  ["Created at", (row) => row.createdAt.toISOString()],
  ["Customer", (row) => row.customerName],
  ["E-mail", (row) => row.customerEmail],
  ["Country", (row) => row.country],
  ["Product", (row) => row.productName],
  ["Price", (row) => amountText(row.priceMinor, row.currency)],
  ["Coupon", (row) => row.couponCode],
  ["Discount", (row) => amountText(row.discountMinor, row.currency)],
  ["Processing fee", (row) => amountText(row.feeMinor, row.currency)],
  ["Total", (row) => amountText(row.totalMinor, row.currency)],
  ["Refunded", (row) => amountText(row.refundedMinor, row.currency)],
  ["Currency", (row) => row.currency],
  ["Credits", (row) => row.credit],
  ["Payment status", (row) => row.paymentStatus],
  ["Order status", (row) => row.orderStatus],
  ["PayPal transaction", (row) => row.paypalTransactionId],
  ["Paid at", (row) => row.paidAt?.toISOString() ?? null],
  ["Receipt", ({ receiptNumber }) => receiptNumber && receiptName(receiptNumber)],
  ["Days left", (row) => daysLeft(row.membershipValidity, new Date())],
];

const form = { record_delimiter: "windows", escape_formulas: true } as const;

/**
 * The matching orders as CSV in UTF-8 with a byte order mark (spreadsheets ask for it), batch by batch. A text that
 * a spreadsheet would run as a formula gets an apostrophe in front.
 */
export async function* ordersCsv(tx: Tx, filter: OrderFilter | null): AsyncGenerator<string> {
  yield stringify([columns.map(([title]) => title)], { ...form, bom: true });
  if (!filter) return;
  for await (const rows of orderBatches(tx, filter)) {
    const cells = rows.map((row) => columns.map(([, read]) => read(row) ?? ""));
    yield stringify(cells, form);
  }
}
