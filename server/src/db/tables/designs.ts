import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, moment, updatedAt, version } from "./columns.ts";
import { generationImages } from "./generations.ts";
import { users } from "./users.ts";

export const designs = pgTable(
  "designs",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    name: text("name").notNull(),
    /** The image that a run made it with, words set; null for one that a person made. */
    imageId: text("image_id").references(() => generationImages.id, { onDelete: "set null" }),
    favourite: boolean("favourite").notNull().default(false),
    /** The number of its present document. */
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: moment("deleted_at"),
  },
  (t) => [
    index("designs_of_person").on(t.userId, t.createdAt, t.id),
    uniqueIndex("designs_of_image").on(t.imageId),
    index("designs_deleted").on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
  ],
);

export const designVersions = pgTable(
  "design_versions",
  {
    id: id(),
    designId: text("design_id")
      .notNull()
      .references(() => designs.id),
    version: integer("version").notNull(),
    document: jsonb("document").notNull(),
    /** The image of a run that its art is; it keeps that image's file. */
    pictureId: text("picture_id").references(() => generationImages.id),
    createdAt: createdAt(),
    /** Since when nothing shows it any more: what was drawn of it is removed, then the row. */
    freedAt: moment("freed_at"),
    /** Since when another version is the present one. */
    supersededAt: moment("superseded_at"),
    /** Those before it are marked so; false where a process of a former release saved it. */
    marksEarlier: boolean("marks_earlier").notNull().default(false),
    /** When a file of it was last drawn; null where none is there. */
    drawnAt: moment("drawn_at"),
  },
  (t) => [
    uniqueIndex("design_versions_of_design").on(t.designId, t.version),
    index("design_versions_of_picture").on(t.pictureId).where(sql`${t.pictureId} is not null`),
    index("design_versions_freed").on(t.freedAt).where(sql`${t.freedAt} is not null`),
    index("design_versions_unmarked").on(t.designId).where(sql`not ${t.marksEarlier}`).concurrently(),
    index("design_versions_other_drawings")
      .on(t.drawnAt, t.id)
      .where(sql`${t.drawnAt} is not null and ${t.supersededAt} is not null and ${t.freedAt} is null`),
  ],
);
