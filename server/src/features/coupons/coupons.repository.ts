import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, not, type SQL, sql } from "drizzle-orm";
import type { couponSorts } from "#contract/coupons.ts";
import type { Tx } from "#server/db/database.ts";
import { holdsText, limitOf, type PageQuery, totalOf } from "#server/db/paging.ts";
import { packages } from "#server/db/tables/catalogue.ts";
import { coupons } from "#server/db/tables/coupons.ts";
import { couponUses, orders } from "#server/db/tables/orders.ts";
import { isPaidInPlay } from "#server/db/tables/payments.ts";

export type CouponRow = typeof coupons.$inferSelect;
export type NewCouponRow = typeof coupons.$inferInsert;

export interface CouponFilter extends PageQuery {
  sort?: (typeof couponSorts)[number] | undefined;
  order?: "asc" | "desc" | undefined;
  q?: string | undefined;
}

const countOf = (which: SQL) =>
  sql<number>`(select count(*)::int from ${couponUses} u where u.coupon_id = ${coupons}.id and ${which})`;

const used = countOf(sql`u.counted_at is not null and u.returned_at is null`);
const held = countOf(sql`u.counted_at is null and u.held_until > now()`);

const sortColumns = {
  code: coupons.code,
  createdAt: coupons.createdAt,
  from: coupons.startsAt,
  until: coupons.endsAt,
  used,
};

export async function findCoupons(tx: Tx, filter: CouponFilter) {
  const span = limitOf(filter);
  const direction = (filter.order ?? (filter.sort ? "asc" : "desc")) === "asc" ? asc : desc;
  const where = filter.q?.trim() ? holdsText(sql`lower(${coupons.code})`, filter.q) : undefined;
  const rows = await tx
    .select({ coupon: coupons, used, held })
    .from(coupons)
    .where(where)
    .orderBy(direction(sortColumns[filter.sort ?? "createdAt"]), direction(coupons.id))
    .limit(span.limit)
    .offset(span.offset);
  return { rows, total: await totalOf(span, rows.length, () => tx.$count(coupons, where)) };
}

export async function findCouponWithUses(tx: Tx, id: string) {
  const [row] = await tx.select({ coupon: coupons, used, held }).from(coupons).where(eq(coupons.id, id));
  return row ?? null;
}

/** What the paid orders of coupons brought and kept. */
export async function sumRevenue(tx: Tx, ids: string[]) {
  if (ids.length === 0) return [];
  return tx
    .select({
      couponId: orders.couponId,
      currency: orders.currency,
      minor: sql<number>`sum(${orders.totalMinor} - ${orders.refundedMinor})`.mapWith(Number),
    })
    .from(orders)
    .where(and(inArray(orders.couponId, ids), isNotNull(orders.paidAt), not(isPaidInPlay(sql`${orders}.id`))))
    .groupBy(orders.couponId, orders.currency)
    .orderBy(asc(orders.currency));
}

export async function findCouponOfCode(tx: Tx, code: string): Promise<CouponRow | null> {
  const [row] = await tx.select().from(coupons).where(eq(coupons.code, code));
  return row ?? null;
}

/** The coupon of which an order has a use. */
export async function findCouponOfUse(tx: Tx, orderId: string): Promise<CouponRow | null> {
  const [row] = await tx
    .select(getTableColumns(coupons))
    .from(coupons)
    .innerJoin(couponUses, eq(couponUses.couponId, coupons.id))
    .where(eq(couponUses.orderId, orderId));
  return row ?? null;
}

/** Under a lock, so that one transaction at a time changes it or takes a use of it. */
export async function lockCoupon(tx: Tx, id: string): Promise<CouponRow | null> {
  const [row] = await tx.select().from(coupons).where(eq(coupons.id, id)).for("update");
  return row ?? null;
}

/** Null where there is one with this id or this code already. */
export async function insertCoupon(tx: Tx, row: NewCouponRow): Promise<CouponRow | null> {
  const [made] = await tx.insert(coupons).values(row).onConflictDoNothing().returning();
  return made ?? null;
}

export async function updateCoupon(tx: Tx, id: string, changes: Partial<NewCouponRow>): Promise<CouponRow> {
  const [row] = await tx
    .update(coupons)
    .set({ ...changes, version: sql`${coupons.version} + 1` })
    .where(eq(coupons.id, id))
    .returning();
  return row!;
}

/** Those of the ids that are packages, archived ones included: an edit of the rest of a coupon keeps them. */
export async function findPackageIds(tx: Tx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.select({ id: packages.id }).from(packages).where(inArray(packages.id, ids));
  return rows.map(({ id }) => id);
}
