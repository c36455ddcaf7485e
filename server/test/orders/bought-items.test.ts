import { expect, test } from "vitest";
import type { BoughtItem } from "#contract/orders.ts";
import { openPaypalShop } from "../payments/paypal-shop.ts";

test("whoever has paid for an item is told so, by the newest order that opens it, until its money went back", async () => {
  const s = await openPaypalShop();
  const bought = async (as = s.buyer): Promise<BoughtItem[]> =>
    (await s.shop.send({ url: "/api/purchases/items", as })).body.data;
  await s.itemOrder();
  await s.paid("package");
  expect(await bought()).toEqual([]);
  const first = (await s.paid("item")).order;
  const row = { packageId: s.itemId, orderId: first.orderId, orderDate: first.orderDate };
  expect(await bought()).toEqual([row]);
  const second = (await s.paid("item")).order;
  expect(await bought()).toEqual([{ ...row, orderId: second.orderId }]);
  expect(await bought(await s.shop.signUp())).toEqual([]);
  expect(await bought(s.admin)).toEqual([]);
  const refund = async ({ _id }: { _id: string }, body = {}) =>
    s.shop.send({ method: "POST", url: `/api/orders/${_id}/refund`, as: s.admin, body });
  expect((await refund(first, { amount: "1.00" })).status).toBe(200);
  expect((await refund(second)).status).toBe(200);
  expect(await bought()).toEqual([row]);
  expect((await refund(first)).status).toBe(200);
  expect(await bought()).toEqual([]);
});
