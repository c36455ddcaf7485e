import { dayMs } from "#contract/day.ts";
import { minorToText } from "#contract/money.ts";
import {
  type ItemOrderRecord,
  type OrderRecord,
  type OrderStatus,
  type PaymentStatus,
  receiptName,
} from "#contract/orders.ts";
import { dateIn } from "#contract/time-zone.ts";
import type { CsvColumn } from "#server/platform/http/csv.ts";
import { type OrderRow, openGoods } from "./orders.repository.ts";

export function orderRecord(
  row: OrderRow,
  points: string[],
  forAdmin: boolean,
  timeZone: string,
  now = new Date(),
): Omit<OrderRecord, "membershipUntil"> {
  return {
    ...commonRecord(row, forAdmin, timeZone),
    credit: row.credit,
    membershipLevel: row.membershipLevel,
    points: points.filter((point) => point.trim() !== ""),
    MembershipValidity: row.membershipValidity?.toISOString() ?? null,
    daysLeft: daysLeft(row.membershipValidity, now),
    featuredImage: row.imageUrl,
    ...(forAdmin ? { sellerEmail: row.sellerEmail } : {}),
  };
}

/** Whether an item's order shows its goods. */
export const showsGoods = ({ paymentStatus }: OrderRow): boolean => openGoods.includes(paymentStatus);

export function itemOrderRecord(
  row: OrderRow,
  hasPage: boolean,
  forAdmin: boolean,
  timeZone: string,
): ItemOrderRecord {
  return {
    ...commonRecord(row, forAdmin, timeZone),
    itemName: row.productName,
    slug: row.slug,
    itemId: row.itemCode,
    hasPage,
    imageUrl: row.imageUrl,
    ...goodsOf(row),
  };
}

/** They show once the money is in, also to admins looking at orders. */
export function goodsOf(row: OrderRow): { guidelines: string; accessUrl: string } {
  const { guidelines, accessUrl } = row;
  return showsGoods(row) ? { guidelines, accessUrl } : { guidelines: "", accessUrl: "" };
}

function commonRecord(row: OrderRow, forAdmin: boolean, timeZone: string) {
  return {
    _id: row.id,
    orderId: row.orderId,
    paymentId: row.paymentId,
    packageId: row.productId,
    packageName: row.productName,
    packagePrice: minorToText(row.priceMinor, row.currency),
    couponCode: row.couponCode,
    discount: minorToText(row.discountMinor, row.currency),
    extraCredits: row.extraCredits,
    processingFee: minorToText(row.feeMinor, row.currency),
    totalPrice: minorToText(row.totalMinor, row.currency),
    refundedAmount: minorToText(row.refundedMinor, row.currency),
    currency: row.currency,
    paymentStatus: row.paymentStatus as PaymentStatus,
    orderStatus: row.orderStatus as OrderStatus,
    paymentMethod: row.paymentMethod,
    paypalTransactionID: row.paypalTransactionId,
    payerEmail: row.payerEmail,
    captureTime: row.captureTime?.toISOString() ?? null,
    customerName: row.customerName,
    customerEmail: row.customerEmail,
    address: row.address,
    country: row.country,
    orderDate: dateIn(timeZone, row.createdAt),
    createdAt: row.createdAt.toISOString(),
    receiptNumber: row.receiptNumber,
    Validity: row.validityDays,
    ...(forAdmin ? { reconciledBy: row.reconciledBy, userId: row.userId } : {}),
  };
}

/** An order as a line of the export. */
export const orderColumns = (timeZone: string): CsvColumn<OrderRow>[] => [
  ["Order ID", (row) => row.orderId],
  ["Payment ID", (row) => row.paymentId],
  ["Date", (row) => dateIn(timeZone, row.createdAt)],
  ["Created at", (row) => row.createdAt.toISOString()],
  ["Customer", (row) => row.customerName],
  ["E-mail", (row) => row.customerEmail],
  ["Country", (row) => row.country],
  ["Product", (row) => row.productName],
  ["Price", (row) => minorToText(row.priceMinor, row.currency)],
  ["Coupon", (row) => row.couponCode],
  ["Discount", (row) => minorToText(row.discountMinor, row.currency)],
  ["Processing fee", (row) => minorToText(row.feeMinor, row.currency)],
  ["Total", (row) => minorToText(row.totalMinor, row.currency)],
  ["Refunded", (row) => minorToText(row.refundedMinor, row.currency)],
  ["Currency", (row) => row.currency],
  ["Credits", (row) => row.credit],
  ["Payment status", (row) => row.paymentStatus],
  ["Order status", (row) => row.orderStatus],
  ["PayPal transaction", (row) => row.paypalTransactionId],
  ["Paid at", (row) => row.paidAt?.toISOString() ?? null],
  ["Receipt", ({ receiptNumber }) => receiptNumber && receiptName(receiptNumber)],
  ["Days left", (row) => daysLeft(row.membershipValidity, new Date())],
];

/** Days rounded up, or 'Expired'; null where the order gave no membership. */
function daysLeft(end: Date | null, now: Date): number | "Expired" | null {
  if (!end) return null;
  const left = end.getTime() - now.getTime();
  return left <= 0 ? "Expired" : Math.ceil(left / dayMs);
}
