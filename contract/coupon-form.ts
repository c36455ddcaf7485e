import { z } from "zod";
import { amountProblem, enteredToMinor } from "./entered-amount.ts";
import { plainCode } from "./entered-text.ts";
import { isStorableDate, recordVersion, wholeSentence } from "./fields.ts";

export const couponKinds = ["percent", "amount", "credits"] as const;
export type CouponKind = (typeof couponKinds)[number];

const couponCode = z
  .string("Please enter a code.")
  .overwrite(plainCode)
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9_-]{2,31}$/, "Please use 3 to 32 letters, digits, hyphens or underscores.");

/** In hundredths, whatever the kind: of a percent, of the currency, of a credit. */
const value = z.union([z.number(), z.string()], "Please enter a value.").transform((entered, context) => {
  const hundredths = enteredToMinor(entered);
  if (hundredths !== null) return hundredths;
  const message = amountProblem(entered, "Please enter a number with at most two decimals.");
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

const allowedValues: Record<CouponKind, { fits(hundredths: number): boolean; message: string }> = {
  percent: {
    fits: (value) => value % 100 === 0 && value >= 100 && value <= 10_000,
    message: "Please enter a whole percentage from 1 to 100.",
  },
  amount: {
    fits: (value) => value >= 1 && value <= 9_999_999,
    message: "Please enter an amount from 0.01 to 99,999.99.",
  },
  credits: {
    fits: (value) => value % 100 === 0 && value >= 100 && value <= 1_000_000,
    message: "Please enter a whole number of credits from 1 to 10,000.",
  },
};

function countInput(max: number) {
  const message = wholeSentence(1, max);
  const text = z
    .string()
    .trim()
    .regex(/^\d{1,7}$/, message)
    .transform(Number);
  return z.union([z.number(), text], message).pipe(z.number().int(message).min(1, message).max(max, message));
}

/** A day or a moment; a day begins and ends in UTC, and one that it is valid until counts whole. */
function limitInput(dayEnd: "T00:00:00.000Z" | "T23:59:59.999Z") {
  const message = "Please enter a valid date.";
  const day = z.iso.date(message).transform((text) => `${text}${dayEnd}`);
  return z
    .union(
      [z.null(), z.literal("").transform(() => null), day, z.iso.datetime({ offset: true, error: message })],
      message,
    )
    .refine((text) => text === null || isStorableDate(text), message)
    .transform((text) => (text === null ? null : new Date(text)));
}

const couponFields = {
  code: couponCode,
  kind: z.enum(couponKinds, "Please choose what the coupon gives."),
  /** Percent, an amount in the shop's currency, or a number of credits. */
  value,
  /** `_id` of the packages that it counts for; all where empty. */
  packageIds: z.array(z.string().max(200)).max(50),
  from: limitInput("T00:00:00.000Z"),
  until: limitInput("T23:59:59.999Z"),
  /** In all; without limit where null. */
  maxUses: z.union(
    [z.null(), z.literal("").transform(() => null), countInput(1_000_000)],
    wholeSentence(1, 1_000_000),
  ),
  maxUsesPerMember: countInput(1000),
  active: z.boolean("active is true or false."),
};

type Checked = { kind: CouponKind; value: number; from: Date | null; until: Date | null };

/** What one field says of another, by the field to mend. */
export function couponProblems({ kind, value, from, until }: Checked): Record<string, string> {
  const { fits, message } = allowedValues[kind];
  return {
    ...(fits(value) ? {} : { value: message }),
    ...(from && until && until < from ? { until: "It has to end after it begins." } : {}),
  };
}

export const couponInput = z
  .strictObject({
    ...couponFields,
    packageIds: couponFields.packageIds.default([]),
    from: couponFields.from.default(null),
    until: couponFields.until.default(null),
    maxUses: couponFields.maxUses.default(null),
    maxUsesPerMember: couponFields.maxUsesPerMember.default(1),
    active: couponFields.active.default(true),
  })
  .superRefine((form, context) => {
    for (const [field, message] of Object.entries(couponProblems(form)))
      context.addIssue({ code: "custom", path: [field], message });
  });

/** What is absent stays. The coupon that comes of it has its problems looked at. */
export const couponEdit = z
  .strictObject(couponFields)
  .partial()
  .extend({ version: recordVersion.optional() });
