import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { MembershipLevel, Role } from "#contract/roles.ts";
import { createdAt, id, moment, updatedAt, version } from "./columns.ts";

const listed = sql.raw("deleted_at is null");

/** A person with an account. E-mails are kept in lower case. */
export const users = pgTable(
  "users",
  {
    id: id(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    emailVerified: boolean("email_verified").notNull().default(false),
    profileUrl: text("profile_url"),
    role: text("role").$type<Role>().notNull().default("member"),
    aboutMe: text("about_me").notNull().default(""),
    address: text("address").notNull().default(""),
    city: text("city").notNull().default(""),
    country: text("country").notNull().default(""),
    phone: text("phone").notNull().default(""),
    membership: text("membership").$type<MembershipLevel>().notNull().default("free"),
    /** Null with a level other than free: no end. */
    membershipValidity: moment("membership_validity"),
    /** The end that the reminder was sent for, so that it is sent once an end. */
    membershipReminderFor: moment("membership_reminder_for"),
    termsVersion: integer("terms_version"),
    termsAcceptedAt: moment("terms_accepted_at"),
    /** Signing in by password takes a code as well. */
    twoFactorEnabled: boolean("two_factor_enabled").notNull().default(false),
    disabledAt: moment("disabled_at"),
    /** Set when the account was erased; the row stays as a pseudonym for orders and ledger. */
    deletedAt: moment("deleted_at"),
    /** Of what people edit; what payments, runs and time change does not count. */
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** What the directory's search looks in, a line each, in lower case. */
    searchText: text("search_text").generatedAlwaysAs(
      sql`lower(name || chr(10) || email || chr(10) || role || chr(10) || membership)`,
    ),
  },
  (t) => [
    uniqueIndex("users_email").on(t.email),
    index("users_photo").using("hash", t.profileUrl).where(sql`${t.profileUrl} is not null`),
    index("users_created").on(t.createdAt, t.id).where(listed),
    index("users_name").on(sql`lower(${t.name})`, t.id, t.name).where(listed),
    index("users_role").on(t.role, t.id).where(listed),
    index("users_membership").on(t.membership, t.id).where(listed),
    index("users_erased").on(t.id).where(sql`${t.deletedAt} is not null`),
    index("users_membership_end").on(t.membershipValidity),
  ],
);
