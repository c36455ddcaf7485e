import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { MembershipLevel } from "#contract/roles.ts";
import { createdAt, id, moment, updatedAt, version } from "./columns.ts";

/** Credit and membership packages. At most three are unarchived. */
export const packages = pgTable(
  "packages",
  {
    id: id(),
    name: text("name").notNull(),
    priceMinor: integer("price_minor").notNull(),
    credit: integer("credit").notNull(),
    validityDays: integer("validity_days").notNull().default(0),
    membershipLevel: text("membership_level").$type<MembershipLevel>().notNull().default("premium"),
    sellerEmail: text("seller_email").notNull().default(""),
    /** pointOne to pointTen; empty ones are hidden. */
    points: text("points").array().notNull(),
    position: integer("position").notNull().default(0),
    archivedAt: moment("archived_at"),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("packages_shown").on(t.position, t.id).where(sql`${t.archivedAt} is null`),
    check("packages_price", sql`${t.priceMinor} > 0 and ${t.credit} >= 0 and ${t.validityDays} >= 0`),
  ],
);

/** Digital goods. `guidelines` and `accessUrl` are the goods themselves: hidden until paid. */
export const items = pgTable(
  "items",
  {
    id: id(),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    priceMinor: integer("price_minor").notNull(),
    guidelines: text("guidelines").notNull().default(""),
    accessUrl: text("access_url").notNull().default(""),
    slug: text("slug").notNull(),
    itemCode: text("item_code").notNull(),
    imageUrl: text("image_url").notNull().default(""),
    imageAlt: text("image_alt").notNull().default(""),
    isActive: boolean("is_active").notNull().default(true),
    /** Lower comes first; a new item stands before all others. */
    position: integer("position").notNull().default(0),
    archivedAt: moment("archived_at"),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("items_code").on(t.itemCode),
    index("items_newest").on(t.createdAt, t.id),
    check("items_price", sql`${t.priceMinor} > 0`),
  ],
);
