import { and, asc, desc, eq, inArray, isNull, or, sql, sum } from "drizzle-orm";
import type { ReferenceKind } from "#contract/reference-kinds.ts";
import { restorableReferenceMinutes } from "#contract/references.ts";
import type { Tx } from "#server/db/database.ts";
import { lockOwner } from "#server/db/lock-owner.ts";
import { contains, limitOf, type PageQuery, totalOf } from "#server/db/paging.ts";
import { designs, designVersions } from "#server/db/tables/designs.ts";
import { designReferences, memberReferences } from "#server/db/tables/references.ts";

type Row = typeof memberReferences.$inferSelect;

/** Its versions that show a picture, each with its design. */
const uses = sql`${designReferences} u join ${designVersions} v on v.id = u.version_id join ${designs} d on d.id = v.design_id`;

const listed = {
  id: memberReferences.id,
  name: memberReferences.name,
  kind: memberReferences.kind,
  width: memberReferences.width,
  height: memberReferences.height,
  createdAt: memberReferences.createdAt,
  consentAt: memberReferences.consentAt,
  /** By what the designs are now, not by what they once were. */
  usedBy: sql<{ id: string; name: string }[]>`(
    select coalesce(json_agg(json_build_object('id', d.id, 'name', d.name) order by d.updated_at desc, d.id), '[]')
    from ${uses}
    where u.reference_id = ${memberReferences}.id and v.version = d.version and d.deleted_at is null
  )`,
};
export type ReferenceRow = Awaited<ReturnType<typeof findReferences>>["rows"][number];

const isOwn = (userId: string, id: string) =>
  and(eq(memberReferences.id, id), eq(memberReferences.userId, userId));
const isPresent = (userId: string, id: string) => and(isOwn(userId, id), isNull(memberReferences.deletedAt));

export interface ReferenceQuery extends PageQuery {
  sort?: "createdAt" | "name" | undefined;
  order?: "asc" | "desc" | undefined;
  q?: string | undefined;
  kind?: ReferenceKind | undefined;
}

/** The person's, newest first where nothing else is asked for. */
export async function findReferences(tx: Tx, userId: string, query: ReferenceQuery) {
  const { sort = "createdAt", order = sort === "name" ? "asc" : "desc", q, kind } = query;
  const where = and(
    eq(memberReferences.userId, userId),
    isNull(memberReferences.deletedAt),
    q ? contains(memberReferences.name, q) : undefined,
    kind ? eq(memberReferences.kind, kind) : undefined,
  );
  const span = limitOf(query);
  const direction = order === "asc" ? asc : desc;
  const by = sort === "name" ? sql`lower(${memberReferences.name})` : memberReferences.createdAt;
  const rows = await tx
    .select(listed)
    .from(memberReferences)
    .where(where)
    .orderBy(direction(by), direction(memberReferences.id))
    .limit(span.limit)
    .offset(span.offset);
  return { rows, total: await totalOf(span, rows.length, () => tx.$count(memberReferences, where)) };
}

export async function findReference(tx: Tx, userId: string, id: string): Promise<ReferenceRow | null> {
  const [row] = await tx.select(listed).from(memberReferences).where(isPresent(userId, id));
  return row ?? null;
}

/**
 * How many a person has, and the bytes of all that are kept. The person's row is locked until the transaction's end: new
 * ones come one after another, and none comes after the account's erasure. Null where it was erased.
 */
export async function countReferencesLocked(
  tx: Tx,
  userId: string,
): Promise<{ count: number; bytes: number } | null> {
  if (!(await lockOwner(tx, userId))) return null;
  const [row] = await tx
    .select({
      count: sql<number>`(count(*) filter (where ${memberReferences.deletedAt} is null))::int`,
      bytes: sum(memberReferences.bytes).mapWith(Number),
    })
    .from(memberReferences)
    .where(eq(memberReferences.userId, userId));
  return { count: row!.count, bytes: row!.bytes ?? 0 };
}

export async function insertReference(tx: Tx, row: typeof memberReferences.$inferInsert): Promise<void> {
  await tx.insert(memberReferences).values(row);
}

export type ReferenceChanges = Partial<Pick<Row, "name" | "kind" | "consentAt">>;

export async function updateReference(
  tx: Tx,
  userId: string,
  id: string,
  changes: ReferenceChanges,
): Promise<void> {
  await tx.update(memberReferences).set(changes).where(isPresent(userId, id));
}

/** False where there is none to hide. */
export async function hideReference(tx: Tx, userId: string, id: string): Promise<boolean> {
  const rows = await tx
    .update(memberReferences)
    .set({ deletedAt: sql`now()` })
    .where(isPresent(userId, id))
    .returning({ id: memberReferences.id });
  return rows.length > 0;
}

export const isRestorable = sql`${memberReferences.deletedAt} > now() - make_interval(mins => ${restorableReferenceMinutes})`;

/** Shows one again that was hidden a short while ago. */
export async function unhideReference(tx: Tx, userId: string, id: string): Promise<boolean> {
  const rows = await tx
    .update(memberReferences)
    .set({ deletedAt: null })
    .where(and(isOwn(userId, id), isRestorable, isNull(memberReferences.freedAt)))
    .returning({ id: memberReferences.id });
  return rows.length > 0;
}

/** One that the person has, or that was deleted and a design of theirs shows, now or in an earlier version. */
const isUsable = (userId: string) =>
  and(
    eq(memberReferences.userId, userId),
    isNull(memberReferences.freedAt),
    or(
      isNull(memberReferences.deletedAt),
      sql`exists (
        select from ${uses}
        where u.reference_id = ${memberReferences}.id and v.freed_at is null and d.deleted_at is null
      )`,
    ),
  );

const file = {
  id: memberReferences.id,
  name: memberReferences.name,
  kind: memberReferences.kind,
  fileKey: memberReferences.fileKey,
  mimeType: memberReferences.mimeType,
  width: memberReferences.width,
  height: memberReferences.height,
  deletedAt: memberReferences.deletedAt,
};
export type ReferenceFile = Pick<Row, keyof typeof file>;

export async function findReferenceFile(tx: Tx, userId: string, id: string): Promise<ReferenceFile | null> {
  const [row] = await tx
    .select(file)
    .from(memberReferences)
    .where(and(eq(memberReferences.id, id), isUsable(userId)));
  return row ?? null;
}

/** Also deleted ones, as long as they are kept, in any order. */
export async function findReferenceFiles(tx: Tx, ids: readonly string[]): Promise<ReferenceFile[]> {
  return tx
    .select(file)
    .from(memberReferences)
    .where(and(inArray(memberReferences.id, [...ids]), isNull(memberReferences.freedAt)));
}

/** Those of the ids that the person may use in a design. Until the transaction's end nobody can begin to remove their files. */
export async function lockReferences(
  tx: Tx,
  userId: string,
  ids: readonly string[],
): Promise<ReferenceFile[]> {
  return tx
    .select(file)
    .from(memberReferences)
    .where(and(inArray(memberReferences.id, [...ids]), isUsable(userId)))
    .for("share", { of: memberReferences });
}
