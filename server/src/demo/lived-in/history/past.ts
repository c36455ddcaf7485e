import type { items, packages } from "#server/db/tables/catalogue.ts";
import type { SellerBlock } from "#server/db/tables/orders.ts";
import { audienceOf, type MailKind } from "#server/features/mail/audience.ts";
import { type Chance, later } from "./chance.ts";
import type { HistoryRows } from "./history-rows.ts";

export type Goods = { package: (typeof packages.$inferSelect)[]; item: (typeof items.$inferSelect)[] };
export type Buyer = HistoryRows["users"][number];
export type Order = HistoryRows["orders"][number];

/** What every part of the history needs to know. */
export interface Past {
  rows: HistoryRows;
  chance: Chance;
  now: Date;
  goods: Goods;
  currency: string;
  seller: { seller: SellerBlock; taxBasisPoints: number };
  admin: { id: string; email: string };
}

/** A line of the message log as the product would have left it; of the mail itself nothing is kept. */
export function mail(
  past: Past,
  at: Date,
  dedupeKey: string | null,
  toEmail: string,
  templateName: MailKind,
  subject: string,
): void {
  const sent = { html: "", text: "", status: "sent", attempts: 1 } as const;
  past.rows.mails.push({
    ...sent,
    dedupeKey,
    toEmail,
    templateName,
    audience: audienceOf(templateName),
    subject,
    nextAttemptAt: at,
    sentAt: later(at, 2),
    createdAt: at,
  });
}
