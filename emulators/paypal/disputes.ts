import type { Emulator } from "./emulator.ts";
import { notFound } from "./errors.ts";
import { emitDispute } from "./events.ts";
import { newDisputeId } from "./ids.ts";
import { toMinor } from "./money.ts";
import { giveBack } from "./payments.ts";
import { refundedOf } from "./represent.ts";
import type { Capture, Dispute } from "./state.ts";

const ANSWERABLE_MS = 10 * 24 * 60 * 60 * 1000;

export function openDispute(emulator: Emulator, capture: Capture, reason: string): Dispute {
  const time = emulator.timestamp();
  const dispute: Dispute = {
    id: newDisputeId(),
    captureId: capture.id,
    clientId: capture.clientId,
    reason,
    status: "OPEN",
    amount: capture.amount,
    answerBy: new Date(emulator.now() + ANSWERABLE_MS).toISOString(),
    createTime: time,
    updateTime: time,
  };
  emulator.state.disputes.set(dispute.id, dispute);
  emulator.changed();
  emitDispute(emulator, "CREATED", dispute);
  return dispute;
}

/** The latest dispute about a capture. */
export function disputeOf(emulator: Emulator, captureId: string): Dispute {
  const disputes = [...emulator.state.disputes.values()].filter((dispute) => dispute.captureId === captureId);
  const latest = disputes.at(-1);
  if (!latest) throw notFound();
  return latest;
}

export function updateDispute(emulator: Emulator, dispute: Dispute, status: Dispute["status"]): Dispute {
  dispute.status = status;
  dispute.updateTime = emulator.timestamp();
  emulator.changed();
  emitDispute(emulator, "UPDATED", dispute);
  return dispute;
}

/**
 * Ends a dispute. `outcome` is PayPal's outcome code; in the buyer's favour, what is left of the
 * capture goes back to the payer, which is a reversal with an event of its own.
 */
export function resolveDispute(emulator: Emulator, dispute: Dispute, outcome: string): Dispute {
  const capture = emulator.state.captures.get(dispute.captureId);
  dispute.status = "RESOLVED";
  dispute.outcome = outcome;
  dispute.updateTime = emulator.timestamp();
  emulator.changed();
  if (
    outcome === "RESOLVED_BUYER_FAVOUR" &&
    capture &&
    toMinor(capture.amount) > refundedOf(emulator.state, capture.id)
  ) {
    giveBack(emulator, capture, "reversal");
  }
  emitDispute(emulator, "RESOLVED", dispute);
  return dispute;
}
