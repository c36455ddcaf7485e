import { displayMoney } from "#contract/money.ts";
import type { RefundEffect } from "#contract/payments.ts";
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
import { effectForBuyer } from "./refunds/effect-text.ts";

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

/** Mails the buyer about a refund, and the admins about every reversal. */
export async function queueReversalMails(
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  update: {
    key: string;
    kind: "refund" | "reversal" | "dispute";
    state: string;
    /** Of a dispute, which can be opened and end more than once. */
    since: Date | null;
    /** What the admins have to do. */
    advice: string[];
    amountMinor: number;
    /** The capture's, which need not be the order's. */
    currency: string;
    /** The order was paid twice and stays as it is. */
    isDuplicate: boolean;
    effect: RefundEffect;
  },
): Promise<void> {
  const amount = displayMoney(update.amountMinor, update.currency);
  const failed = update.state === "failed";
  if (update.kind === "refund") {
    const { subject, text } = failed
      ? failedRefund(order, amount)
      : refund(order, amount, update.isDuplicate);
    const effectText = failed || update.isDuplicate ? "" : effectForBuyer(update.effect);
    await queueMail(tx, {
      to: order.customerEmail,
      templateName: failed ? "Refund failed" : "Refund",
      dedupeKey: `refund:${update.key}${failed ? ":failed" : ""}`,
      subject,
      ...(await renderPlain(platform, await mailBrand(platform, tx), {
        title: "Your refund",
        paragraphs: [greeting(order.customerName), text, effectText].filter(Boolean),
        button: { label: "See your order", url: ownOrderUrl(platform, order) },
      })),
    });
  }
  const titles = { refund: "Refund", reversal: "Payment reversed", dispute: `Dispute ${update.state}` };
  const kinds = { refund: "Refund notice", reversal: "Reversal notice", dispute: "Dispute notice" } as const;
  const title = failed ? `${titles[update.kind]} failed` : titles[update.kind];
  await notifyAdmins(platform, tx, {
    key: `back:${update.key}:${update.state}${update.since ? `:${update.since.getTime()}` : ""}`,
    templateName: kinds[update.kind],
    subject: `${title}: order ${order.orderId}, ${amount}`,
    paragraphs: [
      ...(failed ? ["PayPal could not carry this out: the money is in your PayPal account again."] : []),
      `Order ${order.orderId} of ${order.customerEmail} (${isolated(order.productName)}).`,
      `The order is now: ${order.paymentStatus}. Credits taken back: ${order.creditsTaken}, owed: ${order.creditsOwed}.`,
      ...update.advice,
    ],
    path: adminOrderPath(order),
  });
}

/** A card pays without an account at PayPal. */
const wayBack = "through PayPal, to the account or card that paid";

type Told = Pick<OrderRow, "orderId" | "productName">;

function refund({ orderId, productName }: Told, amount: string, ofSecondPayment: boolean) {
  const product = isolated(productName);
  return {
    subject: `Your refund of ${amount} for order ${orderId}`,
    text: ofSecondPayment
      ? `order ${orderId} (${product}) was paid twice. We have given your second payment of ${amount} back ${wayBack}. Your order itself stays as it is.`
      : `we have given ${amount} back ${wayBack}, for order ${orderId} (${product}).`,
  };
}

function failedRefund({ orderId, productName }: Told, amount: string) {
  return {
    subject: `Your refund for order ${orderId} did not go through`,
    text: `PayPal could not carry out the refund of ${amount} that we told you of, for order ${orderId} (${isolated(productName)}). The order stands as it did before. We know of it and will see to it; please write to us where you hear nothing.`,
  };
}

/** The order in the back office. */
export function adminOrderPath(order: Pick<OrderRow, "id" | "kind">): string {
  return `${order.kind === "item" ? "/admin/items-orders" : "/admin/orders"}/${order.id}`;
}

/** Where its buyer finds the order in their list, with its receipt. */
function ownOrderUrl(platform: Platform, { kind, orderId }: OrderRow): string {
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
