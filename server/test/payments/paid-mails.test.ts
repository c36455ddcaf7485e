import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { outbox } from "#server/db/tables/mail.ts";
import { addCoupon, orderWith } from "./coupon-shop.ts";
import { openPaypalShop, type PaypalShop } from "./paypal-shop.ts";

async function mailOf(s: PaypalShop, templateName: string) {
  const mails = await s.shop.platform.db
    .select({ subject: outbox.subject, text: outbox.text })
    .from(outbox)
    .where(eq(outbox.templateName, templateName));
  expect(mails).toHaveLength(1);
  return mails[0]!;
}

test("a mail about an order that a coupon paid speaks of no payment", async () => {
  const s = await openPaypalShop();
  await addCoupon(s, { value: 100 });
  await orderWith(s, "TEN");
  const [receipt, notice] = [await mailOf(s, "Receipt"), await mailOf(s, "Order paid")];
  expect(receipt.text).toContain("Your order is complete");
  expect(receipt.text).toContain("Your coupon left nothing to pay");
  expect(notice.text).toContain("has ordered Creator with a coupon.");
  for (const { subject, text } of [receipt, notice])
    expect(`${subject}\n${text}`).not.toMatch(/payment|\bpaid\b/i);
});

test("a mail names no end of a membership that has none", async () => {
  const s = await openPaypalShop();
  const set = await s.shop.send({
    method: "PUT",
    url: `/api/users/${s.buyer.id}`,
    as: s.admin,
    body: { userMembership: "premium", MembershipValidity: null },
  });
  expect(set.status, set.text).toBe(200);
  await s.paid();
  expect(await s.membership()).toEqual({ level: "premium", end: null });
  const { text } = await mailOf(s, "Receipt");
  expect(text).toContain("We received your payment");
  expect(text).not.toContain("Membership until");
});
