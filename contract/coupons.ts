import { z } from "zod";
import { call } from "./call.ts";
import {
  acknowledged,
  enteredCode,
  envelope,
  idParams,
  isStorableDate,
  listQuery,
  recordVersion,
} from "./fields.ts";
import { textToMinor } from "./money.ts";

export const couponKinds = ["percent", "amount", "credits"] as const;
export type CouponKind = (typeof couponKinds)[number];

/** For so long an order that is not paid yet keeps its use of a coupon. */
export const couponHoldMinutes = 30;

const couponCode = z
  .string("Please enter a code.")
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9_-]{2,31}$/, "Please use 3 to 32 letters, digits, hyphens or underscores.");

/** In hundredths, whatever the kind: of a percent, of the currency, of a credit. */
const value = z
  .union([z.number(), z.string()], "Please enter a value.")
  .transform((entered) => textToMinor(String(entered)))
  .pipe(z.number("Please enter a number with at most two decimals."));

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
  const message = `Please enter a whole number from 1 to ${max.toLocaleString("en-US")}.`;
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
  packageIds: z.array(z.string().max(200)).max(50).default([]),
  from: limitInput("T00:00:00.000Z").default(null),
  until: limitInput("T23:59:59.999Z").default(null),
  /** In all; without limit where null. */
  maxUses: z.union([z.null(), z.literal("").transform(() => null), countInput(1_000_000)]).default(null),
  maxUsesPerMember: countInput(1000).default(1),
  active: z.boolean("active is true or false.").default(true),
};

type Checked = { kind: CouponKind; value: number; from: Date | null; until: Date | null };

function checkForm(form: Checked, context: z.RefinementCtx): void {
  const allowed = allowedValues[form.kind];
  if (!allowed.fits(form.value))
    context.addIssue({ code: "custom", path: ["value"], message: allowed.message });
  if (form.from && form.until && form.until < form.from)
    context.addIssue({ code: "custom", path: ["until"], message: "It has to end after it begins." });
}

export const couponInput = z.strictObject(couponFields).superRefine(checkForm);
const couponEdit = z
  .strictObject({ ...couponFields, version: recordVersion.optional() })
  .superRefine(checkForm);

export const couponRecord = z.object({
  id: z.string(),
  code: z.string(),
  kind: z.enum(couponKinds),
  value: z.number(),
  packageIds: z.array(z.string()),
  from: z.string().nullable(),
  until: z.string().nullable(),
  maxUses: z.number().int().nullable(),
  maxUsesPerMember: z.number().int(),
  active: z.boolean(),
  /** When it was ended for good. */
  endedAt: z.string().nullable(),
  /** Counted when an order is paid, and no more once a refund gave it back. */
  used: z.number().int(),
  /** By orders that are not paid yet. */
  held: z.number().int(),
  /** What its paid orders brought and kept. */
  revenue: z.array(z.object({ amount: z.string(), currency: z.string() })),
  version: recordVersion,
  createdAt: z.string(),
});
export type CouponRecord = z.output<typeof couponRecord>;

export const couponSorts = ["code", "createdAt", "from", "until", "used"] as const;

export const listCoupons = call({
  method: "GET",
  path: "/api/coupons",
  access: "admin",
  summary: "The coupons, newest first, with their uses and what their orders brought.",
  query: listQuery(couponSorts, {}),
  answer: z.array(couponRecord),
  errors: ["INVALID_INPUT"],
});

export const addCoupon = call({
  method: "POST",
  path: "/api/coupons",
  access: "admin",
  proof: "recent",
  summary: "Adds a coupon. A code is given once, in whatever case.",
  body: couponInput,
  answer: envelope(couponRecord),
  status: 201,
  errors: ["INVALID_INPUT", "CONFLICT"],
});

export const editCoupon = call({
  method: "PUT",
  path: "/api/coupons/{id}",
  access: "admin",
  proof: "recent",
  summary: "Changes a coupon. Orders keep the price that they were made with.",
  params: idParams,
  body: couponEdit,
  answer: envelope(couponRecord),
  errors: ["INVALID_INPUT", "NOT_FOUND", "CONFLICT", "STALE_VERSION"],
});

export const endCoupon = call({
  method: "DELETE",
  path: "/api/coupons/{id}",
  access: "admin",
  proof: "session",
  summary: "Ends a coupon for good. Its uses stay.",
  params: idParams,
  answer: acknowledged,
  errors: ["NOT_FOUND"],
});

/** counted: its order is paid; held: it may still be; lapsed: it was not in time; returned: by a refund. */
export const couponUseStates = ["counted", "held", "lapsed", "returned"] as const;

export const couponUse = z.object({
  /** `_id` of the order. */
  id: z.string(),
  orderId: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  packageName: z.string(),
  state: z.enum(couponUseStates),
  discount: z.string(),
  extraCredits: z.number().int(),
  totalPrice: z.string(),
  refundedAmount: z.string(),
  currency: z.string(),
  createdAt: z.string(),
});
export type CouponUse = z.output<typeof couponUse>;

export const listCouponUses = call({
  method: "GET",
  path: "/api/coupons/{id}/uses",
  access: "admin",
  summary: "The orders that were made with a coupon, newest first.",
  params: idParams,
  query: listQuery(["createdAt"], {}),
  answer: z.array(couponUse),
  errors: ["INVALID_INPUT", "NOT_FOUND"],
});

/** Tries of one member that named no coupon, by whichever call: a code is not to be guessed. */
export const wrongCodesLimit = {
  name: "wrong-coupon",
  max: 10,
  windowSeconds: 3600,
  by: "user",
} as const;

export const checkCoupon = call({
  method: "POST",
  path: "/api/coupons/check",
  access: "buyer",
  summary: "What a package costs with a coupon. Nothing is held by it.",
  body: z.strictObject({
    code: enteredCode.min(1, "Please enter a code."),
    packageId: z.string("Please choose what to buy.").max(200),
  }),
  answer: envelope(
    z.object({
      code: z.string(),
      /** Decimal text, as an order's. */
      discount: z.string(),
      processingFee: z.string(),
      total: z.string(),
      extraCredits: z.number().int(),
    }),
  ),
  errors: ["INVALID_INPUT", "NOT_FOUND", "COUPON_INVALID", "COUPON_USED_UP", "TOO_MANY_REQUESTS"],
});
