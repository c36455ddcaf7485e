import { and, asc, count, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { contains, limitOf, type PageQuery, totalOf } from "#server/db/paging.ts";
import { preparedOnce } from "#server/db/prepared.ts";
import { savePositions } from "#server/db/sort-order.ts";
import { packages } from "#server/db/tables/catalogue.ts";

export type PackageRow = typeof packages.$inferSelect;
export type NewPackageRow = typeof packages.$inferInsert;

export interface PackageFilter extends PageQuery {
  sort?: "order" | "packageName" | "price" | "credit" | "validity" | undefined;
  order?: "asc" | "desc" | undefined;
  q?: string | undefined;
}

const sortColumns = {
  order: packages.position,
  packageName: packages.name,
  price: packages.priceMinor,
  credit: packages.credit,
  validity: packages.validityDays,
};

export async function findPackages(tx: Tx, filter: PackageFilter) {
  const direction = filter.order === "desc" ? desc : asc;
  const where = and(
    isNull(packages.archivedAt),
    filter.q?.trim() ? contains(packages.name, filter.q) : undefined,
  );
  const span = limitOf(filter);
  const rows = await tx
    .select()
    .from(packages)
    .where(where)
    .orderBy(
      direction(sortColumns[filter.sort ?? "order"]),
      direction(packages.createdAt),
      direction(packages.id),
    )
    .limit(span.limit)
    .offset(span.offset);
  return { rows, total: await totalOf(span, rows.length, () => tx.$count(packages, where)) };
}

const packageById = preparedOnce((tx) =>
  tx
    .select()
    .from(packages)
    .where(and(eq(packages.id, sql.placeholder("id")), isNull(packages.archivedAt)))
    .prepare("find_package"),
);

export async function findPackage(tx: Tx, id: string): Promise<PackageRow | null> {
  const [row] = await packageById(tx).execute({ id });
  return row ?? null;
}

/** The last that were archived; what is older is hardly put back on sale. */
export async function findArchivedPackages(tx: Tx): Promise<PackageRow[]> {
  return tx
    .select()
    .from(packages)
    .where(isNotNull(packages.archivedAt))
    .orderBy(desc(packages.archivedAt), desc(packages.id))
    .limit(50);
}

/** Also where it is archived by now. */
export async function findPackageMade(tx: Tx, id: string): Promise<PackageRow | null> {
  const [row] = await tx.select().from(packages).where(eq(packages.id, id));
  return row ?? null;
}

/** A package's feature lines, also where it is archived. */
export async function findPoints(tx: Tx, id: string): Promise<string[] | null> {
  const [row] = await tx.select({ points: packages.points }).from(packages).where(eq(packages.id, id));
  return row?.points ?? null;
}

/** The package under a lock, for a change that depends on what it is now. */
export async function lockPackage(tx: Tx, id: string): Promise<PackageRow | null> {
  const [row] = await tx
    .select()
    .from(packages)
    .where(and(eq(packages.id, id), isNull(packages.archivedAt)))
    .for("update");
  return row ?? null;
}

/** Lets one transaction at a time add or order packages, so that looking and writing are one step. */
export async function lockPackages(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('packages:add', 0))`);
}

export async function countPackages(tx: Tx): Promise<{ shown: number; lastPosition: number | null }> {
  const [row] = await tx
    .select({ shown: count(), lastPosition: sql<number | null>`max(${packages.position})` })
    .from(packages)
    .where(isNull(packages.archivedAt));
  return row ?? { shown: 0, lastPosition: null };
}

/** The packages on sale, in the order of their cards. */
export async function findPackagePositions(tx: Tx): Promise<{ id: string; name: string }[]> {
  return tx
    .select({ id: packages.id, name: packages.name })
    .from(packages)
    .where(isNull(packages.archivedAt))
    .orderBy(asc(packages.position), asc(packages.createdAt), asc(packages.id));
}

export async function savePackagePositions(tx: Tx, ids: string[]): Promise<void> {
  await savePositions(tx, packages, ids);
}

export async function countAllPackages(tx: Tx): Promise<number> {
  return tx.$count(packages);
}

export async function insertPackage(tx: Tx, row: NewPackageRow): Promise<PackageRow> {
  const [made] = await tx.insert(packages).values(row).returning();
  return made!;
}

export async function updatePackage(
  tx: Tx,
  id: string,
  changes: Partial<NewPackageRow>,
): Promise<PackageRow> {
  const [row] = await tx
    .update(packages)
    .set({ ...changes, version: sql`${packages.version} + 1` })
    .where(eq(packages.id, id))
    .returning();
  return row!;
}
