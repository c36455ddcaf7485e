import { boolean, index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, moment, updatedAt, version } from "./columns.ts";

/** Keys of the generative AI provider, sealed. The mask is kept so that lists need not open them. */
export const aiKeys = pgTable(
  "ai_keys",
  {
    id: id(),
    name: text("name").notNull(),
    sealedKey: text("sealed_key").notNull(),
    mask: text("mask").notNull(),
    isActive: boolean("is_active").notNull().default(true),
    health: text("health").$type<"untried" | "ok" | "resting" | "refused">().notNull().default("untried"),
    restUntil: moment("rest_until"),
    lastUsedAt: moment("last_used_at"),
    lastError: text("last_error"),
    /** Counts the admins' changes; a key's use and health leave it as it is. */
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("ai_keys_turn").on(t.lastUsedAt)],
);
