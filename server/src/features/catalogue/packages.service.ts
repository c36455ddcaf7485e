import type { z } from "zod";
import type { BodyOf } from "#contract/call.ts";
import type { packageInput } from "#contract/package-form.ts";
import { pointNames } from "#contract/package-offer.ts";
import {
  type ArchivedPackage,
  type addPackage as addCall,
  maximumPackages,
  type PackageRecord,
} from "#contract/packages.ts";
import type { Tx } from "#server/db/database.ts";
import { idOfRequest } from "#server/db/ids.ts";
import { demoPackages } from "#server/db/seed/content/packages.ts";
import { type Actor, recordAudit } from "#server/features/audit/audit.service.ts";
import { cached, writeContent } from "#server/platform/content-cache.ts";
import { failure, isStale, requireSame, stale } from "#server/platform/failure.ts";
import { reordered } from "#server/platform/list-order.ts";
import { omitUndefined } from "#server/platform/omit-undefined.ts";
import type { Platform } from "#server/platform/platform.ts";
import {
  countAllPackages,
  countPackages,
  findArchivedPackages,
  findPackage,
  findPackageMade,
  findPackagePositions,
  findPackages,
  insertPackage,
  lockPackage,
  lockPackages,
  type NewPackageRow,
  type PackageFilter,
  type PackageRow,
  savePackagePositions,
  updatePackage,
} from "./packages.repository.ts";

export { findPoints } from "./packages.repository.ts";

export type PackageForm = z.output<typeof packageInput>;
export type PackageChanges = Partial<PackageForm> & { version?: number | undefined };

const missing = () => failure("NOT_FOUND", "Failed to fetch package");

/** For an admin, or by a filter, as it stands in the database; the whole list of everyone else from this process's copy. */
export async function readPackages(platform: Platform, filter: PackageFilter, forAdmin: boolean) {
  const isWhole = !forAdmin && Object.keys(filter).length === 0;
  const { rows, total } = await (isWhole ? cachedPackages(platform) : findPackages(platform.db, filter));
  return { packages: rows.map((row) => packageRecord(row, forAdmin)), total };
}

const cachedPackages = (platform: Platform) =>
  cached(platform, "packages", () => findPackages(platform.db, {}));

/** A package on sale by this process's copy, which may be behind by a moment. */
export async function readPackageOnSale(platform: Platform, id: string): Promise<PackageRow | null> {
  const { rows } = await cachedPackages(platform);
  return rows.find((row) => row.id === id) ?? findPackage(platform.db, id);
}

export async function readPackage(platform: Platform, id: string, forAdmin: boolean): Promise<PackageRecord> {
  const row = await findPackage(platform.db, id);
  if (!row) throw missing();
  return packageRecord(row, forAdmin);
}

/** The row behind an order: what is on sale now, or null. */
export async function findPackageOnSale(tx: Tx, id: string): Promise<PackageRow | null> {
  return findPackage(tx, id);
}

/** Sent again under the same key it stands once. Throws 409 where the key was used for another one. */
export async function addPackage(
  platform: Platform,
  actor: Actor,
  { idempotencyKey, ...form }: BodyOf<typeof addCall>,
): Promise<PackageRecord> {
  const id = idOfRequest(["package", String(actor.id)], idempotencyKey);
  return change(platform, async (tx) => {
    await lockPackages(tx);
    const earlier = await findPackageMade(tx, id);
    if (earlier) {
      // A form that is sent again names the place after the package that it made.
      const { position: _, ...columns } = changedColumns(form, []);
      requireSame(earlier, columns);
      return packageRecord(earlier, true);
    }
    const position = await requirePlace(tx);
    const row = await insertPackage(tx, {
      id,
      name: form.packageName,
      priceMinor: form.price,
      credit: form.credit,
      points: [],
      position,
      ...changedColumns(form, []),
    });
    await recordAudit(tx, actor, { action: "POST /add-package", subject: `package:${row.id}`, after: row });
    return packageRecord(row, true);
  });
}

/** The position behind the packages on sale, under their lock. Throws 409 where there are as many as there may be. */
async function requirePlace(tx: Tx): Promise<number> {
  const { shown, lastPosition } = await countPackages(tx);
  if (shown >= maximumPackages) throw failure("CONFLICT", "Maximum 3 packages allowed");
  return (lastPosition ?? -1) + 1;
}

