import type { ItemOrderRecord, OrderRecord } from "#contract/orders.ts";
import { isAdmin } from "#contract/roles.ts";
import { findItemsWithPage } from "#server/features/catalogue/items.service.ts";
import { findPoints } from "#server/features/catalogue/packages.service.ts";
import { endIfPaid } from "#server/features/payments/membership.ts";
import { shopTimeZone } from "#server/features/settings/settings.service.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { itemOrderRecord, orderRecord } from "./order-records.ts";
import type { OrderRow } from "./orders.repository.ts";

/** What lines an order of a former release was sold with nobody knows: it shows its package's of today, archived or not. */
export async function packageOrderAnswers(
  platform: Platform,
  rows: OrderRow[],
  viewer: Viewer,
): Promise<OrderRecord[]> {
  const timeZone = await shopTimeZone(platform);
  const uncopied = rows.filter(({ points }) => points === null).map(({ productId }) => productId);
  const todays = await findPoints(platform.db, uncopied);
  const { membership: level, membershipValidity: end } = viewer.shown;
  return rows.map((row) => {
    const points = row.points ?? todays.get(row.productId) ?? [];
    const until = row.userId === viewer.id ? endIfPaid(row, { level, end }, new Date()) : null;
    return {
      ...orderRecord(row, points, isAdmin(viewer), timeZone),
      membershipUntil: until?.toISOString() ?? null,
    };
  });
}

export async function packageOrderAnswer(
  platform: Platform,
  row: OrderRow,
  viewer: Viewer,
): Promise<OrderRecord> {
  return (await packageOrderAnswers(platform, [row], viewer))[0]!;
}

export async function itemOrderAnswers(
  platform: Platform,
  rows: OrderRow[],
  forAdmin: boolean,
): Promise<ItemOrderRecord[]> {
  const timeZone = await shopTimeZone(platform);
  const ids = rows.map(({ productId }) => productId);
  const withPage = await findItemsWithPage(platform.db, ids, !forAdmin);
  return rows.map((row) => itemOrderRecord(row, withPage.has(row.productId), forAdmin, timeZone));
}

export async function itemOrderAnswer(
  platform: Platform,
  row: OrderRow,
  forAdmin: boolean,
): Promise<ItemOrderRecord> {
  return (await itemOrderAnswers(platform, [row], forAdmin))[0]!;
}
