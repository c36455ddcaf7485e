import { wrongCodesLimit } from "#contract/coupons.ts";
import { errorTable } from "#contract/errors.ts";
import { minorToText, orderPrice } from "#contract/money.ts";
import { databaseNow } from "#server/db/clock.ts";
import type { Tx } from "#server/db/database.ts";
import { findPackageOnSale } from "#server/features/catalogue/packages.service.ts";
import { readShopSettings, shopCurrency } from "#server/features/settings/settings.service.ts";
import { Failure, failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { type CouponRow, findCouponOfCode, findCouponOfUse, lockCoupon } from "./coupons.repository.ts";
import { extendHold, type Hold, hasUseLeft, shortenHold, takeUse } from "./uses.repository.ts";

/** The order's side of a use: who pays, and for what. */
export { countUse, releaseHold, returnUse } from "./uses.repository.ts";

type OrderOfCoupon = { id: string; userId: string; couponId: string | null };

/** What a coupon takes off a price, in minor units and halves up, and the credits that it adds. */
export function reductionOf(coupon: Pick<CouponRow, "kind" | "value"> | null, priceMinor: number) {
  if (!coupon) return { discountMinor: 0, extraCredits: 0 };
  const { kind, value } = coupon;
  if (kind === "credits") return { discountMinor: 0, extraCredits: value };
  const discount = kind === "percent" ? Math.round((priceMinor * value) / 100) : value;
  return { discountMinor: Math.min(priceMinor, discount), extraCredits: 0 };
}

function isOpen(coupon: CouponRow, now: Date): boolean {
  if (!coupon.active || coupon.endedAt) return false;
  return (
    (coupon.startsAt === null || coupon.startsAt <= now) && (coupon.endsAt === null || now <= coupon.endsAt)
  );
}

function countsFor(coupon: CouponRow, packageId: string): boolean {
  return coupon.packageIds.length === 0 || coupon.packageIds.includes(packageId);
}

/** One sentence for a code that is unknown, ended, off, or not for this package: what exists is not told. */
async function findOpenCoupon(tx: Tx, code: string, packageId: string): Promise<CouponRow | null> {
  const coupon = await findCouponOfCode(tx, code.toUpperCase());
  return coupon && isOpen(coupon, await databaseNow(tx)) && countsFor(coupon, packageId) ? coupon : null;
}

/**
 * Counts a try before the code is looked up, so that many at once are no way around, and takes the count back unless the
 * code was wrong. A try that is refused looked nothing up and does not count either: else right ones that come at once
 * would lock their member out.
 */
export async function withTryCounted<T>(
  { rateLimits }: Platform,
  userId: string,
  work: () => Promise<T>,
): Promise<T> {
  let isWrong = false;
  try {
    await rateLimits.use(wrongCodesLimit, userId);
    return await work();
  } catch (error) {
    isWrong = isWrongCode(error);
    throw error;
  } finally {
    if (!isWrong) await rateLimits.giveBack(wrongCodesLimit, userId);
  }
}

function isWrongCode(error: unknown): boolean {
  if (!(error instanceof Failure)) return false;
  const { code, extras } = error;
  return code === "COUPON_INVALID" || (code === "CONFLICT" && extras.fields?.couponCode !== undefined);
}

/** What a package costs with a code. */
export async function quoteCoupon(platform: Platform, userId: string, code: string, packageId: string) {
  return withTryCounted(platform, userId, async () => {
    const coupon = await findOpenCoupon(platform.db, code, packageId);
    const product = coupon && (await findPackageOnSale(platform.db, packageId));
    if (!product) throw failure("COUPON_INVALID");
    if (!(await hasUseLeft(platform.db, coupon.id, userId))) throw failure("COUPON_USED_UP");
    const { processingFeePercent } = await readShopSettings(platform);
    const currency = await shopCurrency(platform);
    const { discountMinor, extraCredits } = reductionOf(coupon, product.priceMinor);
    const { feeMinor, totalMinor } = orderPrice(product.priceMinor, discountMinor, processingFeePercent);
    return {
      code: coupon.code,
      discount: minorToText(discountMinor, currency),
      processingFee: minorToText(feeMinor, currency),
      total: minorToText(totalMinor, currency),
      extraCredits,
    };
  });
}

/** The coupon of a code for an order that is being made, under its lock. A code that does not count makes no order. */
export async function lockOpenCoupon(tx: Tx, code: string, packageId: string): Promise<CouponRow> {
  const found = await findCouponOfCode(tx, code.toUpperCase());
  const coupon = found && (await lockCoupon(tx, found.id));
  if (coupon && isOpen(coupon, await databaseNow(tx)) && countsFor(coupon, packageId)) return coupon;
  const text = errorTable.COUPON_INVALID.message;
  throw failure("CONFLICT", text, { fields: { couponCode: text } });
}

/**
 * Takes a use for an order, in its transaction and under the coupon's lock: a hundred at once are let through one by one,
 * and each counts what those before it took.
 */
export async function takeCoupon(tx: Tx, order: OrderOfCoupon, coupon: CouponRow): Promise<void> {
  if (await takeUse(tx, coupon.id, order, "waiting")) return;
  const text = errorTable.COUPON_USED_UP.message;
  throw failure("COUPON_USED_UP", text, { fields: { couponCode: text } });
}

/** For an order whose payment begins: its use is held from now on, and the payment is refused where it has none. */
export async function holdCouponForPayment(tx: Tx, order: OrderOfCoupon): Promise<void> {
  const refusal = await holdUse(tx, order, "paying");
  if (refusal) throw refusal;
}

/**
 * For an order whose money is about to be taken, or was taken without the shop. Answers why it has no use, in words for
 * its buyer. One whose hold has lapsed takes a use anew, where one is left and the coupon has not ended.
 */
export async function holdUse(tx: Tx, order: OrderOfCoupon, hold: Hold): Promise<Failure | null> {
  if (!order.couponId) return null;
  const coupon = await lockCoupon(tx, order.couponId);
  const isEnded = !coupon || !isOpen(coupon, await databaseNow(tx));
  if (await extendHold(tx, order.id, hold, isEnded)) return null;
  if (!isEnded && (await takeUse(tx, coupon.id, order, hold))) return null;
  const why = isEnded ? "has ended" : "has been used up";
  return failure("COUPON_USED_UP", `The coupon of this order ${why}. Please order again without it.`);
}

/**
 * Ends the long hold of a capture that brought nothing: the payer has the time of a payment to try again, but none with a
 * coupon that is off or over, which could else be held again and again.
 */
export async function endCaptureHold(tx: Tx, orderId: string): Promise<void> {
  const coupon = await findCouponOfUse(tx, orderId);
  if (coupon) await shortenHold(tx, orderId, !isOpen(coupon, await databaseNow(tx)));
}
