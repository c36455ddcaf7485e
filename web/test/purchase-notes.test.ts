import { expect, test } from "vitest";
import { purchaseNotes } from "#web/features/orders/purchase-notes.tsx";

const member = { creditsOwed: 0, userMembership: "premium", MembershipValidity: null } as const;
const days = { credit: 30, validity: 90, membershipLevel: "premium" } as const;
const end = "2999-02-01T00:00:00.000Z";

test("says before payment what settles a debt, and nothing to who owes none or buys no credits", () => {
  const owing = { ...member, userMembership: "free", creditsOwed: 6 } as const;
  expect(purchaseNotes(owing, days)).toEqual([
    "You owe 6 credits that were spent before their payment went back. What you buy settles them first.",
  ]);
  expect(purchaseNotes({ ...owing, creditsOwed: 0 }, days)).toEqual([]);
  expect(purchaseNotes(owing, { ...days, credit: 0 })).toEqual([]);
});

test("says before payment that days add nothing to a membership without an end", () => {
  expect(purchaseNotes(member, days)).toEqual([
    "Your Premium membership has no end: the 90 days of this package add nothing to it.",
  ]);
  expect(purchaseNotes({ ...member, userMembership: "basic" }, days)).toEqual([
    "Your Basic membership has no end: it becomes Premium, and has no end then either.",
  ]);
});

test.each([
  ["premium", "premium", "."],
  ["premium", "basic", ", and it stays Premium."],
  ["basic", "premium", ", and all of it becomes Premium."],
] as const)(
  "says what the days become of who has %s and buys %s",
  (userMembership, membershipLevel, rest) => {
    const name = userMembership === "premium" ? "Premium" : "Basic";
    expect(
      purchaseNotes({ ...member, userMembership, MembershipValidity: end }, { ...days, membershipLevel }),
    ).toEqual([
      `Your ${name} membership runs until 01/02/2999: the 90 days of this package are added to its end${rest}`,
    ]);
  },
);

test("says nothing of a membership that is over, nor of a package without days", () => {
  const over = { ...member, MembershipValidity: "2001-02-01T00:00:00.000Z" };
  expect(purchaseNotes(over, days)).toEqual([]);
  expect(purchaseNotes({ ...member, userMembership: "free" }, days)).toEqual([]);
  expect(purchaseNotes(member, { ...days, validity: 0 })).toEqual([]);
});

test("says of an order that waited how many of its days are left, unless they count from a membership's end", () => {
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const none = { ...member, userMembership: "free" } as const;
  const left = (count: number) =>
    `Its membership counts from the order: ${count} of 90 days are left. A new order has them all.`;
  expect(purchaseNotes(none, { ...days, createdAt: ago(20) })).toEqual([]);
  expect(purchaseNotes(none, { ...days, createdAt: ago(30) })).toEqual([left(89)]);
  expect(purchaseNotes(none, { ...days, createdAt: ago(89.5 * 24) })).toEqual([left(1)]);
  expect(purchaseNotes(none, { ...days, createdAt: ago(90 * 24) })).toEqual([]);
  expect(purchaseNotes(none, { ...days, membershipLevel: null, createdAt: ago(30) })).toEqual([]);
  const running = { ...member, MembershipValidity: end };
  expect(purchaseNotes(running, { ...days, createdAt: ago(30) })).toEqual([]);
});
