import { databaseNow } from "#server/db/clock.ts";
import type { Tx } from "#server/db/database.ts";
import type { CaptureRow } from "../payments.repository.ts";
import { cancelledBy, refundTotals } from "./refund-requests.ts";
import {
  findMovementsOfCapture,
  findReversalsOfCapture,
  insertMovement,
  type ReversalRow,
} from "./refunds.repository.ts";

/**
 * Books the difference between what has left of a payment and what is booked of it, as a movement of the day on which
 * `cause` says that it moved. What was booked stays: a lost dispute whose money left already moves nothing, and one that is
 * opened again after the shop had won it moves it anew. Safe to repeat. The order's lock is held. `isNew`: it was not known
 * as a reversal before.
 */
export async function bookMovements(
  tx: Tx,
  { id: captureId, amountMinor }: Pick<CaptureRow, "id" | "amountMinor">,
  cause: ReversalRow,
  isNew = false,
): Promise<void> {
  const rows = await findReversalsOfCapture(tx, captureId);
  const booked = await findMovementsOfCapture(tx, captureId);
  const { goneMinor } = refundTotals({ totalMinor: amountMinor, credit: 0 }, rows);
  const dispute = cause.kind === "reversal" ? cancelledBy(rows, cause) : undefined;
  const add = async (at: Date, minor: number) => {
    if (minor !== 0) await insertMovement(tx, { captureId, reversalId: cause.id, at, minor });
  };
  const wentAt = cause.occurredAt ?? cause.createdAt;
  const hasFailed = cause.state === "failed";
  let left = 0;
  if (isNew && (dispute || (hasFailed && cause.returnedAt))) {
    // News come in any order: it left on its own day, unless as the dispute's loss, and has come back since.
    const lost = booked.filter(({ reversalId, minor }) => reversalId === dispute?.id && minor < 0);
    const own = booked.filter(({ reversalId }) => reversalId === cause.id);
    left = Math.min(0, -cause.amountMinor - sumOf(lost)) - sumOf(own);
    await add(wentAt, left);
  }
  const minor = -goneMinor - sumOf(booked) - left;
  const cameAt = hasFailed ? cause.returnedAt : (dispute ?? cause).occurredAt;
  await add(minor > 0 ? (cameAt ?? (await databaseNow(tx))) : wentAt, minor);
}

const sumOf = (movements: { minor: number }[]) => movements.reduce((sum, { minor }) => sum + minor, 0);
