import { databaseNow } from "#server/db/clock.ts";
import type { Tx } from "#server/db/database.ts";
import type { CaptureRow } from "../payments.repository.ts";
import { cancelledBy, refundTotals } from "./refund-requests.ts";
import {
  findReversalsOfCapture,
  insertMovement,
  type ReversalRow,
  sumMovements,
} from "./refunds.repository.ts";

/**
 * Books the difference between what has left of a payment and what is booked of it, as a movement of the day on which
 * `cause` says that it moved. What was booked stays: a lost dispute whose money left already moves nothing, and one that is
 * opened again after the shop had won it moves it anew. Safe to repeat. The order's lock is held.
 */
export async function bookMovements(
  tx: Tx,
  { id: captureId, amountMinor }: Pick<CaptureRow, "id" | "amountMinor">,
  cause: ReversalRow,
  isNew = false,
): Promise<void> {
  const rows = await findReversalsOfCapture(tx, captureId);
  const { goneMinor } = refundTotals({ totalMinor: amountMinor, credit: 0 }, rows);
  const dispute = cause.kind === "reversal" ? cancelledBy(rows, cause) : undefined;
  const add = async (at: Date, minor: number) => {
    if (minor !== 0) await insertMovement(tx, { captureId, reversalId: cause.id, at, minor });
  };
  const wentAt = cause.occurredAt ?? cause.createdAt;
  // News come in any order: it left on its own day, and has come back since.
  if (isNew && dispute) await add(wentAt, -cause.amountMinor);
  const minor = -goneMinor - (await sumMovements(tx, captureId));
  const hasFailed = cause.state === "failed";
  const cameAt = hasFailed ? cause.returnedAt : (dispute ?? cause).occurredAt;
  await add(minor > 0 ? (cameAt ?? (await databaseNow(tx))) : wentAt, minor);
}
