import type { ItemOrderRecord, OrderRecord } from "#contract/orders.ts";
import { isAdmin } from "#contract/roles.ts";
import { findIsActive } from "#server/features/catalogue/items.service.ts";
import { findPoints } from "#server/features/catalogue/packages.service.ts";
import { endIfPaid } from "#server/features/payments/membership.ts";
import { shopTimeZone } from "#server/features/settings/settings.service.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { ListedOrder } from "./order-list.repository.ts";
import { itemOrderRecord, orderRecord } from "./order-records.ts";
import type { OrderRow } from "./orders.repository.ts";

/** What lines an order of a former release was sold with nobody knows: it shows its package's of today, archived or not. */
export async function packageOrderAnswers(
  platform: Platform,
  rows: Omit<ListedOrder, "isItemActive">[],
  viewer: Viewer,
): Promise<OrderRecord[]> {
  const timeZone = await shopTimeZone(platform);
  const { membership: level, membershipValidity: end } = viewer.shown;
  return rows.map((row) => {
    const points = row.points ?? row.presentPoints ?? [];
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
  const presentPoints = row.points ? null : await findPoints(platform.db, row.productId);
  return (await packageOrderAnswers(platform, [{ ...row, presentPoints }], viewer))[0]!;
}

/** An inactive item has a page for admins alone, an archived one for nobody. */
export async function itemOrderAnswers(
  platform: Platform,
  rows: Omit<ListedOrder, "presentPoints">[],
  forAdmin: boolean,
): Promise<ItemOrderRecord[]> {
  const timeZone = await shopTimeZone(platform);
  return rows.map((row) => {
    const hasPage = row.isItemActive !== null && (forAdmin || row.isItemActive);
    return itemOrderRecord(row, hasPage, forAdmin, timeZone);
  });
}

export async function itemOrderAnswer(
  platform: Platform,
  row: OrderRow,
  forAdmin: boolean,
): Promise<ItemOrderRecord> {
  const isItemActive = await findIsActive(platform.db, row.productId);
  return (await itemOrderAnswers(platform, [{ ...row, isItemActive }], forAdmin))[0]!;
}
