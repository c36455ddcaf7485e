import { z } from "zod";
import { call } from "./call.ts";
import { dayMs } from "./day.ts";
import { dayText, envelope, wholeNumberText } from "./fields.ts";

/** Why a model was called. */
const callPurposes = ["picture", "enhancement", "spelling", "key-test"] as const;
export type CallPurpose = (typeof callPurposes)[number];

/** From here on the admins are told, in a hundredth of the day's limit. */
export const spendingNoticePercent = 80;

const micros = z.number().int();
const count = z.number().int();
const runs = z.object({ runs: count, costMicros: micros });

export const spending = z.object({
  currency: z.string(),
  timeZone: z.string(),
  /** The days that are told of, the last one included. */
  from: z.string(),
  to: z.string(),
  /** Since midnight in the shop's time zone. */
  today: z.object({
    day: z.string(),
    costMicros: micros,
    calls: count,
    /** Whose model had no price. */
    unpricedCalls: count,
    /** No run can be started until the next midnight, or until the limit is raised. */
    limitReached: z.boolean(),
    opensAt: z.string(),
  }),
  /** What a day may cost, in minor units; null for no limit. */
  limit: count.nullable(),
  byModel: z.array(
    z.object({
      model: z.string(),
      calls: count,
      tokensIn: count,
      tokensOut: count,
      pictures: count,
      costMicros: micros,
      unpricedCalls: count,
    }),
  ),
  /** Captured less what went back, each on its own day, in minor units. Negative where more came back than went. */
  revenue: count,
  refunded: count,
  /** PayPal's, which it keeps when a payment is refunded. */
  fees: count,
  /** Of orders in other currencies, as from before the shop changed its own: in none of these figures. */
  otherCurrencies: z.array(z.object({ currency: z.string(), revenue: count, fees: count })),
  /** Payments whose fee PayPal has not told. */
  paymentsWithoutFee: count,
  modelCostMicros: micros,
  unpricedCalls: count,
  /** Revenue less fees and the models' cost, rounded to minor units. */
  left: z.number().int(),
  /** Within the models' cost: of runs that failed and of free takes, as far as they called a model. */
  failedRuns: runs,
  freeRuns: runs,
  /** Models in use that have no price. */
  withoutPrice: z.array(z.string()),
  /** Whether any of them has one. */
  pricesEntered: z.boolean(),
  /** Models in use that the provider no longer lists, or has announced the end of. */
  modelsGoing: z.array(
    z.object({
      model: z.string(),
      use: z.enum(["image", "text"]),
      state: z.enum(["gone", "ending"]),
      endsAt: z.string().nullable(),
      /** Which one takes over meanwhile. */
      standIn: z.string().nullable(),
    }),
  ),
});
export type Spending = z.output<typeof spending>;

export const getSpending = call({
  method: "GET",
  path: "/api/spending",
  access: "admin",
  summary: "What the models cost today and in a period of at most 366 days, and what is left of the revenue.",
  query: z
    .object({
      from: dayText.optional(),
      to: dayText.optional(),
      /** In place of a first day: so many days up to the last one. */
      days: wholeNumberText(1, 366).optional(),
    })
    .refine(({ from, to }) => !from || !to || from <= to, {
      path: ["to"],
      message: "Please enter a last day that is not before the first.",
    })
    .refine(({ from, to }) => !from || !to || Date.parse(to) - Date.parse(from) < 366 * dayMs, {
      path: ["from"],
      message: "Please choose at most 366 days.",
    }),
  answer: envelope(spending),
  errors: ["INVALID_INPUT"],
});
