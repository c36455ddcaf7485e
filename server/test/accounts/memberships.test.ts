import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "#server/db/tables/users.ts";
import { expireMemberships } from "#server/features/accounts/expire-memberships.ts";
import { openTestShop } from "../helpers/test-shop.ts";
import { openPaypalShop } from "../payments/paypal-shop.ts";
import { mailsTo, userRow } from "./helpers.ts";

const dayMs = 86_400_000;

test("a membership whose end has passed becomes free, one without an end and a running one stay", async () => {
  const shop = await openTestShop();
  const people = [];
  for (const end of [new Date(Date.now() - 1000), null, new Date(Date.now() + 20 * dayMs)]) {
    const person = await shop.signUp();
    await shop.platform.db
      .update(users)
      .set({ membership: "premium", membershipValidity: end })
      .where(eq(users.id, person.id));
    people.push(person);
  }
  await expireMemberships(shop.platform);
  const levels = await Promise.all(people.map(async ({ id }) => (await userRow(shop, id)).membership));
  expect(levels).toEqual(["free", "premium", "premium"]);
});

test("a member is reminded a week ahead, once for each end, by however many processes", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const setEnd = (days: number) =>
    shop.platform.db
      .update(users)
      .set({ membership: "premium", membershipValidity: new Date(Date.now() + days * dayMs) })
      .where(eq(users.id, person.id));
  const reminders = async () =>
    (await mailsTo(shop, person.email)).filter(({ templateName }) => templateName === "Membership ending");
  await setEnd(8);
  await expireMemberships(shop.platform);
  expect(await reminders()).toHaveLength(0);
  await setEnd(6);
  await Promise.all(Array.from({ length: 4 }, () => expireMemberships(shop.platform)));
  await expireMemberships(shop.platform);
  expect(await reminders()).toHaveLength(1);
  await setEnd(5);
  await expireMemberships(shop.platform);
  const sent = await reminders();
  expect(sent).toHaveLength(2);
  expect(sent[0]!.text).toContain("/user/select-package");
});

test("a membership of a week or less is told to end once half of it has passed, not as it is bought", async () => {
  const s = await openPaypalShop();
  const { db } = s.shop.platform;
  const week = { packageName: "Week", price: "3.00", credit: 1, validity: 7, membershipLevel: "premium" };
  const edited = await s.shop.send({
    method: "PUT",
    url: `/edit-package/${s.packageId}`,
    as: s.admin,
    body: week,
  });
  expect(edited.status, edited.text).toBe(200);
  const remindedAfter = async (days: number) => {
    await db.execute(
      sql`update users set membership_validity = membership_validity - make_interval(days => ${days})`,
    );
    await db.execute(sql`update orders set paid_at = paid_at - make_interval(days => ${days}),
      membership_validity = membership_validity - make_interval(days => ${days})`);
    await expireMemberships(s.shop.platform);
    const mails = await mailsTo(s.shop, s.buyer.email);
    return mails.filter(({ templateName }) => templateName === "Membership ending").length;
  };
  await s.paid();
  expect([await remindedAfter(0), await remindedAfter(3), await remindedAfter(1)]).toEqual([0, 0, 1]);
  // Renewed by another week: a week ahead of the end of both.
  await s.paid();
  expect([await remindedAfter(2), await remindedAfter(1)]).toEqual([1, 2]);
});

test("nobody is reminded whose account is disabled, before it is enabled again", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const change = (changes: Partial<typeof users.$inferInsert>) =>
    shop.platform.db.update(users).set(changes).where(eq(users.id, person.id));
  const reminders = async () =>
    (await mailsTo(shop, person.email)).filter(({ templateName }) => templateName === "Membership ending");
  const ending = { membership: "premium", membershipValidity: new Date(Date.now() + 6 * dayMs) } as const;
  await change({ ...ending, disabledAt: new Date() });
  await expireMemberships(shop.platform);
  expect(await reminders()).toEqual([]);
  await change({ disabledAt: null });
  await expireMemberships(shop.platform);
  expect(await reminders()).toHaveLength(1);
});
