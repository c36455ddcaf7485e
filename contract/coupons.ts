import { z } from "zod";
import { call } from "./call.ts";
import { couponEdit, couponInput, couponKinds } from "./coupon-form.ts";
import {
  acknowledged,
  enteredCode,
  envelope,
  idempotencyKey,
  idParams,
  listQuery,
  recordVersion,
} from "./fields.ts";

/** For so long an order that is not paid yet keeps its use of a coupon. */
export const couponHoldMinutes = 30;

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
  body: couponInput.safeExtend({ idempotencyKey }),
  answer: envelope(couponRecord),
  status: 201,
  errors: ["INVALID_INPUT", "CONFLICT"],
});

export const editCoupon = call({
  method: "PUT",
  path: "/api/coupons/{id}",
  access: "admin",
  proof: "recent",
  summary: "Changes a coupon; what is absent stays. Orders keep the price that they were made with.",
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
const couponUseStates = ["counted", "held", "lapsed", "returned"] as const;

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
