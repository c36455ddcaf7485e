import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { couponUses } from "#server/db/tables/orders.ts";
import type { Person } from "../helpers/test-shop.ts";
import { billing, type Order, type PaypalShop } from "./paypal-shop.ts";

export const ten = { code: "TEN", kind: "percent", value: 10 } as const;

export async function addCoupon(s: PaypalShop, coupon: object = {}) {
  const added = await s.shop.send({
    method: "POST",
    url: "/api/coupons",
    as: s.admin,
    body: { ...ten, ...coupon },
  });
  expect(added.text).toContain('"success":true');
  return added.body.data;
}

export const check = (s: PaypalShop, code: string, as: Person = s.buyer, packageId = s.packageId) =>
  s.shop.send({ method: "POST", url: "/api/coupons/check", as, body: { code, packageId } });

export const tryOrder = (s: PaypalShop, couponCode: string, as: Person = s.buyer, more: object = {}) =>
  s.shop.send({
    method: "POST",
    url: "/new-order",
    as,
    body: { ...billing, packageId: s.packageId, couponCode, ...more },
  });

export async function orderWith(s: PaypalShop, couponCode: string, as: Person = s.buyer): Promise<Order> {
  const answer = await tryOrder(s, couponCode, as);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
}

export async function listed(s: PaypalShop, id: string) {
  const { body } = await s.shop.send({ url: "/api/coupons", as: s.admin });
  return body.find((coupon: { id: string }) => coupon.id === id);
}

export async function pay(s: PaypalShop, order: Order, as: Person = s.buyer) {
  const id = await s.start(order, as);
  await s.approve(id);
  return { id, captured: await s.capture(id, as) };
}

export const tryStart = (s: PaypalShop, order: Order, as: Person = s.buyer) =>
  s.shop.send({
    method: "POST",
    url: "/api/paypal/orders",
    as,
    body: { orderId: order._id, kind: "package" },
  });

/** For the use of an order. */
export const minutesPass = (s: PaypalShop, order: Order, minutes: number) =>
  s.shop.platform.db
    .update(couponUses)
    .set({ heldUntil: sql`${couponUses.heldUntil} - make_interval(mins => ${minutes})` })
    .where(eq(couponUses.orderId, order._id));

/** A hold of half an hour is over then, one of a capture is not. */
export const halfHourPasses = (s: PaypalShop, order: Order) => minutesPass(s, order, 31);
