import type { BodyOf } from "#contract/call.ts";
import { orderPrice } from "#contract/money.ts";
import type { newOrder, OrderKind } from "#contract/orders.ts";
import type { Tx } from "#server/db/database.ts";
import { newCode } from "#server/db/ids.ts";
import { lockOwner } from "#server/db/lock-owner.ts";
import { withDeadlockRetry } from "#server/db/with-deadlock-retry.ts";
import { keepAddress } from "#server/features/accounts/accounts.service.ts";
import { findItemOnSale } from "#server/features/catalogue/items.service.ts";
import { findPackageOnSale, readPackageOnSale } from "#server/features/catalogue/packages.service.ts";
import {
  lockOpenCoupon,
  reductionOf,
  takeCoupon,
  withTryCounted,
} from "#server/features/coupons/redeem-coupon.ts";
import { readShopSettings, shopCurrency } from "#server/features/settings/settings.service.ts";
import { failure, requireSame } from "#server/platform/failure.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import {
  findOrderOfClientId,
  insertOrder,
  isOwnerErased,
  isProductChanged,
  type OrderRow,
  type OrderToMake,
} from "./orders.repository.ts";

export type OrderForm = BodyOf<typeof newOrder>;

/** Fulfils an order of which nothing is left to pay, in the transaction that makes it. */
export interface FreeOrders {
  /** Loads what the transaction is not to wait for. */
  prepare(platform: Platform): Promise<unknown>;
  fulfil(platform: Platform, tx: Tx, order: OrderRow): Promise<OrderRow>;
}

type Product = Pick<
  OrderToMake,
  | "productId"
  | "productVersion"
  | "productName"
  | "priceMinor"
  | "credit"
  | "validityDays"
  | "membershipLevel"
  | "points"
  | "sellerEmail"
  | "imageUrl"
  | "slug"
  | "itemCode"
  | "guidelines"
  | "accessUrl"
>;

/**
 * Makes a pending order with the server's own price, credits, validity, names and ids. The client's id is a key
 * for its user: the same one again answers the same order, however many calls come at once, and is 409 where it is for
 * something else. One that its coupon leaves
 * nothing of to pay is paid by it at once.
 */
export async function placeOrder(
  platform: Platform,
  viewer: Pick<Viewer, "id" | "email">,
  kind: OrderKind,
  form: OrderForm,
  freeOrders: FreeOrders,
): Promise<OrderRow> {
  const clientOrderId = form.orderId || null;
  const wanted = { productId: form.packageId, couponCode: form.couponCode?.toUpperCase() || null };
  const findKnown = async () => {
    const known = clientOrderId && (await findOrderOfClientId(platform.db, viewer.id, kind, clientOrderId));
    if (known) requireSame(known, wanted);
    return known;
  };
  const { processingFeePercent } = await readShopSettings(platform);
  const place = async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const product = await findProduct(platform, kind, form.packageId, attempt > 0);
      if (!product) {
        const known = await findKnown();
        if (known) return known;
        throw failure("NOT_FOUND", kind === "package" ? "Failed to fetch package" : "Item not found.");
      }
      const row: OrderToMake = {
        ...product,
        ...noCoupon,
        ...orderPrice(product.priceMinor, 0, processingFeePercent),
        kind,
        clientOrderId,
        orderId: newCode(),
        paymentId: newCode(),
        userId: viewer.id,
        currency: await shopCurrency(platform),
        customerName: form.customerName,
        customerEmail: viewer.email,
        address: form.address,
        country: form.country,
      };
      const made = await insert(row).catch((error) => {
        if (isProductChanged(error)) return null;
        throw isOwnerErased(error) ? failure("UNAUTHENTICATED") : error;
      });
      // That its id is taken is the exception, so that it is looked for only then.
      const found = made ?? (await findKnown());
      if (found) return found;
    }
    throw failure("CONFLICT");
  };
  const insert = async (row: OrderToMake) => {
    const made = form.couponCode
      ? await insertUnderLock(row, form.couponCode)
      : await insertOrder(platform.db, row);
    if (made && form.keepAddress)
      await keepAddress(platform, viewer.id, form).catch((error) =>
        // The order stands, and an error would have it made once more.
        platform.log.warn({ err: error, orderId: made.orderId }, "address not kept"),
      );
    return made;
  };
  const insertUnderLock = (row: OrderToMake, code: string) =>
    withDeadlockRetry(platform.db, async (tx) => {
      // The membership is changed under it.
      if (!(await lockOwner(tx, viewer.id))) throw failure("UNAUTHENTICATED");
      const inserted = await insertWithCoupon(tx, row, code, processingFeePercent);
      return inserted?.totalMinor === 0 ? freeOrders.fulfil(platform, tx, inserted) : inserted;
    });
  if (!form.couponCode) return place();
  const known = await findKnown();
  if (known) return known;
  await freeOrders.prepare(platform);
  return withTryCounted(platform, viewer.id, place);
}

const noCoupon = { couponId: null, couponCode: null, discountMinor: 0, extraCredits: 0 };

/** The coupon's terms become the order's own, and one of its uses is held for it. */
async function insertWithCoupon(
  tx: Tx,
  row: OrderToMake,
  code: string,
  feePercent: number,
): Promise<OrderRow | null> {
  const coupon = await lockOpenCoupon(tx, code, row.productId);
  const { discountMinor, extraCredits } = reductionOf(coupon, row.priceMinor);
  const made = await insertOrder(tx, {
    ...row,
    ...orderPrice(row.priceMinor, discountMinor, feePercent),
    couponId: coupon.id,
    couponCode: coupon.code,
    discountMinor,
    extraCredits,
    credit: row.credit + extraCredits,
  });
  if (made) await takeCoupon(tx, made, coupon);
  return made;
}

const noGoods = { imageUrl: "", slug: "", itemCode: "", guidelines: "", accessUrl: "" };
const noCredits = { credit: 0, validityDays: 0, membershipLevel: null, points: [], sellerEmail: "" };

/** What is on sale under this id, or null; a package by this process's copy where it may be one that has changed. */
async function findProduct(
  platform: Platform,
  kind: OrderKind,
  id: string,
  isAnew: boolean,
): Promise<Product | null> {
  if (kind === "package") {
    const found = await (isAnew ? findPackageOnSale(platform.db, id) : readPackageOnSale(platform, id));
    if (!found) return null;
    const { name, priceMinor, credit, validityDays, membershipLevel, points, sellerEmail } = found;
    return {
      ...noGoods,
      productId: found.id,
      productVersion: found.version,
      productName: name,
      priceMinor,
      credit,
      validityDays,
      membershipLevel,
      points,
      sellerEmail,
    };
  }
  const found = await findItemOnSale(platform.db, id);
  if (!found) return null;
  const { name, priceMinor, imageUrl, slug, itemCode, guidelines, accessUrl } = found;
  return {
    ...noCredits,
    productId: found.id,
    productVersion: found.version,
    productName: name,
    priceMinor,
    imageUrl,
    slug,
    itemCode,
    guidelines,
    accessUrl,
  };
}
