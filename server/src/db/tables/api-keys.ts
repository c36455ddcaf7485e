import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Scope } from "#contract/scopes.ts";
import { createdAt, id, moment } from "./columns.ts";
import { users } from "./users.ts";

/** By which a program does what its member may. One that is revoked is deleted. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** SHA-256 of the key, in hexadecimal digits. */
    hash: text("hash").notNull(),
    /** The key's first characters, by which its member knows it again. */
    start: text("start").notNull(),
    scopes: text("scopes").array().$type<Scope[]>().notNull(),
    /** Null: never. */
    expiresAt: moment("expires_at"),
    /** To the minute. */
    lastUsedAt: moment("last_used_at"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("api_keys_hash").on(t.hash),
    index("api_keys_user").on(t.userId, t.createdAt),
    index("api_keys_expiry").on(t.expiresAt),
    check("api_keys_hash_is_sha256", sql`${t.hash} ~ '^[0-9a-f]{64}$'`),
    check("api_keys_start_is_short", sql`length(${t.start}) <= 8`),
  ],
);
