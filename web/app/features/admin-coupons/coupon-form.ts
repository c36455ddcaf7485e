import type { CouponKind } from "#contract/coupon-form.ts";
import type { CouponRecord } from "#contract/coupons.ts";
import { type CheckValues, useSchema } from "#web/ui/check-values.ts";
import { dayAsShown, dayTyped } from "#web/ui/date-range.tsx";

export type CouponValues = {
  code: string;
  kind: CouponKind;
  value: string;
  packages: "all" | "some";
  packageIds: string[];
  /** As the shop writes days; blank where a side is open. */
  from: string;
  until: string;
  maxUses: string;
  maxUsesPerMember: string;
  active: boolean;
};

/** The day of a moment in UTC, in which the shop counts days. */
export function dayOf(moment: string | null): string {
  return dayAsShown(moment?.slice(0, 10) ?? "");
}

export function couponValues(record: CouponRecord | null): CouponValues {
  return {
    code: record?.code ?? "",
    kind: record?.kind ?? "percent",
    value: record ? String(record.value) : "",
    packages: record && record.packageIds.length > 0 ? "some" : "all",
    packageIds: record?.packageIds ?? [],
    from: dayOf(record?.from ?? null),
    until: dayOf(record?.until ?? null),
    maxUses: String(record?.maxUses ?? ""),
    maxUsesPerMember: String(record?.maxUsesPerMember ?? 1),
    active: record?.active ?? true,
  };
}

/** Whether it gives packages away to as many as have the code: a person may make any number of accounts. */
export function isFreeWithoutLimit({ kind, value, maxUses }: CouponValues): boolean {
  return kind === "percent" && Number(value) === 100 && maxUses.trim() === "";
}

/** What the calls take. A limit within a day, which no form makes, stays as long as its day does. */
export function couponBody(values: CouponValues, base: CouponRecord | null) {
  const { packages, packageIds, from, until, ...same } = values;
  const limit = (side: "from" | "until") => {
    const day = values[side];
    if (base && day === dayOf(base[side])) return base[side];
    return dayTyped(day) ?? day;
  };
  return {
    ...same,
    packageIds: packages === "all" ? [] : packageIds,
    from: limit("from"),
    until: limit("until"),
  };
}

/** The calls' own check. To them no package means all of them, which is not what an open choice says. */
export function useCouponCheck(): CheckValues<CouponValues> {
  const check = useSchema(async () => (await import("#contract/coupon-form.ts")).couponInput);
  return async (values) => {
    const isUnchosen = values.packages === "some" && values.packageIds.length === 0;
    return {
      ...(isUnchosen ? { packageIds: "Please choose a package." } : {}),
      ...(await check(couponBody(values, null))),
    };
  };
}
