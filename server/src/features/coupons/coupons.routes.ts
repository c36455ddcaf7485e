import * as calls from "#contract/coupons.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { addCoupon, editCoupon, endCoupon, readCoupons, readUses } from "./coupons.service.ts";
import { quoteCoupon } from "./redeem-coupon.ts";

export function couponsRoutes(routes: Routes, platform: Platform): void {
  mount(routes, calls.listCoupons).handle(async ({ query, total }) => {
    const found = await readCoupons(platform, query);
    total(found.total);
    return found.coupons;
  });
  mount(routes, calls.addCoupon).data(
    (incoming) => addCoupon(platform, actorOf(incoming), incoming.body),
    "Coupon added successfully!",
  );
  mount(routes, calls.editCoupon).data(
    (incoming) => editCoupon(platform, actorOf(incoming), incoming.params.id, incoming.body),
    "Coupon updated successfully!",
  );
  mount(routes, calls.endCoupon).handle(async (incoming) => {
    await endCoupon(platform, actorOf(incoming), incoming.params.id);
    return { success: true, message: "Coupon ended." };
  });
  mount(routes, calls.listCouponUses).handle(async ({ params, query, total }) => {
    const found = await readUses(platform, params.id, query);
    total(found.total);
    return found.uses;
  });
  mount(routes, calls.checkCoupon).data(({ body, viewer }) =>
    quoteCoupon(platform, viewer.id, body.code, body.packageId),
  );
}
