import { z } from "zod";
import { call } from "./call.ts";
import { envelope, wholeNumberText } from "./fields.ts";

const day = z.object({
  /** yyyy-mm-dd, from midnight to midnight in the shop's time zone. */
  day: z.string(),
  /** Minor units of the shop's currency: captured less refunded. */
  revenueMinor: z.number().int(),
  /** The same of the day as many days before as the period has; today's up to the same time of day. */
  formerRevenueMinor: z.number().int(),
  paidOrders: z.number().int(),
  orders: z.number().int(),
  members: z.number().int(),
  creditsSold: z.number().int(),
  creditsSpent: z.number().int(),
  generations: z.number().int(),
  failures: z.number().int(),
});

export const insights = z.object({
  currency: z.string(),
  /** The shop's, by which days begin. */
  timeZone: z.string(),
  orders: z.number().int(),
  users: z.number().int(),
  openTickets: z.number().int(),
  /** Oldest first; the last one is today, not over yet. */
  days: z.array(day),
  /** Of all these days, and of as many before them up to the same time of day. Null where those brought nothing. */
  revenue: z.object({
    minor: z.number().int(),
    formerMinor: z.number().int(),
    changePercent: z.number().int().nullable(),
    /** The period's in other currencies, as from before the shop changed its own: in none of these figures. */
    otherCurrencies: z.array(z.object({ currency: z.string(), minor: z.number().int() })),
  }),
  /** Failed runs of the period by reason, most first. */
  failureReasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  /** What only the owner can see to, a sentence each, with the screen that it is seen to on. */
  matters: z.array(z.object({ text: z.string(), path: z.string() })),
  providers: z.object({
    /** Those resting do so at the image model in use; what rests for the text model alone still draws. */
    aiKeys: z.object({ active: z.number().int(), resting: z.number().int(), refused: z.number().int() }),
    /** Payments are taken, and no webhook is registered with PayPal. */
    webhookMissing: z.boolean(),
    /** Money of the last 30 days in the shop's PayPal account that pays no order, newest first. */
    strayPayments: z.array(
      z.object({
        id: z.string(),
        amountMinor: z.number().int(),
        currency: z.string(),
        payerEmail: z.string().nullable(),
        reason: z.string(),
      }),
    ),
    unsettledPayments: z.number().int(),
    reconciledOrders: z.number().int(),
    queuedMails: z.number().int(),
    failedMails: z.number().int(),
  }),
});
export type Insights = z.output<typeof insights>;

export const getInsights = call({
  method: "GET",
  path: "/api/insights",
  access: "admin",
  summary: "What the owner wants to see in the morning, for the last days.",
  query: z.object({ days: wholeNumberText(1, 365).default(30) }),
  answer: envelope(insights),
  errors: ["INVALID_INPUT"],
});
