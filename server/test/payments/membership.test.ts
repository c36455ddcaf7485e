import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MembershipPurchase } from "#server/features/payments/membership.repository.ts";
import { extended, noMembership, replayed, standing } from "#server/features/payments/membership.ts";

const day = 86_400_000;
const membershipOf = (purchases: readonly MembershipPurchase[]) => replayed(purchases, []).membership;
const at = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * day);

function purchase(
  createdAt: number,
  validityDays: number,
  changes: Partial<MembershipPurchase> = {},
): MembershipPurchase {
  return {
    createdAt: at(createdAt),
    paidAt: at(createdAt),
    validityDays,
    membershipLevel: "premium",
    ...changes,
  };
}

describe("membership", () => {
  test("counts from the order's creation, not from the payment", () => {
    expect(extended(noMembership, purchase(0, 30, { paidAt: at(5) }))).toEqual({
      membership: { level: "premium", end: at(30) },
      end: at(30),
    });
  });

  test("that would have ended before it was paid leaves none", () => {
    expect(extended(noMembership, purchase(0, 3, { paidAt: at(5) }))).toEqual({
      membership: noMembership,
      end: at(3),
    });
  });

  test("counts from the end of one that still runs", () => {
    expect(membershipOf([purchase(0, 30), purchase(10, 30)])).toEqual({ level: "premium", end: at(60) });
    expect(membershipOf([purchase(0, 30), purchase(31, 30)])).toEqual({ level: "premium", end: at(61) });
  });

  test("never lowers the level of one that runs, and raises it", () => {
    const basic = { membershipLevel: "basic" as const };
    expect(membershipOf([purchase(0, 30), purchase(10, 30, basic)]).level).toBe("premium");
    expect(membershipOf([purchase(0, 30, basic), purchase(10, 30)]).level).toBe("premium");
    expect(membershipOf([purchase(0, 30), purchase(31, 30, basic)]).level).toBe("basic");
  });

  test("without an end keeps none", () => {
    const { membership, end } = extended({ level: "basic", end: null }, purchase(0, 30));
    expect([membership, end]).toEqual([{ level: "premium", end: null }, at(30)]);
  });

  test("renewals lose no day: the sum of the days is there, whenever they are bought", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ gap: fc.integer({ min: 0, max: 20 }), days: fc.integer({ min: 1, max: 90 }) }), {
          minLength: 1,
          maxLength: 6,
        }),
        (list) => {
          let now = 0;
          let covered = 0;
          const purchases = list.map(({ gap, days }) => {
            now += gap;
            covered = Math.max(covered, now) + days;
            return purchase(now, days);
          });
          expect(membershipOf(purchases).end).toEqual(at(covered));
          expect(standing(membershipOf(purchases), at(covered))).toEqual(noMembership);
        },
      ),
    );
  });
});
