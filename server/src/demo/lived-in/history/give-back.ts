import { displayMoney } from "#contract/money.ts";
import { newTransactionId } from "#emulators/paypal/ids.ts";
import { newId } from "#server/db/ids.ts";
import { book } from "./ledger-lines.ts";
import { type Buyer, mail, type Order, type Past } from "./past.ts";

/** Money back by the admin, in full or in half, with the credits that it takes. */
export function giveBack(
  past: Past,
  buyer: Buyer,
  order: Order,
  at: Date,
  note: string,
  half: boolean,
): void {
  const { rows, currency } = past;
  const amountMinor = half ? Math.floor(order.totalMinor / 2) : order.totalMinor;
  const creditsTaken = Math.floor(((order.credit ?? 0) * amountMinor) / order.totalMinor);
  const capture = rows.captures.find(({ id }) => id === order.paypalTransactionId)!;
  const refundId = newTransactionId();
  const common = { orderId: order.id, captureId: capture.id, amountMinor, createdAt: at, updatedAt: at };
  rows.refundRequests.push({
    ...common,
    id: newId(at.getTime()),
    note,
    requestId: newId(),
    state: "done",
    refundId,
  });
  rows.reversals.push({ ...common, id: refundId, kind: "refund", state: "done", occurredAt: at });
  rows.movements.push({
    captureId: capture.id,
    reversalId: refundId,
    at,
    minor: -amountMinor,
    createdAt: at,
  });
  Object.assign(capture, { status: half ? "PARTIALLY_REFUNDED" : "REFUNDED", changedAt: at, updatedAt: at });
  if (creditsTaken > 0) {
    const booking = {
      userId: buyer.id,
      reason: "refund",
      reference: `${order.id}:${refundId}`,
      orderId: order.orderId,
    } as const;
    book(rows, at, booking, -creditsTaken, ["returned", creditsTaken]);
  }
  const before = { paymentStatus: order.paymentStatus, refundedMinor: 0 };
  Object.assign(order, {
    paymentStatus: half ? "Partially refunded" : "Refunded",
    orderStatus: half ? "Completed" : "Cancelled",
    refundedMinor: amountMinor,
    creditsTaken,
    updatedAt: at,
  });
  if (!half) {
    // A first purchase that goes back leaves no membership.
    if (order.membershipValidity) Object.assign(buyer, { membership: "free", membershipValidity: null });
    Object.assign(order, { membershipValidity: null, membershipTakenAt: at });
  }
  rows.audit.push({
    actorId: past.admin.id,
    actorEmail: past.admin.email,
    action: "POST /api/orders/{id}/refund",
    subject: `order:${order.orderId}`,
    before,
    after: { captureId: capture.id, amountMinor, currency, note },
    createdAt: at,
  });
  const amount = displayMoney(amountMinor, currency);
  mail(
    past,
    at,
    `refund:${refundId}`,
    buyer.email,
    "Refund",
    `Your refund of ${amount} for order ${order.orderId}`,
  );
  mail(
    past,
    at,
    `back:${refundId}:done:${past.admin.id}`,
    past.admin.email,
    "Refund notice",
    `Refund: order ${order.orderId}, ${amount}`,
  );
}
