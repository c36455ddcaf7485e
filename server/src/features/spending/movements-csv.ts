import { stringify } from "csv-stringify/sync";
import { decimalsOf, taxIncluded } from "#contract/money.ts";
import { receiptName } from "#contract/orders.ts";
import { addDays, dayIn, startOfDay } from "#contract/time-zone.ts";
import type { Tx } from "#server/db/database.ts";
import { findMovementSpan, findMovements, type MovementRow } from "./movements.repository.ts";

const kinds: Record<MovementRow["kind"], string> = {
  payment: "Payment",
  refund: "Refund",
  reversal: "Reversal",
  "failed-refund": "Failed refund",
  "cancelled-reversal": "Cancelled reversal",
};

type Cell = string | number | null;

const columns: [string, (row: MovementRow, zone: string) => Cell][] = [
  ["Time", (row) => row.at.toISOString()],
  ["Day", (row, zone) => dayIn(zone, row.at)],
  ["Movement", (row) => kinds[row.kind]],
  ["For", (row) => row.of.charAt(0).toUpperCase() + row.of.slice(1)],
  ["Order ID", (row) => row.orderId],
  ["Receipt", ({ receiptNumber }) => receiptNumber && receiptName(receiptNumber)],
  ["Product", (row) => row.productName],
  ["Country", (row) => row.country],
  ["Currency", (row) => row.currency],
  ["Gross", (row) => amount(row, row.minor)],
  ["PayPal fee", (row) => amount(row, feeOf(row))],
  ["Net", (row) => amount(row, netOf(row))],
  ["Tax rate", ({ taxBasisPoints }) => taxBasisPoints && taxBasisPoints / 100],
  ["Tax", (row) => amount(row, taxOf(row))],
  ["PayPal transaction", (row) => row.id],
];

/** Null where PayPal has not told it. It keeps its fee when money goes back. */
function feeOf({ kind, feeMinor }: MovementRow): number | null {
  return kind === "payment" ? feeMinor : 0;
}

function netOf(row: MovementRow): number | null {
  const fee = feeOf(row);
  return fee === null ? null : row.minor - fee;
}

function taxOf({ minor, taxBasisPoints }: MovementRow): number | null {
  if (taxBasisPoints === null) return null;
  return Math.sign(minor) * taxIncluded(Math.abs(minor), taxBasisPoints);
}

/** A number, since a text with a minus would be taken for a formula. */
function amount({ currency }: MovementRow, minor: number | null): number | null {
  return minor === null || currency === "" ? null : minor / 10 ** decimalsOf(currency);
}

const form = {
  record_delimiter: "windows",
  escape_formulas: true,
  cast: { number: (value: number) => value.toFixed(2) },
} as const;

/**
 * Each movement of money of the days as CSV, oldest first; all where no day is given. A day at a time, each its own short
 * query: an export of any size needs little memory and keeps no transaction open.
 */
export async function* movementsCsv(
  tx: Tx,
  zone: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): AsyncGenerator<string> {
  yield stringify([columns.map(([title]) => title)], { ...form, bom: true });
  const span = await findMovementSpan(tx);
  if (!span) return;
  const [first, last] = [dayIn(zone, span.first), dayIn(zone, span.last)];
  const end = to && to < last ? to : last;
  for (let day = from && from > first ? from : first; day <= end; day = addDays(day, 1)) {
    const rows = await findMovements(tx, startOfDay(zone, day), startOfDay(zone, addDays(day, 1)));
    if (rows.length > 0)
      yield stringify(
        rows.map((row) => columns.map(([, read]) => read(row, zone))),
        form,
      );
  }
}
