import type { Insights } from "#contract/insights.ts";
import { displayMoney } from "#contract/money.ts";
import { dateIn } from "#contract/time-zone.ts";
import { adminOrderPath } from "#server/features/payments/payment-mails.ts";
import { canCharge, readPaypalSettings } from "#server/features/payments/settings/paypal-settings.ts";
import type { Platform } from "#server/platform/platform.ts";
import {
  type DisputeMatter,
  findOpenDisputes,
  findRefusedRefunds,
  findStuckMails,
  type OrderMatter,
} from "./owner-matters.repository.ts";

type Matter = Insights["matters"][number];

/** What goes on until the owner sees to it, which a mail may have told and nobody read. The worst for the shop's money first. */
export async function readOwnerMatters(platform: Platform): Promise<Matter[]> {
  const { db, config } = platform;
  const [disputes, refusals, mails, paypal] = await Promise.all([
    findOpenDisputes(db),
    findRefusedRefunds(db),
    findStuckMails(db),
    readPaypalSettings(db),
  ]);
  const matters = disputes.map((found) =>
    matterOf(
      found,
      (what) =>
        `The buyer disputes ${what}. Answer at PayPal${untilOf(found)}: what is not answered in time is lost.`,
    ),
  );
  if (!config.demo && paypal.mode === "sandbox" && canCharge(paypal, config))
    matters.push({
      text: "PayPal is in sandbox mode: orders are paid with play money, which anybody can have.",
      path: "/admin/settings?panel=paypal",
    });
  for (const found of refusals)
    matters.push(
      matterOf(
        found,
        (what) =>
          `A refund of ${what} was not made. Look at what has gone back of it, then give back what is missing.`,
      ),
    );
  if (mails.count > 0)
    matters.push({
      text: `Mails wait that could not be sent: ${mails.count}. The last answer was: ${mails.lastError?.slice(0, 200)}`,
      path: "/admin/users",
    });
  return matters;
}

function untilOf({ answerByMs }: DisputeMatter): string {
  return answerByMs === null ? "" : ` by ${dateIn("UTC", new Date(answerByMs))} (UTC)`;
}

function matterOf(found: OrderMatter, textOf: (what: string) => string): Matter {
  const { amountMinor, currency, id, kind, orderId, captureId } = found;
  const amount = currency ? `${displayMoney(amountMinor, currency)} of ` : "";
  return id && kind
    ? { text: textOf(`${amount}order ${orderId}`), path: adminOrderPath({ id, kind }) }
    : { text: textOf(`payment ${captureId}, which belongs to no order`), path: "/admin/dashboard" };
}
