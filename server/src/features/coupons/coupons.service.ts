import type { z } from "zod";
import type { BodyOf } from "#contract/call.ts";
import { type couponEdit, type couponInput, couponProblems } from "#contract/coupon-form.ts";
import type { addCoupon as addCall, CouponRecord, CouponUse } from "#contract/coupons.ts";
import { minorToText } from "#contract/money.ts";
import { databaseNow } from "#server/db/clock.ts";
import type { Tx } from "#server/db/database.ts";
import { isUniqueViolation } from "#server/db/errors.ts";
import { idOfRequest } from "#server/db/ids.ts";
import { type Actor, recordAudit } from "#server/features/audit/audit.service.ts";
import { failure, invalid, isStale, requireSame, stale } from "#server/platform/failure.ts";
import { omitUndefined } from "#server/platform/omit-undefined.ts";
import type { Platform } from "#server/platform/platform.ts";
import {
  type CouponFilter,
  type CouponRow,
  findCoupons,
  findCouponWithUses,
  findPackageIds,
  insertCoupon,
  lockCoupon,
  type NewCouponRow,
  sumRevenue,
  updateCoupon,
} from "./coupons.repository.ts";
import { findUses } from "./uses.repository.ts";

type CouponForm = z.output<typeof couponInput>;
type Found = { coupon: CouponRow; used: number; held: number };

const missing = () => failure("NOT_FOUND", "Coupon not found.");

export async function readCoupons(platform: Platform, filter: CouponFilter) {
  const { rows, total } = await findCoupons(platform.db, filter);
  return { coupons: await recordsOf(platform.db, rows), total };
}

/** Sent again under the same key it stands once. Throws 409 where the key was used for another one. */
export async function addCoupon(
  platform: Platform,
  actor: Actor,
  { idempotencyKey, ...form }: BodyOf<typeof addCall>,
): Promise<CouponRecord> {
  const id = idOfRequest(["coupon", String(actor.id)], idempotencyKey);
  const columns = columnsOf(form);
  return platform.db.transaction(async (tx) => {
    await requirePackages(tx, form.packageIds);
    const row = await insertCoupon(tx, { ...columns, id });
    if (row) {
      const action = "POST /api/coupons";
      await recordAudit(tx, actor, { action, subject: `coupon:${id}`, after: termsOf(row) });
    } else {
      const earlier = await lockCoupon(tx, id);
      if (!earlier) throw codeTaken();
      requireSame(earlier, columns);
    }
    return readRecord(tx, id);
  });
}

export async function editCoupon(
  platform: Platform,
  actor: Actor,
  id: string,
  { version, ...changes }: z.output<typeof couponEdit>,
): Promise<CouponRecord> {
  return platform.db
    .transaction(async (tx) => {
      const before = await lockCoupon(tx, id);
      if (!before) throw missing();
      if (isStale(version, before)) throw stale(await readRecord(tx, id));
      if (before.endedAt) throw failure("CONFLICT", "This coupon has ended. Please add another one.");
      const form = { ...formOf(before), ...omitUndefined(changes) };
      const problems = couponProblems(form);
      if (Object.keys(problems).length > 0) throw invalid(problems);
      await requirePackages(tx, form.packageIds);
      const after = await updateCoupon(tx, id, columnsOf(form));
      await recordAudit(tx, actor, {
        action: "PUT /api/coupons/{id}",
        subject: `coupon:${id}`,
        before: termsOf(before),
        after: termsOf(after),
      });
      return readRecord(tx, id);
    })
    .catch((error) => {
      throw isUniqueViolation(error, "coupons_code") ? codeTaken() : error;
    });
}

/** Whoever holds a use may still pay with it. */
export async function endCoupon(platform: Platform, actor: Actor, id: string): Promise<void> {
  await platform.db.transaction(async (tx) => {
    const before = await lockCoupon(tx, id);
    if (!before) throw missing();
    if (before.endedAt) return;
    await updateCoupon(tx, id, { active: false, endedAt: await databaseNow(tx) });
    await recordAudit(tx, actor, {
      action: "DELETE /api/coupons/{id}",
      subject: `coupon:${id}`,
      before: termsOf(before),
    });
  });
}

