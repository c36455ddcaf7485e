import { boolean, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, id, moment, updatedAt, version } from "./columns.ts";

/** Keys of the generative AI provider, sealed. The mask is kept so that lists need not open them. */
export const aiKeys = pgTable("ai_keys", {
  id: id(),
  name: text("name").notNull(),
  sealedKey: text("sealed_key").notNull(),
  mask: text("mask").notNull(),
  isActive: boolean("is_active").notNull().default(true),
  /** "refused" is of the key as a whole; a rest is of one model and stands there. */
  health: text("health").$type<"untried" | "ok" | "refused">().notNull().default("untried"),
  /** Until when a refused key is left alone. */
  restUntil: moment("rest_until"),
  lastUsedAt: moment("last_used_at"),
  lastError: text("last_error"),
  /** Counts the admins' changes; a key's use and health leave it as it is. */
  version: version(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** How a key fares with each model: Google's quotas are per model, so a rest at one says nothing of another. */
export const aiKeyModels = pgTable(
  "ai_key_models",
  {
    keyId: text("key_id")
      .notNull()
      .references(() => aiKeys.id, { onDelete: "cascade" }),
    model: text("model").notNull(),
    restUntil: moment("rest_until"),
    lastError: text("last_error"),
  },
  (t) => [primaryKey({ columns: [t.keyId, t.model] })],
);
