import { expect, test } from "vitest";
import type { CouponRecord } from "#contract/coupons.ts";
import { couponStatus, packagesText } from "#web/features/admin-coupons/coupon-columns.tsx";
import { couponValues, isFreeWithoutLimit } from "#web/features/admin-coupons/coupon-form.ts";

test("a coupon of 100 % is told to be without end where nothing limits its uses, and no other one is", () => {
  const form = (kind: "percent" | "amount", value: string, maxUses: string) =>
    isFreeWithoutLimit({ ...couponValues(null), kind, value, maxUses });
  expect([form("percent", "100", ""), form("percent", " 100.00", " ")]).toEqual([true, true]);
  expect([form("percent", "99", ""), form("percent", "100", "50"), form("amount", "100", "")]).toEqual([
    false,
    false,
    false,
  ]);
});

const now = new Date("2026-11-24T12:00:00Z");
const coupon = {
  active: true,
  endedAt: null,
  from: null,
  until: null,
  used: 2,
  maxUses: null,
} as CouponRecord;

test.each<[string, Partial<CouponRecord>]>([
  ["Active", {}],
  ["Active", { from: "2026-11-24T00:00:00Z", until: "2026-11-24T23:59:59.999Z", maxUses: 3 }],
  ["Scheduled", { from: "2026-11-25T00:00:00Z" }],
  ["Expired", { until: "2026-11-23T23:59:59.999Z" }],
  ["Used up", { maxUses: 2 }],
  ["Inactive", { active: false, maxUses: 2 }],
  ["Ended", { endedAt: "2026-11-24T11:00:00Z", active: false }],
])("a coupon is called %s where it is %o", (label, changes) => {
  expect(couponStatus({ ...coupon, ...changes }, now).label).toBe(label);
});

test("a coupon's packages are called archived only where the names of the others are known", () => {
  const limited = { ...coupon, packageIds: ["one", "two"] };
  expect(packagesText(limited, undefined)).toBe("…");
  expect(packagesText(limited, new Map([["one", "Starter"]]))).toBe("Starter, Archived");
});
