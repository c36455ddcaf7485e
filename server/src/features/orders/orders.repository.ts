import { and, desc, eq, getTableColumns, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { OrderKind, PaymentStatus } from "#contract/orders.ts";
import type { Tx } from "#server/db/database.ts";
import { isNullViolation } from "#server/db/errors.ts";
import type { EveryColumnBut } from "#server/db/every-column.ts";
import { newId } from "#server/db/ids.ts";
import { preparedOnce } from "#server/db/prepared.ts";
import { items, packages } from "#server/db/tables/catalogue.ts";
import { orders } from "#server/db/tables/orders.ts";
import { moneyIsGone, reversals } from "#server/db/tables/payments.ts";
import { users } from "#server/db/tables/users.ts";

export type OrderRow = Omit<typeof orders.$inferSelect, "searchText">;
/** Who sold, as the receipt says it. */
export type SellerBlock = NonNullable<OrderRow["seller"]>;
export type NewOrderRow = typeof orders.$inferInsert;

export interface OrderKey {
  /** `_id` or `orderId`. */
  id: string;
  /** Both kinds where absent. */
  kind?: OrderKind;
  /** Only this user's; anyone's where absent. */
  userId?: string;
  /** A cancelled one as well: money may have come for it. */
  cancelledToo?: boolean;
}

export async function findOrder(
  tx: Tx,
  { id, kind, userId, cancelledToo }: OrderKey,
): Promise<OrderRow | null> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(
      and(
        or(eq(orders.id, id), eq(orders.orderId, id)),
        kind ? eq(orders.kind, kind) : undefined,
        userId ? eq(orders.userId, userId) : undefined,
        cancelledToo ? undefined : isNull(orders.deletedAt),
      ),
    );
  return row ?? null;
}

/** Money is in and stays in; the goods of an item show for these. */
export const openGoods: readonly string[] = ["Paid", "Partially refunded"] satisfies PaymentStatus[];
const moneyIsIn = inArray(orders.paymentStatus, openGoods);

/** Whether the user has a paid order that was not refunded whole. */
export async function hasPaidOrder(tx: Tx, userId: string): Promise<boolean> {
  const paid = and(eq(orders.userId, userId), moneyIsIn);
  return (await tx.select({ id: orders.id }).from(orders).where(paid).limit(1)).length > 0;
}

/** The user's newest order of each item whose goods they can open. */
export async function findBoughtItems(tx: Tx, userId: string) {
  const { productId, orderId, createdAt, guidelines, accessUrl } = orders;
  return tx
    .selectDistinctOn([productId], { productId, orderId, createdAt })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.kind, "item"),
        moneyIsIn,
        or(ne(guidelines, ""), ne(accessUrl, "")),
        isNull(orders.deletedAt),
      ),
    )
    .orderBy(productId, desc(createdAt));
}

/** Any order by its row's id, cancelled ones included. */
export async function findOrderById(tx: Tx, id: string): Promise<OrderRow | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id));
  return row ?? null;
}

/** The same under a lock that lasts as long as the transaction: whoever changes an order takes it first. */
export async function lockOrderById(tx: Tx, id: string): Promise<OrderRow | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for("update");
  return row ?? null;
}

export async function findOrderByPublicId(tx: Tx, orderId: string): Promise<OrderRow | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.orderId, orderId));
  return row ?? null;
}

export async function findOrderOfClientId(
  tx: Tx,
  userId: string,
  kind: OrderKind,
  clientOrderId: string,
): Promise<OrderRow | null> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.kind, kind), eq(orders.clientOrderId, clientOrderId)));
  return row ?? null;
}

/** What a new order is written with; the rest takes its default. */
const newColumns = [
  ...(["kind", "orderId", "paymentId", "clientOrderId", "userId"] as const),
  ...(["productId", "productName", "imageUrl", "slug", "itemCode", "guidelines", "accessUrl"] as const),
  ...(["priceMinor", "feeMinor", "totalMinor", "currency", "sellerEmail"] as const),
  ...(["couponId", "couponCode", "discountMinor", "extraCredits"] as const),
  ...(["credit", "validityDays", "membershipLevel", "points"] as const),
  ...(["customerName", "customerEmail", "address", "country"] as const),
] as const;

export type OrderToMake = Required<Pick<NewOrderRow, (typeof newColumns)[number]>> & {
  /** Of the package or item that the order's terms were copied from. */
  productVersion: number;
};

/** What the others are by their defaults, so that the statement answers its moments alone. */
const untouched = Object.fromEntries(
  Object.entries(getTableColumns(orders)).map(([name, column]) => [name, column.default ?? null]),
) as OrderRow;

