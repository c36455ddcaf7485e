import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, moment, updatedAt, version } from "./columns.ts";
import { users } from "./users.ts";

/** The parts that exist once: banner, about, footer, contact-page, and the legal pages as page:<slug>. */
export const contentParts = pgTable("content_parts", {
  part: text("part").primaryKey(),
  data: jsonb("data").notNull(),
  version: version(),
  /** The state before the last reset, to be brought back. */
  beforeReset: jsonb("before_reset"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** The last 50 saved states of each part, of the features list and of the testimonials list. */
export const contentVersions = pgTable(
  "content_versions",
  {
    id: id(),
    part: text("part").notNull(),
    version: integer("version").notNull(),
    data: jsonb("data").notNull(),
    savedBy: text("saved_by").references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("content_versions_of_part").on(t.part, t.version)],
);

export const features = pgTable(
  "features",
  {
    id: id(),
    title: text("title").notNull(),
    description: text("description").notNull(),
    icon: text("icon").notNull().default(""),
    /** What an icon that is an image shows. */
    iconAlt: text("icon_alt").notNull().default(""),
    category: text("category").notNull().default("AI Features"),
    position: integer("position").notNull().default(0),
    isActive: boolean("is_active").notNull().default(true),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("features_position").on(t.position, t.id)],
);

export const testimonials = pgTable("testimonials", {
  id: id(),
  quote: text("quote").notNull(),
  authorName: text("author_name").notNull(),
  authorTitle: text("author_title").notNull(),
  authorImage: text("author_image").notNull().default(""),
  authorImageAlt: text("author_image_alt").notNull().default(""),
  isActive: boolean("is_active").notNull().default(true),
  position: integer("position").notNull().default(0),
  version: version(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Uploaded pictures, for the media library. */
export const media = pgTable(
  "media",
  {
    id: id(),
    /** Site path: /uploads/<random>. */
    url: text("url").notNull(),
    uploadedBy: text("uploaded_by").references(() => users.id),
    /** "library" shows in the admin's media library, "profile" does not. */
    purpose: text("purpose").notNull().default("profile"),
    alt: text("alt").notNull().default(""),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    bytes: integer("bytes").notNull(),
    version: version(),
    deletedAt: moment("deleted_at"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("media_url").on(t.url),
    index("media_newest").on(t.purpose, t.createdAt),
    index("media_of_person").on(t.uploadedBy),
  ],
);
