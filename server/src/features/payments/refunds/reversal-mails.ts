import { displayMoney } from "#contract/money.ts";
import type { RefundEffect } from "#contract/payments.ts";
import type { Tx } from "#server/db/database.ts";
import { greeting, isolated } from "#server/features/mail/greeting.ts";
import { notifyAdmins } from "#server/features/mail/notify-admins.ts";
import { mailBrand, queueMail, renderPlain } from "#server/features/mail/queue-mail.ts";
import type { OrderRow } from "#server/features/orders/orders.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import { adminOrderPath, ownOrderUrl } from "../payment-mails.ts";
import { effectForBuyer } from "./effect-text.ts";
import type { ReversalRow } from "./refunds.repository.ts";

interface Update {
  key: string;
  kind: ReversalRow["kind"];
  state: ReversalRow["state"];
  /** Its beginning was told. */
  wasPending: boolean;
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
}

/** Mails the buyer about a refund, and the admins about every reversal. */
export async function queueReversalMails(
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  update: Update,
): Promise<void> {
  const { key, kind, state, since, advice } = update;
  const amount = displayMoney(update.amountMinor, update.currency);
  if (kind === "refund") {
    const { subject, paragraphs } = toldToBuyer(order, amount, update);
    await queueMail(tx, {
      to: order.customerEmail,
      templateName: state === "failed" ? "Refund failed" : "Refund",
      dedupeKey: buyersMailKey(key, state),
      subject,
      ...(await renderPlain(platform, await mailBrand(platform, tx), {
        title: "Your refund",
        paragraphs: [greeting(order.customerName), ...paragraphs].filter(Boolean),
        button: { label: "See your order", url: ownOrderUrl(platform, order) },
      })),
    });
  }
  const kinds = { refund: "Refund notice", reversal: "Reversal notice", dispute: "Dispute notice" } as const;
  await notifyAdmins(platform, tx, {
    key: `back:${key}:${state}${since ? `:${since.getTime()}` : ""}`,
    templateName: kinds[kind],
    subject: `${titleOf(update)}: order ${order.orderId}, ${amount}`,
    paragraphs: [
      ...(meanings[state] ?? []),
      `Order ${order.orderId} of ${order.customerEmail} (${isolated(order.productName)}).`,
      `The order is now: ${order.paymentStatus}. Credits taken back: ${order.creditsTaken}, owed: ${order.creditsOwed}.`,
      ...advice,
    ],
    path: adminOrderPath(order),
  });
}

const buyersMailKey = (id: string, state: ReversalRow["state"]) =>
  `refund:${id}${state === "done" ? "" : `:${state}`}`;

/** Under which its buyer may have been told of a refund, by each of its states. */
export const buyersMailKeys = (id: string) =>
  (["pending", "done", "failed"] as const).map((state) => buyersMailKey(id, state));

function titleOf({ kind, state, wasPending }: Update): string {
  if (kind === "dispute") return `Dispute ${state}`;
  const title = kind === "refund" ? "Refund" : "Payment reversed";
  if (state === "done") return wasPending ? `${title}, settled` : title;
  return `${title} ${state}`;
}

const meanings: Partial<Record<ReversalRow["state"], string[]>> = {
  pending: [
    "PayPal has taken this and settles it later. Until then it counts as made; you are told how it ends.",
  ],
  failed: ["PayPal could not carry this out: the money is in your PayPal account again."],
};

/** A card pays without an account at PayPal. */
const wayBack = "through PayPal, to the account or card that paid";

function toldToBuyer(
  { orderId, productName }: OrderRow,
  amount: string,
  { state, wasPending, isDuplicate, effect }: Update,
): { subject: string; paragraphs: string[] } {
  const product = isolated(productName);
  const order = `order ${orderId} (${product})`;
  if (state === "failed")
    return {
      subject: `Your refund for order ${orderId} did not go through`,
      paragraphs: [
        `PayPal could not carry out the refund of ${amount} that we told you of, for ${order}. The order stands as it did before. We know of it and will see to it; please write to us where you hear nothing.`,
      ],
    };
  if (state === "done" && wasPending)
    return {
      subject: `Your refund of ${amount} for order ${orderId} has gone through`,
      paragraphs: [`PayPal has settled the refund of ${amount} that we told you of, for ${order}.`],
    };
  const give = state === "pending" ? "are giving" : "have given";
  const told = isDuplicate
    ? `${order} was paid twice. We ${give} your second payment of ${amount} back ${wayBack}. Your order itself stays as it is.`
    : `we ${give} ${amount} back ${wayBack}, for ${order}.`;
  return {
    subject: `Your refund of ${amount} for order ${orderId}`,
    paragraphs: [
      told,
      state === "pending"
        ? "PayPal has not settled it yet, which may take some days. We write to you again when it has."
        : "",
      isDuplicate ? "" : effectForBuyer(effect),
    ],
  };
}