const orderInsertion = preparedOnce((tx) => {
  // The id as well: the table's own would be made once for all of them.
  const values = Object.fromEntries(["id", ...newColumns].map((name) => [name, sql.placeholder(name)]));
  // As `lockOwner`, in the one statement that an order is.
  const owner = sql`(
    select id from ${users} where id = ${sql.placeholder("userId")} and deleted_at is null for share
  )`;
  // Null where it was changed meanwhile, of which an archiving is one.
  const onSale = (table: typeof packages | typeof items) => sql`
    select id from ${table}
    where id = ${sql.placeholder("productId")} and version = ${sql.placeholder("productVersion")}`;
  // An item's edit that goes to its buyers' orders as well finds this one, or this one finds it.
  const productId = sql`case ${sql.placeholder("kind")} when 'package' then (${onSale(packages)})
    else (${onSale(items)} for share) end`;
  return tx
    .insert(orders)
    .values({ ...values, userId: owner, productId } as unknown as NewOrderRow)
    .onConflictDoNothing()
    .returning({ createdAt: orders.createdAt, updatedAt: orders.updatedAt })
    .prepare("insert_order");
});

/**
 * Null where one of the ids is taken: the made ones by chance, the client's by an earlier or a rival call. Throws what
 * `isOwnerErased` knows where the account was erased meanwhile, and `isProductChanged` where the product is another by now.
 */
export async function insertOrder(tx: Tx, { productVersion, ...row }: OrderToMake): Promise<OrderRow | null> {
  const order = { ...untouched, ...row, id: newId() };
  const [moments] = await orderInsertion(tx).execute({ ...order, productVersion });
  return moments ? { ...order, ...moments } : null;
}

export const isOwnerErased = (error: unknown): boolean => isNullViolation(error, "user_id");
export const isProductChanged = (error: unknown): boolean => isNullViolation(error, "product_id");

export async function updateOrder(tx: Tx, id: string, changes: Partial<NewOrderRow>): Promise<OrderRow> {
  const [row] = await tx.update(orders).set(changes).where(eq(orders.id, id)).returning();
  return row!;
}

/**
 * The next running number, without gaps: the lock ends with the transaction, so that a payment that is rolled back leaves
 * its number to the next one. PostgreSQL's sequences do not roll back; `receipt_numbers` only holds the last number
 * that was given before a restore.
 */
export async function nextReceiptNumber(tx: Tx): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('orders:receipt-number', 0))`);
  const [row] = await tx
    .select({
      next: sql<number>`greatest(max(${orders.receiptNumber}), (
        select case when is_called then last_value else 0 end from receipt_numbers
      ))::int + 1`,
    })
    .from(orders);
  return row!.next;
}

export async function findUserIdOfEmail(tx: Tx, email: string): Promise<string | null> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, email.trim().toLowerCase()));
  return row?.id ?? null;
}

/** Kept for accounting: what was bought, for how much, when, how it was paid, and where it was taxed. */
type KeptOfOrders =
  | ("id" | "kind" | "orderId" | "paymentId" | "clientOrderId" | "userId" | "country")
  | (
      | "productId"
      | "productName"
      | "slug"
      | "itemCode"
      | "imageUrl"
      | "guidelines"
      | "accessUrl"
      | "sellerEmail"
    )
  | ("priceMinor" | "feeMinor" | "totalMinor" | "currency" | "refundedMinor")
  | ("couponId" | "couponCode" | "discountMinor" | "extraCredits")
  | ("credit" | "creditsTaken" | "creditsOwed")
  | ("validityDays" | "membershipLevel" | "points" | "membershipValidity" | "membershipTakenAt")
  | (
      | "paymentStatus"
      | "orderStatus"
      | "paymentMethod"
      | "paypalTransactionId"
      | "receiptNumber"
      | "reconciledBy"
    )
  | ("seller" | "taxBasisPoints")
  | ("captureTime" | "paidAt" | "deletedAt" | "createdAt" | "updatedAt");

export async function eraseCustomer(
  tx: Tx,
  userId: string,
  pseudonym: { name: string; email: string },
): Promise<void> {
  await tx
    .update(orders)
    .set({
      customerName: pseudonym.name,
      customerEmail: pseudonym.email,
      address: "",
      payerEmail: null,
    } satisfies EveryColumnBut<typeof orders, KeptOfOrders>)
    .where(eq(orders.userId, userId));
}

export interface Refund {
  /** PayPal's. */
  id: string;
  at: Date;
  minor: number;
}

/** What went back of the payment that paid the order, and how. */
export async function findRefunds(tx: Tx, order: OrderRow): Promise<Refund[]> {
  const { rows } = await tx.execute<{ id: string; ms: number; minor: number }>(sql`
    select r.id, (extract(epoch from coalesce(r.occurred_at, r.created_at)) * 1000)::float8 as ms, r.amount_minor as minor
    from ${reversals} r
    where r.capture_id = ${order.paypalTransactionId} and ${moneyIsGone}
    order by 2, 1`);
  return rows.map(({ ms, ...refund }) => ({ ...refund, at: new Date(ms) }));
}
