import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { couponHoldMinutes } from "#contract/coupons.ts";
import type { Tx } from "#server/db/database.ts";
import { holdsText, limitOf, type PageQuery, totalOf } from "#server/db/paging.ts";
import { coupons } from "#server/db/tables/coupons.ts";
import { couponUses, orders } from "#server/db/tables/orders.ts";
import { refundRequests, reversals } from "#server/db/tables/payments.ts";
import { pollingDays } from "#server/features/payments/attempts/attempt-states.ts";

type OrderOfCoupon = { id: string; userId: string };

/**
 * Of an order that waits, which another of its member takes over; of one for which a payment was begun; and of one whose
 * money the shop has asked for, which lasts as long as PayPal may bring it.
 */
export type Hold = "waiting" | "paying" | "capturing";

// Who waited for the coupon's lock began before another's hold ended: now() is their beginning, the clock is not.
const holdEnd = (hold: Hold) =>
  sql.raw(
    `clock_timestamp() + interval '${hold === "capturing" ? `${pollingDays} days` : `${couponHoldMinutes} minutes`}'`,
  );
const isLive = sql.raw(
  "(u.counted_at is not null and u.returned_at is null or u.counted_at is null and u.held_until > clock_timestamp())",
);

/**
 * Whether the coupon `c` has a use left for a member, theirs of orders that wait being free for them. It is counted under
 * the coupon's lock: of all its uses without a look at their orders, of which the member's alone are read.
 */
function isLeft(userId: string, orderId: string | null): SQL {
  const isOther = sql`u.coupon_id = c.id and u.order_id is distinct from ${orderId} and ${isLive}`;
  const isWaiting = sql`u.counted_at is null and not u.paying`;
  const all = sql`select count(*) from ${couponUses} u where ${isOther}`;
  const own = sql`
    select count(*) from ${orders} o join ${couponUses} u on u.order_id = o.id
    where o.user_id = ${userId} and o.coupon_id = c.id and ${isOther}`;
  return sql`(c.max_uses is null or c.max_uses > (${all}) - (${own} and ${isWaiting}))
    and c.max_uses_per_member > (${own} and not (${isWaiting}))`;
}

/**
 * Takes a use for an order, or takes its lapsed one anew; false where none is left. The coupon's lock is held, so that
 * the count is of all that was taken before. An order of the same member that waits without a payment gives its hold up.
 */
export async function takeUse(tx: Tx, couponId: string, order: OrderOfCoupon, hold: Hold): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into ${couponUses} (order_id, coupon_id, held_until, paying)
    select ${order.id}, c.id, ${holdEnd(hold)}, ${hold !== "waiting"} from ${coupons} c
    where c.id = ${couponId} and ${isLeft(order.userId, order.id)}
    on conflict (order_id) do update set held_until = excluded.held_until, paying = excluded.paying
      where ${couponUses}.counted_at is null`);
  if (rowCount !== 1) return false;
  await tx.execute(sql`
    update ${couponUses} u set held_until = clock_timestamp() from ${orders} o
    where o.id = u.order_id and u.coupon_id = ${couponId} and o.user_id = ${order.userId}
      and u.order_id <> ${order.id} and u.counted_at is null and not u.paying and u.held_until > clock_timestamp()`);
  return true;
}

/**
 * Makes a hold that still lasts one that is being paid; false where it has lapsed. The coupon's lock is held, so that
 * nobody takes the use as it lapses. Of a coupon that has ended no payment's beginning makes it last longer.
 */
export async function extendHold(tx: Tx, orderId: string, hold: Hold, isEnded: boolean): Promise<boolean> {
  const end = isEnded && hold === "paying" ? couponUses.heldUntil : holdEnd(hold);
  const rows = await tx
    .update(couponUses)
    .set({ heldUntil: sql`greatest(${couponUses.heldUntil}, ${end})`, paying: true })
    .where(
      and(
        eq(couponUses.orderId, orderId),
        isNull(couponUses.countedAt),
        sql`${couponUses.heldUntil} > clock_timestamp()`,
      ),
    )
    .returning({ id: couponUses.orderId });
  return rows.length > 0;
}

/** Whether one more use is left for a member, without taking it. */
export async function hasUseLeft(tx: Tx, couponId: string, userId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ left: boolean }>(sql`
    select ${isLeft(userId, null)} as left from ${coupons} c where c.id = ${couponId}`);
  return rows[0]?.left ?? false;
}

export async function countUse(tx: Tx, orderId: string, at: Date): Promise<void> {
  await tx
    .update(couponUses)
    .set({ countedAt: at })
    .where(and(eq(couponUses.orderId, orderId), isNull(couponUses.countedAt)));
}

export async function shortenHold(tx: Tx, orderId: string, isEnded: boolean): Promise<void> {
  const end = isEnded ? sql`now()` : holdEnd("paying");
  await tx
    .update(couponUses)
    .set({ heldUntil: sql`least(${couponUses.heldUntil}, ${end})` })
    .where(and(eq(couponUses.orderId, orderId), isNull(couponUses.countedAt)));
}

/** Ends the hold of an order that no payment was begun for. */
export async function releaseHold(tx: Tx, orderId: string): Promise<void> {
  await tx
    .update(couponUses)
    .set({ heldUntil: sql`least(${couponUses.heldUntil}, now())` })
    .where(and(eq(couponUses.orderId, orderId), isNull(couponUses.countedAt), eq(couponUses.paying, false)));
}

/** Gives the use back or takes it anew, as the order's refunds now say: one that failed gives nothing back. */
export async function returnUse(tx: Tx, orderId: string): Promise<void> {
  const returned = sql`exists (
    select from ${refundRequests} q join ${reversals} r on r.id = q.refund_id
    where q.order_id = ${orderId} and q.returns_coupon_use and r.state in ('pending', 'done'))`;
  await tx
    .update(couponUses)
    .set({ returnedAt: sql`case when ${returned} then coalesce(${couponUses.returnedAt}, now()) end` })
    .where(and(eq(couponUses.orderId, orderId), sql`${couponUses.countedAt} is not null`));
}

export async function findUses(
  tx: Tx,
  couponId: string,
  query: PageQuery & { order?: "asc" | "desc" | undefined; q?: string | undefined },
) {
  const span = limitOf(query);
  const direction = query.order === "asc" ? asc : desc;
  const { q } = query;
  const found = q ? tx.select({ id: orders.id }).from(orders).where(holdsText(orders.searchText, q)) : null;
  const where = and(
    eq(couponUses.couponId, couponId),
    found ? inArray(couponUses.orderId, found) : undefined,
  );
  const rows = await tx
    .select({
      use: couponUses,
      order: orders,
      isHeld: sql<boolean>`${couponUses.heldUntil} > now()`,
    })
    .from(couponUses)
    .innerJoin(orders, eq(orders.id, couponUses.orderId))
    .where(where)
    .orderBy(direction(couponUses.createdAt), direction(couponUses.orderId))
    .limit(span.limit)
    .offset(span.offset);
  return { rows, total: await totalOf(span, rows.length, () => tx.$count(couponUses, where)) };
}
