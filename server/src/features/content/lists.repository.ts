import { asc, eq, notInArray, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { savePositions } from "#server/db/sort-order.ts";
import { features, testimonials } from "#server/db/tables/content.ts";

export type FeatureRow = typeof features.$inferSelect;
export type TestimonialRow = typeof testimonials.$inferSelect;

/** Rows of one of the two lists, in the order of the page. */
export interface ListTable<Row, Values> {
  all(tx: Tx): Promise<Row[]>;
  insert(tx: Tx, row: Values & { id: string }): Promise<Row>;
  /** Counts the row's version up. */
  update(tx: Tx, id: string, values: Partial<Values>): Promise<Row>;
  remove(tx: Tx, id: string): Promise<void>;
  /** Numbers the rows in the order of these ids. */
  place(tx: Tx, ids: string[]): Promise<void>;
  /** Makes the list consist of these rows, each with its former id. */
  replace(tx: Tx, rows: (Values & { id: string })[]): Promise<void>;
}

type FeatureValues = Pick<
  FeatureRow,
  "title" | "description" | "icon" | "iconAlt" | "category" | "position" | "isActive"
>;
type TestimonialValues = Pick<
  TestimonialRow,
  "quote" | "authorName" | "authorTitle" | "authorImage" | "authorImageAlt" | "position" | "isActive"
>;

export const featureTable: ListTable<FeatureRow, FeatureValues> = {
  all: (tx) => tx.select().from(features).orderBy(asc(features.position), asc(features.id)),
  async insert(tx, row) {
    const [made] = await tx.insert(features).values(row).returning();
    return made!;
  },
  async update(tx, id, values) {
    const [row] = await tx
      .update(features)
      .set({ ...values, version: sql`${features.version} + 1` })
      .where(eq(features.id, id))
      .returning();
    return row!;
  },
  async remove(tx, id) {
    await tx.delete(features).where(eq(features.id, id));
  },
  place: (tx, ids) => savePositions(tx, features, ids),
  async replace(tx, rows) {
    const ids = rows.map(({ id }) => id);
    await tx.delete(features).where(ids.length ? notInArray(features.id, ids) : undefined);
    for (const row of rows) {
      await tx
        .insert(features)
        .values(row)
        .onConflictDoUpdate({ target: features.id, set: { ...row, version: sql`${features.version} + 1` } });
    }
  },
};

export const testimonialTable: ListTable<TestimonialRow, TestimonialValues> = {
  all: (tx) => tx.select().from(testimonials).orderBy(asc(testimonials.position), asc(testimonials.id)),
  async insert(tx, row) {
    const [made] = await tx.insert(testimonials).values(row).returning();
    return made!;
  },
  async update(tx, id, values) {
    const [row] = await tx
      .update(testimonials)
      .set({ ...values, version: sql`${testimonials.version} + 1` })
      .where(eq(testimonials.id, id))
      .returning();
    return row!;
  },
  async remove(tx, id) {
    await tx.delete(testimonials).where(eq(testimonials.id, id));
  },
  place: (tx, ids) => savePositions(tx, testimonials, ids),
  async replace(tx, rows) {
    const ids = rows.map(({ id }) => id);
    await tx.delete(testimonials).where(ids.length ? notInArray(testimonials.id, ids) : undefined);
    for (const row of rows) {
      await tx
        .insert(testimonials)
        .values(row)
        .onConflictDoUpdate({
          target: testimonials.id,
          set: { ...row, version: sql`${testimonials.version} + 1` },
        });
    }
  },
};
