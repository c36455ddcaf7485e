import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { outbox } from "#server/db/tables/mail.ts";
import { addCoupon, orderWith } from "./coupon-shop.ts";
import { openPaypalShop, type PaypalShop, paidTwice, refund } from "./paypal-shop.ts";

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

test("names from right to left turn nothing of what the mails of an order say beside them", async () => {
  const s = await openPaypalShop();
  const body = { packageName: "ערכה", price: "12.50", credit: 10, validity: 30, membershipLevel: "premium" };
  const url = `/edit-package/${s.packageId}`;
  expect((await s.shop.send({ method: "PUT", url, as: s.admin, body })).status).toBe(200);
  const order = await s.order(s.buyer, { customerName: "דוד" });
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId);
  expect((await s.capture(paypalOrderId)).status).toBe(200);
  expect((await refund(s, order)).status).toBe(200);
  const told = async (templateName: string) => (await mailOf(s, templateName)).text.replace(/\s+/g, " ");
  expect(await told("Order paid")).toMatch(/\u2068דוד\u2069 \(.* has paid \$12\.50 for \u2068ערכה\u2069\./);
  expect(await told("Refund")).toContain(`for order ${order.orderId} (\u2068ערכה\u2069).`);
  expect(await told("Refund notice")).toContain("(\u2068ערכה\u2069).");
});

test("a refund's mail speaks of the account or card that paid, as a card needs no account at PayPal", async () => {
  const s = await openPaypalShop();
  const { order } = await s.paid();
  expect((await refund(s, order, { amount: "5.00" })).status).toBe(200);
  await paidTwice(s);
  await s.heal();
  const mails = await s.shop.platform.db
    .select({ text: outbox.text })
    .from(outbox)
    .where(eq(outbox.templateName, "Refund"));
  const texts = mails.map(({ text }) => text.replace(/\s+/g, " "));
  const wayBack = "back through PayPal, to the account or card that paid";
  expect(texts.toSorted()).toEqual([
    expect.stringContaining(`second payment of $12.50 ${wayBack}.`),
    expect.stringContaining(`we have given $5.00 ${wayBack}, for order`),
  ]);
});
