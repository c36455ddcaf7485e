import { type BoughtItem, isPending, type OrderKind, type OrderListQuery } from "#contract/orders.ts";
import { dateIn } from "#contract/time-zone.ts";
import type { Tx } from "#server/db/database.ts";
import { type Actor, recordAudit } from "#server/features/audit/audit.service.ts";
import { releaseHold } from "#server/features/coupons/redeem-coupon.ts";
import { shopTimeZone } from "#server/features/settings/settings.service.ts";
import { failure } from "#server/platform/failure.ts";
import type { AskingViewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { type FoundOrders, findOrders, type OrderFilter, orderBatches } from "./order-list.repository.ts";
import type { OrderRow } from "./orders.repository.ts";
import * as repository from "./orders.repository.ts";

/** Whoever changes an order, its attempts, captures or refunds takes the order's lock first. */
export {
  findOrderById,
  findOrderByPublicId,
  hasPaidOrder,
  lockOrderById,
  type NewOrderRow,
  nextReceiptNumber,
  type OrderRow,
  updateOrder,
} from "./orders.repository.ts";

type AskedKey = Omit<repository.OrderKey, "userId">;

const missing = () => failure("NOT_FOUND", "Order not found.");

/** An order by `_id` or `orderId`, for its owner or an admin; anyone else's is answered as an unknown one. */
export async function readOrder(
  tx: Tx,
  viewer: AskingViewer,
  id: string,
  kind?: OrderKind,
): Promise<OrderRow> {
  return readOrderOf(tx, viewer, { id, ...(kind ? { kind } : {}) });
}

/** The same of either kind, and cancelled ones as well: money may have come for them. */
export async function readAnyOrder(tx: Tx, viewer: AskingViewer, id: string): Promise<OrderRow> {
  return readOrderOf(tx, viewer, { id, cancelledToo: true });
}

async function readOrderOf(tx: Tx, viewer: AskingViewer, key: AskedKey): Promise<OrderRow> {
  const row = await repository.findOrder(tx, viewer.role === "Admin" ? key : { ...key, userId: viewer.id });
  if (!row) throw missing();
  return row;
}

/** The same for the owner alone: an admin has no right to pay or move another's order. */
export async function readOwnOrder(tx: Tx, userId: string, key: AskedKey): Promise<OrderRow> {
  const row = await repository.findOrder(tx, { ...key, userId });
  if (!row) throw missing();
  return row;
}

export async function readOrders(
  platform: Platform,
  viewer: AskingViewer,
  kind: OrderKind,
  query: OrderListQuery,
): Promise<FoundOrders> {
  const filter = await orderFilterFor(platform, viewer, kind, query);
  return filter ? findOrders(platform.db, filter) : { rows: [], total: 0, more: false };
}

/** The items that a person has paid for and can open, each with the newest order of it. */
export async function readBoughtItems(platform: Platform, userId: string): Promise<BoughtItem[]> {
  const found = await repository.findBoughtItems(platform.db, userId);
  const timeZone = await shopTimeZone(platform);
  return found.map(({ productId: packageId, orderId, createdAt }) => ({
    packageId,
    orderId,
    orderDate: dateIn(timeZone, createdAt),
  }));
}

/** All that the list of the same filter shows, part by part. */
export async function readAllOrders(
  platform: Platform,
  viewer: AskingViewer,
  kind: OrderKind,
  query: OrderListQuery,
): Promise<AsyncIterable<OrderRow[]> | OrderRow[][]> {
  const filter = await orderFilterFor(platform, viewer, kind, query);
  return filter ? orderBatches(platform.db, filter) : [];
}

/**
 * Whose orders a list shows: a member's own, an admin's choice. Null where another's e-mail was asked for, or one
 * that nobody has.
 */
async function orderFilterFor(
  platform: Platform,
  viewer: AskingViewer,
  kind: OrderKind,
  { userEmail, ...asked }: OrderListQuery,
): Promise<OrderFilter | null> {
  const query = { ...asked, timeZone: await shopTimeZone(platform) };
  if (viewer.role !== "Admin") {
    const isOwn = userEmail === undefined || userEmail.trim().toLowerCase() === viewer.email.toLowerCase();
    return isOwn ? { ...query, kind, userId: viewer.id, own: true } : null;
  }
  if (userEmail === undefined) return { ...query, kind };
  const userId = await repository.findUserIdOfEmail(platform.db, userEmail);
  return userId ? { ...query, kind, userId } : null;
}

/**
 * Cancels a pending order. The row stays, since a payment that is under way may still arrive and revive it; the
 * client's id becomes free for a new order.
 */
export async function cancelOrder(
  platform: Platform,
  viewer: AskingViewer,
  actor: Actor,
  id: string,
  kind: OrderKind,
): Promise<void> {
  await platform.db.transaction(async (tx) => {
    const found = await readOrder(tx, viewer, id, kind);
    const row = await repository.lockOrderById(tx, found.id);
    if (!row || row.deletedAt) throw missing();
    if (!isPending(row)) throw failure("CONFLICT", "Failed to delete order.");
    await repository.updateOrder(tx, row.id, { deletedAt: new Date(), clientOrderId: null });
    await releaseHold(tx, row.id);
    if (row.userId !== viewer.id) {
      const action = kind === "package" ? "DELETE /order/{id}" : "DELETE /item-order/{id}";
      await recordAudit(tx, actor, { action, subject: `order:${row.orderId}`, before: summaryOf(row) });
    }
  });
}

function summaryOf({ orderId, productName, totalMinor, currency, customerEmail, paymentStatus }: OrderRow) {
  return { orderId, productName, totalMinor, currency, customerEmail, paymentStatus };
}

/** Replaces a user's data in the orders by the pseudonym when the account is erased. */
export async function eraseCustomer(
  tx: Tx,
  userId: string,
  pseudonym: { name: string; email: string },
): Promise<void> {
  await repository.eraseCustomer(tx, userId, pseudonym);
}
