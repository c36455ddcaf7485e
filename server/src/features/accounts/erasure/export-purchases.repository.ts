import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import type { EveryColumnBut } from "#server/db/every-column.ts";
import { creditBalances, creditBookings, creditEntries } from "#server/db/tables/credits.ts";
import { orders } from "#server/db/tables/orders.ts";
import { captures } from "#server/db/tables/payments.ts";

/** Ids and notes of the shop's own; what it says of the product, of which guidelines and address show once paid. */
type WithheldOfOrders =
  | ("id" | "userId" | "clientOrderId" | "reconciledBy" | "updatedAt")
  | "seller"
  | ("productId" | "couponId" | "sellerEmail" | "imageUrl" | "slug" | "guidelines" | "accessUrl");

export async function findOrdersOf(tx: Tx, userId: string) {
  return tx
    .select({
      orderId: orders.orderId,
      kind: orders.kind,
      paymentId: orders.paymentId,
      createdAt: orders.createdAt,
      productName: orders.productName,
      itemCode: orders.itemCode,
      credit: orders.credit,
      priceMinor: orders.priceMinor,
      couponCode: orders.couponCode,
      discountMinor: orders.discountMinor,
      extraCredits: orders.extraCredits,
      feeMinor: orders.feeMinor,
      totalMinor: orders.totalMinor,
      currency: orders.currency,
      paymentStatus: orders.paymentStatus,
      orderStatus: orders.orderStatus,
      paymentMethod: orders.paymentMethod,
      paypalTransactionId: orders.paypalTransactionId,
      payerEmail: orders.payerEmail,
      captureTime: orders.captureTime,
      paidAt: orders.paidAt,
      receiptNumber: orders.receiptNumber,
      customerName: orders.customerName,
      customerEmail: orders.customerEmail,
      address: orders.address,
      country: orders.country,
      membershipLevel: orders.membershipLevel,
      validityDays: orders.validityDays,
      points: orders.points,
      membershipValidity: orders.membershipValidity,
      membershipTakenAt: orders.membershipTakenAt,
      taxBasisPoints: orders.taxBasisPoints,
      refundedMinor: orders.refundedMinor,
      creditsTaken: orders.creditsTaken,
      creditsOwed: orders.creditsOwed,
      deletedAt: orders.deletedAt,
    } satisfies EveryColumnBut<typeof orders, WithheldOfOrders>)
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(asc(orders.createdAt));
}

/** Where the shop stands in asking PayPal. */
type WithheldOfCaptures =
  | ("attemptId" | "orderId" | "problem" | "completedAt" | "changedAt" | "checkAt" | "fulfilledAt")
  | ("feeMinor" | "createdAt" | "updatedAt");

/** What PayPal told of payments for the person's orders. */
export async function findPaymentsOf(tx: Tx, userId: string) {
  const told = {
    id: captures.id,
    status: captures.status,
    amountMinor: captures.amountMinor,
    currency: captures.currency,
    payerEmail: captures.payerEmail,
    captureTime: captures.captureTime,
  } satisfies EveryColumnBut<typeof captures, WithheldOfCaptures>;
  return tx
    .select({ orderId: orders.orderId, ...told })
    .from(captures)
    .innerJoin(orders, eq(orders.id, captures.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(captures.createdAt));
}

export async function findBalancesOf(tx: Tx, userId: string) {
  const [row] = await tx
    .select({
      balance: creditBalances.balance,
      held: creditBalances.held,
      debt: creditBalances.debt,
    } satisfies EveryColumnBut<typeof creditBalances, "userId">)
    .from(creditBalances)
    .where(eq(creditBalances.userId, userId));
  return row ?? null;
}

/** The shop's ids; who of the staff it was; the account, as these are all the balance's own. */
type WithheldOfEntries = "id" | "bookingId" | "userId" | "account";
type WithheldOfBookings = "id" | "userId" | "reference" | "actorId" | "createdAt";

export async function findCreditEntriesOf(tx: Tx, userId: string) {
  const entry = {
    createdAt: creditEntries.createdAt,
    amount: creditEntries.amount,
    balanceAfter: creditEntries.balanceAfter,
  } satisfies EveryColumnBut<typeof creditEntries, WithheldOfEntries>;
  const booking = {
    reason: creditBookings.reason,
    orderId: creditBookings.orderId,
    generationId: creditBookings.generationId,
    note: creditBookings.note,
  } satisfies EveryColumnBut<typeof creditBookings, WithheldOfBookings>;
  return tx
    .select({ ...entry, ...booking })
    .from(creditEntries)
    .innerJoin(creditBookings, eq(creditBookings.id, creditEntries.bookingId))
    .where(and(eq(creditEntries.userId, userId), eq(creditEntries.account, "member")))
    .orderBy(asc(creditEntries.id));
}
