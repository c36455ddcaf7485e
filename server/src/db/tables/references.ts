import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { ReferenceKind } from "#contract/reference-kinds.ts";
import { createdAt, id, moment } from "./columns.ts";
import { designVersions } from "./designs.ts";
import { users } from "./users.ts";

/** The references; that word alone is SQL's own. */
export const memberReferences = pgTable(
  "member_references",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    name: text("name").notNull(),
    kind: text("kind").$type<ReferenceKind>().notNull(),
    /** When the person said that they may use the face. */
    consentAt: moment("consent_at"),
    fileKey: text("file_key").notNull(),
    mimeType: text("mime_type").notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    /** Of the picture and of what the model is sent of it. */
    bytes: integer("bytes").notNull(),
    createdAt: createdAt(),
    deletedAt: moment("deleted_at"),
    /** Of a deleted one that a design showed: until then nobody asks anew whether its files may go. */
    keptUntil: moment("kept_until"),
    /** Since when its files are being removed: nothing may use it from then on. */
    freedAt: moment("freed_at"),
  },
  (t) => [
    index("member_references_of_person").on(t.userId, t.createdAt, t.id),
    index("member_references_removable")
      .on(sql`coalesce(${t.keptUntil}, ${t.deletedAt})`, t.id)
      .where(sql`${t.deletedAt} is not null`),
  ],
);

/** Which references a version of a design shows; it keeps their files. */
export const designReferences = pgTable(
  "design_references",
  {
    versionId: text("version_id")
      .notNull()
      .references(() => designVersions.id, { onDelete: "cascade" }),
    referenceId: text("reference_id")
      .notNull()
      .references(() => memberReferences.id),
  },
  (t) => [
    primaryKey({ columns: [t.versionId, t.referenceId] }),
    index("design_references_of_reference").on(t.referenceId),
  ],
);
