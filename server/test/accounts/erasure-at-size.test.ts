import { expect, test } from "vitest";
import { eraseAgain } from "#server/features/accounts/erasure/erase-account.ts";
import { plansOf } from "../helpers/plans.ts";
import { openTestShop } from "../helpers/test-shop.ts";

/** What stays small however old the shop is: links of days, lists of the staff's browsers, payments without an order. */
const small = ["verifications", "shown_users", "stray_payments"];

test("an erasure reads no table whole", async () => {
  const shop = await openTestShop();
  await shop.signUp({ role: "Admin" });
  const { id } = await shop.signUp();
  const plans = await plansOf(shop, (db) => eraseAgain({ ...shop.platform, db }, [id]));
  for (const table of ["outbox", "audit_log", "generation_images"])
    expect(plans.join("\n")).toMatch(new RegExp(`Update on ${table}\\b`));
  const whole = plans.filter((plan) => !small.includes(/Seq Scan on (\w+)/.exec(plan)?.[1] ?? small[0]!));
  expect(whole).toEqual([]);
});
