import type { z } from "zod";
import type { BodyOf } from "#contract/call.ts";
import type { itemInput } from "#contract/item-form.ts";
import type { addItem as addCall, editItem as editCall, ItemRecord } from "#contract/items.ts";
import type { Tx } from "#server/db/database.ts";
import { idOfRequest, newCode } from "#server/db/ids.ts";
import { demoItems } from "#server/db/seed/content/items.ts";
import { type Actor, recordAudit } from "#server/features/audit/audit.service.ts";
import { requirePictures } from "#server/features/content/media.service.ts";
import { cached, writeContent } from "#server/platform/content-cache.ts";
import { failure, isStale, requireSame, stale } from "#server/platform/failure.ts";
import { reordered } from "#server/platform/list-order.ts";
import { omitUndefined } from "#server/platform/omit-undefined.ts";
import type { Platform } from "#server/platform/platform.ts";
import {
  findItem,
  findItemMade,
  findItems,
  firstPosition,
  giveToBuyers,
  type ItemFilter,
  type ItemRow,
  insertItem,
  lockItem,
  lockItemPositions,
  lockSeeding,
  type NewItemRow,
  saveItemPositions,
  updateItem,
} from "./items.repository.ts";

export { findIsActive } from "./items.repository.ts";

export type ItemForm = z.output<typeof itemInput>;
export type ItemChanges = BodyOf<typeof editCall>;

const missing = () => failure("NOT_FOUND", "Item not found.");

/** For an admin, or by a filter, as it stands in the database; the whole list of everyone else from this process's copy. */
export async function readItems(platform: Platform, filter: ItemFilter, forAdmin: boolean) {
  const read = async () => {
    const { rows, total } = await findItems(platform.db, filter, !forAdmin);
    return { items: rows.map((row) => itemRecord(row, forAdmin)), total };
  };
  return forAdmin || Object.keys(filter).length > 0 ? read() : cached(platform, "items", read);
}

export async function readItem(platform: Platform, id: string, forAdmin: boolean): Promise<ItemRecord> {
  const row = await findItem(platform.db, id, !forAdmin);
  if (!row) throw missing();
  return itemRecord(row, forAdmin);
}

/** The row behind an order: what is on sale now, or null. */
export async function findItemOnSale(tx: Tx, id: string): Promise<ItemRow | null> {
  return findItem(tx, id, true);
}

/** Sent again under the same key it stands once. Throws 409 where the key was used for another one. */
export async function addItem(
  platform: Platform,
  actor: Actor,
  { idempotencyKey, ...form }: BodyOf<typeof addCall>,
): Promise<ItemRecord> {
  const id = idOfRequest(["item", String(actor.id)], idempotencyKey);
  return change(platform, async (tx) => {
    await lockItemPositions(tx);
    const earlier = await findItemMade(tx, id);
    if (earlier) {
      requireSame(earlier, changedColumns(form));
      return itemRecord(earlier, true);
    }
    await requirePictures(tx, null, form);
    const row = await insertWithCode(tx, {
      id,
      name: form.itemName,
      priceMinor: form.price,
      slug: slugOf(form.itemName),
      position: await firstPosition(tx),
      ...changedColumns(form),
    });
    await recordAudit(tx, actor, { action: "POST /add-item", subject: `item:${row.id}`, after: row });
    return itemRecord(row, true);
  });
}

export async function editItem(
  platform: Platform,
  actor: Actor,
  id: string,
  { version, forBuyers, ...changes }: ItemChanges,
): Promise<ItemRecord> {
  return change(platform, async (tx) => {
    const before = await lockItem(tx, id);
    if (!before) throw missing();
    if (isStale(version, before)) throw stale(itemRecord(before, true));
    await requirePictures(tx, before, changes);
    const after = await updateItem(tx, id, changedColumns(changes));
    const told = forBuyers ? { ...after, ordersChanged: await giveToBuyers(tx, after) } : after;
    await recordAudit(tx, actor, {
      action: "PUT /edit-item/{id}",
      subject: `item:${id}`,
      before,
      after: told,
    });
    return itemRecord(after, true);
  });
}

export async function reorderItems(platform: Platform, actor: Actor, ids: string[]): Promise<void> {
  await change(platform, async (tx) => {
    const placed = reordered(await lockItemPositions(tx), ids);
    if (!placed) throw missing();
    await saveItemPositions(tx, placed.ids);
    const { before, after } = placed;
    await recordAudit(tx, actor, { action: "PUT /items/order", subject: "items:order", before, after });
  });
}

export async function archiveItem(platform: Platform, actor: Actor, id: string): Promise<void> {
  await change(platform, async (tx) => {
    const before = await lockItem(tx, id);
    if (!before) throw missing();
    await updateItem(tx, id, { archivedAt: new Date() });
    await recordAudit(tx, actor, { action: "DELETE /item/{id}", subject: `item:${id}`, before });
  });
}

/** The demo's items, where there has never been one, in the order of the list. */
export async function seedItems(tx: Tx): Promise<void> {
  if ((await lockSeeding(tx)) > 0) return;
  for (const [position, { itemName, ...entry }] of demoItems.entries()) {
    await insertWithCode(tx, { ...entry, name: itemName, slug: slugOf(itemName), position });
  }
}

async function insertWithCode(tx: Tx, row: Omit<NewItemRow, "itemCode">): Promise<ItemRow> {
  for (;;) {
    const made = await insertItem(tx, { ...row, itemCode: newCode() });
    if (made) return made;
  }
}

/** A renamed item gets a new slug; its old address leads on, since the code in it stays. */
function changedColumns(form: Partial<ItemForm>): Partial<NewItemRow> {
  const changed: Partial<NewItemRow> = {
    name: form.itemName,
    slug: form.itemName === undefined ? undefined : slugOf(form.itemName),
    priceMinor: form.price,
    description: form.description,
    guidelines: form.guidelines,
    accessUrl: form.accessUrl,
    imageUrl: form.imageUrl,
    imageAlt: form.imageAlt,
    isActive: form.isActive,
  };
  return omitUndefined(changed);
}

function itemRecord(row: ItemRow, forAdmin: boolean): ItemRecord {
  return {
    _id: row.id,
    itemName: row.name,
    description: row.description,
    price: row.priceMinor / 100,
    guidelines: forAdmin ? row.guidelines : "",
    accessUrl: forAdmin ? row.accessUrl : "",
    slug: row.slug,
    itemId: row.itemCode,
    imageUrl: row.imageUrl,
    imageAlt: row.imageAlt,
    isActive: row.isActive,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
  };
}

/** A write of what pages show: they are rendered anew in every process, and at once for whoever is answered. */
function change<T>(platform: Platform, write: (tx: Tx) => Promise<T>): Promise<T> {
  return writeContent(platform, "items", write);
}

/** A name as the readable part of an address: "Été & Co." → "ete-co"; "item" where nothing is left. */
function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .normalize()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, 80)
    // Also the half of a letter that the cut may have left.
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  return slug || "item";
}
