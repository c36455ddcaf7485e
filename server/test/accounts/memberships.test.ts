import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "#server/db/tables/users.ts";
import { expireMemberships } from "#server/features/accounts/expire-memberships.ts";
import { openTestShop } from "../helpers/test-shop.ts";
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