export async function editPackage(
  platform: Platform,
  actor: Actor,
  id: string,
  { version, ...changes }: PackageChanges,
): Promise<PackageRecord> {
  return change(platform, async (tx) => {
    const before = await lockPackage(tx, id);
    if (!before) throw missing();
    if (isStale(version, before)) throw stale(packageRecord(before, true));
    const after = await updatePackage(tx, id, changedColumns(changes, before.points));
    await recordAudit(tx, actor, {
      action: "PUT /edit-package/{id}",
      subject: `package:${id}`,
      before,
      after,
    });
    return packageRecord(after, true);
  });
}

export async function reorderPackages(platform: Platform, actor: Actor, ids: string[]): Promise<void> {
  await change(platform, async (tx) => {
    await lockPackages(tx);
    const placed = reordered(await findPackagePositions(tx), ids);
    if (!placed) throw missing();
    await savePackagePositions(tx, placed.ids);
    const { before, after } = placed;
    await recordAudit(tx, actor, { action: "PUT /packages/order", subject: "packages:order", before, after });
  });
}

export async function archivePackage(platform: Platform, actor: Actor, id: string): Promise<void> {
  await change(platform, async (tx) => {
    const before = await lockPackage(tx, id);
    if (!before) throw missing();
    await updatePackage(tx, id, { archivedAt: new Date() });
    await recordAudit(tx, actor, { action: "DELETE /package/{id}", subject: `package:${id}`, before });
  });
}

export async function readArchivedPackages({ db }: Platform): Promise<ArchivedPackage[]> {
  const rows = await findArchivedPackages(db);
  return rows.map((row) => ({ ...packageRecord(row, true), archivedAt: row.archivedAt!.toISOString() }));
}

/** Behind the others: its former place may be another's by now. */
export async function restorePackage(platform: Platform, actor: Actor, id: string): Promise<PackageRecord> {
  return change(platform, async (tx) => {
    await lockPackages(tx);
    const before = await findPackageMade(tx, id);
    if (!before) throw missing();
    if (!before.archivedAt) return packageRecord(before, true);
    const after = await updatePackage(tx, id, { archivedAt: null, position: await requirePlace(tx) });
    await recordAudit(tx, actor, {
      action: "POST /package/{id}/restore",
      subject: `package:${id}`,
      before,
      after,
    });
    return packageRecord(after, true);
  });
}

/** The demo's three packages, where there has never been one. */
export async function seedPackages(tx: Tx): Promise<void> {
  await lockPackages(tx);
  if ((await countAllPackages(tx)) > 0) return;
  for (const [position, entry] of demoPackages.entries()) await insertPackage(tx, { ...entry, position });
}

function changedColumns(form: Partial<PackageForm>, points: string[]): Partial<NewPackageRow> {
  const changed: Partial<NewPackageRow> = {
    name: form.packageName,
    priceMinor: form.price,
    credit: form.credit,
    validityDays: form.validity,
    membershipLevel: form.membershipLevel,
    position: form.order,
    sellerEmail: form.sellerEmail,
  };
  if (pointNames.some((name) => form[name] !== undefined)) {
    changed.points = pointNames.map((name, index) => form[name] ?? points[index] ?? "");
  }
  return omitUndefined(changed);
}

function packageRecord(row: PackageRow, forAdmin: boolean): PackageRecord {
  const points = Object.fromEntries(pointNames.map((name, index) => [name, row.points[index] ?? ""]));
  return {
    _id: row.id,
    packageName: row.name,
    price: row.priceMinor / 100,
    credit: row.credit,
    validity: row.validityDays,
    membershipLevel: row.membershipLevel,
    ...(points as Record<(typeof pointNames)[number], string>),
    order: row.position,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    ...(forAdmin ? { sellerEmail: row.sellerEmail } : {}),
  };
}

/** A write of what pages show: they are rendered anew in every process, and at once for whoever is answered. */
function change<T>(platform: Platform, write: (tx: Tx) => Promise<T>): Promise<T> {
  return writeContent(platform, "packages", write);
}
