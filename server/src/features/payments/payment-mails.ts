import { displayMoney } from "#contract/money.ts";
import { dateIn } from "#contract/time-zone.ts";
import type { Tx } from "#server/db/database.ts";
import { greeting, isolated } from "#server/features/mail/greeting.ts";
import { notifyAdmins } from "#server/features/mail/notify-admins.ts";
import {
  absolute,
  loadTemplates,
  type Mail,
  mailBrand,
  plain,
  queueMail,
  renderMail,
  renderPlain,
} from "#server/features/mail/queue-mail.ts";
import type { MailBrand } from "#server/features/mail/templates/layout.tsx";
import { goodsOf } from "#server/features/orders/order-records.ts";
import type { OrderRow } from "#server/features/orders/orders.service.ts";
import type { Platform } from "#server/platform/platform.ts";

interface Brought {
  /** Of what the buyer has by the order; null where it brought none and where that has no end. */
  membershipEnd: Date | null;
  /** What of the order's credits a debt took. */
  settled: number;
}

/** A receipt to the buyer, a notice to the shop; queued in the transaction of the payment. */
export async function queuePaidMails(
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  brought: Brought,
): Promise<void> {
  const brand = await mailBrand(platform, tx);
  const isFree = order.totalMinor === 0;
  const total = displayMoney(order.totalMinor, order.currency);
  const buyer = `${isolated(order.customerName)} (${order.customerEmail})`;
  const product = isolated(order.productName);
  await queueMail(tx, {
    to: order.customerEmail,
    templateName: "Receipt",
    dedupeKey: `receipt:${order.id}`,
    ...(await receiptMail(platform, order, brought, brand)),
  });
  await notifyAdmins(platform, tx, {
    key: `paid:${order.id}`,
    templateName: "Order paid",
    subject: isFree
      ? `Order ${order.orderId} is complete: a coupon covered it`
      : `Order ${order.orderId} is paid: ${total}`,
    paragraphs: [
      isFree
        ? `${buyer} has ordered ${product} with a coupon.`
        : `${buyer} has paid ${total} for ${product}.`,
      ...(order.couponCode ? [`Coupon ${order.couponCode}: ${couponEffect(order)}.`] : []),
      isFree
        ? "The coupon left nothing to pay: PayPal was not asked."
        : `PayPal transaction ${order.paypalTransactionId}.`,
    ],
    path: adminOrderPath(order),
    brand,
  });
}

/**
 * An item's goods to its buyer, once, where the order shows them: not for a payment of which all had gone back before the
 * shop knew of it, unless that comes to nothing. To be called once all of that is booked.
 */
export async function queueGoodsMail(platform: Platform, tx: Tx, order: OrderRow): Promise<void> {
  if (order.kind !== "item") return;
  const { accessUrl, guidelines } = goodsOf(order);
  if (!accessUrl && !guidelines) return;
  await queueMail(tx, {
    to: order.customerEmail,
    templateName: "Item access",
    dedupeKey: `goods:${order.id}`,
    subject: `Your access to ${order.productName}`,
    ...(await renderPlain(platform, await mailBrand(platform, tx), {
      title: order.productName,
      paragraphs: [
        greeting(order.customerName),
        "here is what you bought. You also find it on your order at any time.",
        ...(guidelines ? [guidelines] : []),
      ],
      ...(accessUrl ? { button: { label: "Open", url: absolute(platform, accessUrl) } } : {}),
    })),
  });
}

function couponEffect(order: OrderRow): string {
  if (order.extraCredits > 0) return `${order.extraCredits} extra credits`;
  return displayMoney(-order.discountMinor, order.currency);
}

/** Loads what makes those mails, so that no transaction of a payment waits for it. */
export async function preparePaidMails(): Promise<void> {
  await Promise.all([loadTemplates(), import("#server/features/orders/receipt-pdf.ts")]);
}

/** The order in the back office. */
export function adminOrderPath(order: Pick<OrderRow, "id" | "kind">): string {
  return `${order.kind === "item" ? "/admin/items-orders" : "/admin/orders"}/${order.id}`;
}

/** Where its buyer finds the order in their list, with its receipt. */
export function ownOrderUrl(platform: Platform, { kind, orderId }: OrderRow): string {
  return absolute(platform, `/user/orders?show=${kind}s&q=${orderId}`);
}

/** A mail that cannot be rendered must not undo a payment: then a plain one goes out, without its attachment. */
async function receiptMail(
  platform: Platform,
  order: OrderRow,
  { membershipEnd, settled }: Brought,
  brand: MailBrand,
): Promise<Pick<Mail, "subject" | "html" | "text" | "attachments">> {
  const total = displayMoney(order.totalMinor, order.currency);
  const isFree = order.totalMinor === 0;
  const subject = `Your receipt for order ${order.orderId}`;
  try {
    const content = await renderMail(
      "payment-received",
      {
        customerName: order.customerName,
        packageName: order.productName,
        orderId: order.orderId,
        coupon: order.couponCode ? `${order.couponCode}: ${couponEffect(order)}` : undefined,
        total,
        isFree,
        credits: order.credit,
        settled,
        membershipUntil: membershipEnd ? dateIn("UTC", membershipEnd) : undefined,
        ordersUrl: ownOrderUrl(platform, order),
      },
      brand,
    );
    const { makeReceipt } = await import("#server/features/orders/receipt-pdf.ts");
    const { name, bytes } = await makeReceipt(platform, order);
    return {
      subject,
      ...content,
      attachments: [{ name, mimeType: "application/pdf", base64: bytes.toString("base64") }],
    };
  } catch (error) {
    platform.log.error({ err: error, order: order.id }, "a receipt could not be made");
    const named = `order ${order.orderId} (${order.productName})`;
    return { subject, ...plain([isFree ? `Complete: ${named}.` : `We received ${total} for ${named}.`]) };
  }
}
