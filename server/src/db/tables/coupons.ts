import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { CouponKind } from "#contract/coupon-form.ts";
import { createdAt, id, moment, updatedAt, version } from "./columns.ts";

/** What a code takes off the price of a package, or adds to its credits. One that was ended stays with its uses. */
export const coupons = pgTable(
  "coupons",
  {
    id: id(),
    /** In upper case. */
    code: text("code").notNull(),
    kind: text("kind").$type<CouponKind>().notNull(),
    /** Percent, minor units of the shop's currency, or credits. */
    value: integer("value").notNull(),
    /** All packages where empty. */
    packageIds: text("package_ids").array().notNull(),
    startsAt: moment("starts_at"),
    endsAt: moment("ends_at"),
    /** Null: without limit. */
    maxUses: integer("max_uses"),
    maxUsesPerMember: integer("max_uses_per_member").notNull().default(1),
    active: boolean("active").notNull().default(true),
    endedAt: moment("ended_at"),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("coupons_code").on(t.code),
    index("coupons_newest").on(t.createdAt, t.id),
    check("coupons_value", sql`${t.value} > 0 and (${t.kind} <> 'percent' or ${t.value} <= 100)`),
    check(
      "coupons_period",
      sql`${t.startsAt} is null or ${t.endsAt} is null or ${t.startsAt} <= ${t.endsAt}`,
    ),
    check("coupons_uses", sql`${t.maxUses} > 0 and ${t.maxUsesPerMember} > 0`),
  ],
);
