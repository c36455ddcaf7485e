import { displayMoney } from "#contract/money.ts";
import { newTransactionId } from "#emulators/paypal/ids.ts";
import { newCode, newId } from "#server/db/ids.ts";
import { demoPaypalClient } from "#server/db/seed/content/demo-paypal.ts";
import { bringsMembership, extended, noMembership } from "#server/features/payments/membership.ts";
import { later } from "./chance.ts";
import { book } from "./ledger-lines.ts";
import { type Buyer, type Goods, mail, type Order, type Past } from "./past.ts";

/** An order with what became of it at PayPal, as the checkout and the fulfilment would have left it. */
export function sell(
  past: Past,
  buyer: Buyer,
  bought: Goods["package"][number] | Goods["item"][number],
  at: Date,
  outcome: "paid" | "declined" | "unpaid",
): Order {
  const { rows, chance, currency } = past;
  const isPackage = "credit" in bought;
  const order: Order = {
    id: newId(at.getTime()),
    kind: isPackage ? "package" : "item",
    orderId: newCode(),
    paymentId: newCode(),
    userId: buyer.id,
    productId: bought.id,
    productName: bought.name,
    priceMinor: bought.priceMinor,
    totalMinor: bought.priceMinor,
    currency,
    ...(isPackage
      ? { credit: bought.credit, validityDays: bought.validityDays, membershipLevel: bought.membershipLevel }
      : {
          imageUrl: bought.imageUrl,
          slug: bought.slug,
          itemCode: bought.itemCode,
          guidelines: bought.guidelines,
          accessUrl: bought.accessUrl,
        }),
    customerName: buyer.name,
    customerEmail: buyer.email,
    address: buyer.address ?? "",
    country: buyer.country ?? "",
    createdAt: at,
    updatedAt: at,
  };
  rows.orders.push(order);
  if (outcome === "unpaid" && chance.hits(0.5)) return order;
  const attemptAt = later(at, chance.between(15, 90));
  const attempt = {
    id: newId(attemptAt.getTime()),
    orderId: order.id,
    mode: "sandbox",
    clientId: demoPaypalClient.clientId,
    createRequestId: newId(),
    captureRequestId: newId(),
    paypalOrderId: newTransactionId(),
    payeeMerchantId: demoPaypalClient.merchantId,
    payeeEmail: demoPaypalClient.email,
    amountMinor: order.totalMinor,
    currency,
    createdAt: attemptAt,
  } as const;
  const paidAt = later(attemptAt, chance.between(20, 150));
  if (outcome === "paid") {
    rows.attempts.push({ ...attempt, state: "completed", updatedAt: paidAt });
    pay(past, buyer, order, attempt.id, paidAt);
  } else if (outcome === "declined")
    rows.attempts.push({
      ...attempt,
      state: "declined",
      lastError: "422 INSTRUMENT_DECLINED",
      updatedAt: paidAt,
    });
  else rows.attempts.push({ ...attempt, state: "expired", updatedAt: later(attemptAt, 10_800) });
  return order;
}

function pay(past: Past, buyer: Buyer, order: Order, attemptId: string, at: Date): void {
  const { rows, currency } = past;
  const captureId = newTransactionId();
  rows.captures.push({
    id: captureId,
    attemptId,
    orderId: order.id,
    status: "COMPLETED",
    amountMinor: order.totalMinor,
    // As the demo's PayPal reckons it: 3.49 % and 49 cents.
    feeMinor: Math.min(order.totalMinor, Math.round((order.totalMinor * 349) / 10_000) + 49),
    currency,
    payerEmail: buyer.email,
    captureTime: at,
    completedAt: at,
    changedAt: at,
    fulfilledAt: at,
    createdAt: at,
    updatedAt: at,
  });
  let membershipValidity: Date | null = null;
  const purchase = {
    ...order,
    validityDays: order.validityDays ?? 0,
    membershipLevel: order.membershipLevel ?? null,
    paidAt: at,
  };
  if (bringsMembership(purchase)) {
    const before = { level: buyer.membership ?? noMembership.level, end: buyer.membershipValidity ?? null };
    const { membership, end } = extended(before, purchase);
    membershipValidity = end;
    Object.assign(buyer, { membership: membership.level, membershipValidity: membership.end });
  }
  Object.assign(order, {
    paymentStatus: "Paid",
    orderStatus: "Completed",
    paymentMethod: "Paypal",
    paypalTransactionId: captureId,
    payerEmail: buyer.email,
    captureTime: at,
    membershipValidity,
    paidAt: at,
    updatedAt: at,
    ...past.seller,
  });
  if (order.credit)
    book(
      rows,
      at,
      { userId: buyer.id, reason: "purchase", reference: order.id, orderId: order.orderId },
      order.credit,
      ["sold", -order.credit],
    );
  const amount = displayMoney(order.totalMinor, currency);
  mail(past, at, `receipt:${order.id}`, buyer.email, "Receipt", `Your receipt for order ${order.orderId}`);
  if (order.kind === "item")
    mail(past, at, `goods:${order.id}`, buyer.email, "Item access", `Your access to ${order.productName}`);
  mail(
    past,
    at,
    `paid:${order.id}:${past.admin.id}`,
    past.admin.email,
    "Order paid",
    `Order ${order.orderId} is paid: ${amount}`,
  );
}