export async function readUses(
  platform: Platform,
  id: string,
  query: Parameters<typeof findUses>[2],
): Promise<{ uses: CouponUse[]; total: number }> {
  if (!(await findCouponWithUses(platform.db, id))) throw missing();
  const { rows, total } = await findUses(platform.db, id, query);
  const uses = rows.map(({ use, order, isHeld }) => ({
    id: order.id,
    orderId: order.orderId,
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    packageName: order.productName,
    state: stateOf(use, isHeld),
    discount: minorToText(order.discountMinor, order.currency),
    extraCredits: order.extraCredits,
    totalPrice: minorToText(order.totalMinor, order.currency),
    refundedAmount: minorToText(order.refundedMinor, order.currency),
    currency: order.currency,
    createdAt: use.createdAt.toISOString(),
  }));
  return { uses, total };
}

function stateOf(
  use: { countedAt: Date | null; returnedAt: Date | null },
  isHeld: boolean,
): CouponUse["state"] {
  if (use.returnedAt) return "returned";
  if (use.countedAt) return "counted";
  return isHeld ? "held" : "lapsed";
}

function codeTaken() {
  const text = "There is a coupon with this code already.";
  return failure("CONFLICT", text, { fields: { code: text } });
}

async function requirePackages(tx: Tx, ids: string[]): Promise<void> {
  const known = new Set(await findPackageIds(tx, ids));
  if (ids.some((id) => !known.has(id))) throw invalid({ packageIds: "Please choose packages of the shop." });
}

function formOf(row: CouponRow): CouponForm {
  const { code, kind, packageIds, maxUses, maxUsesPerMember, active } = row;
  const value = kind === "amount" ? row.value : row.value * 100;
  return {
    code,
    kind,
    value,
    packageIds,
    from: row.startsAt,
    until: row.endsAt,
    maxUses,
    maxUsesPerMember,
    active,
  };
}

/** The contract's value is in hundredths, whatever the kind. */
function columnsOf(form: CouponForm): NewCouponRow {
  const { from, until, value, packageIds, ...same } = form;
  return {
    ...same,
    value: form.kind === "amount" ? value : value / 100,
    packageIds: [...new Set(packageIds)],
    startsAt: from,
    endsAt: until,
  };
}

function termsOf({ createdAt, updatedAt, ...terms }: CouponRow) {
  return terms;
}

async function readRecord(tx: Tx, id: string): Promise<CouponRecord> {
  const found = await findCouponWithUses(tx, id);
  if (!found) throw missing();
  return (await recordsOf(tx, [found]))[0]!;
}

async function recordsOf(tx: Tx, rows: Found[]): Promise<CouponRecord[]> {
  const revenue = Map.groupBy(
    await sumRevenue(
      tx,
      rows.map(({ coupon }) => coupon.id),
    ),
    ({ couponId }) => couponId,
  );
  return rows.map(({ coupon, used, held }) => ({
    id: coupon.id,
    code: coupon.code,
    kind: coupon.kind,
    value: coupon.kind === "amount" ? coupon.value / 100 : coupon.value,
    packageIds: coupon.packageIds,
    from: coupon.startsAt?.toISOString() ?? null,
    until: coupon.endsAt?.toISOString() ?? null,
    maxUses: coupon.maxUses,
    maxUsesPerMember: coupon.maxUsesPerMember,
    active: coupon.active,
    endedAt: coupon.endedAt?.toISOString() ?? null,
    used,
    held,
    revenue: (revenue.get(coupon.id) ?? []).map(({ minor, currency }) => ({
      amount: minorToText(minor, currency),
      currency,
    })),
    version: coupon.version,
    createdAt: coupon.createdAt.toISOString(),
  }));
}
