import { decimalsOf, taxIncluded } from "#contract/money.ts";
import { receiptName } from "#contract/orders.ts";
import { addDays, dayIn, startOfDay } from "#contract/time-zone.ts";
import type { Tx } from "#server/db/database.ts";
import { type CsvColumn, csvOf } from "#server/platform/http/csv.ts";
import { findMovementSpan, findMovements, type MovementRow } from "./movements.repository.ts";

const kinds: Record<MovementRow["kind"], string> = {
  payment: "Payment",
  refund: "Refund",
  reversal: "Reversal",
  "failed-refund": "Failed refund",
  "cancelled-reversal": "Cancelled reversal",
};

const columnsIn = (zone: string): CsvColumn<MovementRow>[] => [
  ["Time", (row) => row.at.toISOString()],
  ["Day", (row) => dayIn(zone, row.at)],
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

/** By which the tax of what is kept changes: so the parts that go back leave what the receipt tells, to the cent. */
function taxOf({ minor, keptMinor, taxBasisPoints }: MovementRow): number | null {
  if (taxBasisPoints === null) return null;
  const of = (kept: number) => Math.sign(kept) * taxIncluded(Math.abs(kept), taxBasisPoints);
  return of(keptMinor + minor) - of(keptMinor);
}

/** A number, since a text with a minus would be taken for a formula. */
function amount({ currency }: MovementRow, minor: number | null): number | null {
  return minor === null || currency === "" ? null : minor / 10 ** decimalsOf(currency);
}

interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** Each movement of money of the days, oldest first; all where no day is given. */
export function movementsCsv(tx: Tx, zone: string, days: Days): AsyncGenerator<string> {
  return csvOf(columnsIn(zone), movementsByDay(tx, zone, days), { number: (value) => value.toFixed(2) });
}

/** A day at a time, each its own short query: an export of any size needs little memory and keeps no transaction open. */
async function* movementsByDay(tx: Tx, zone: string, { from, to }: Days): AsyncGenerator<MovementRow[]> {
  const span = await findMovementSpan(tx);
  if (!span) return;
  const [first, last] = [dayIn(zone, span.first), dayIn(zone, span.last)];
  const end = to && to < last ? to : last;
  for (let day = from && from > first ? from : first; day <= end; day = addDays(day, 1))
    yield await findMovements(tx, startOfDay(zone, day), startOfDay(zone, addDays(day, 1)));
}
