import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { CallPurpose } from "#contract/spending.ts";
import { createdAt, id, moment } from "./columns.ts";
import { generations } from "./generations.ts";
import { users } from "./users.ts";

/** An amount in millionths of a currency's unit. */
const micros = (name: string) => bigint(name, { mode: "number" });

/** What each answered call of a model came to. Nothing of what was asked or answered. */
export const modelCalls = pgTable(
  "model_calls",
  {
    id: id(),
    /** For whom; null for the shop itself. */
    userId: text("user_id").references(() => users.id),
    generationId: text("generation_id").references(() => generations.id),
    purpose: text("purpose").$type<CallPurpose>().notNull(),
    model: text("model").notNull(),
    tokensIn: integer("tokens_in").notNull(),
    tokensOut: integer("tokens_out").notNull(),
    pictures: integer("pictures").notNull(),
    /** By the price of that moment; null where the model had none. */
    costMicros: micros("cost_micros"),
    currency: text("currency").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index("model_calls_newest").on(t.createdAt, t.generationId, t.model, t.costMicros, t.currency),
    index("model_calls_of_run").on(t.generationId).where(sql`${t.generationId} is not null`),
    index("model_calls_of_person").on(t.userId, t.createdAt).where(sql`${t.userId} is not null`),
  ],
);

/** One row: what the models have cost since the owner's midnight, and what runs under way are reckoned to add. */
export const spendingToday = pgTable(
  "spending_today",
  {
    id: integer("id").primaryKey().default(1),
    /** The midnight from which `costMicros` counts. Another one than today's makes it be counted anew. */
    since: moment("since").notNull(),
    currency: text("currency").notNull(),
    costMicros: micros("cost_micros").notNull().default(0),
    /** The sum over all runs under way of what each set aside. */
    reservedMicros: micros("reserved_micros").notNull().default(0),
    /** Of which day the admins were told that most of its limit is used. */
    warnedSince: moment("warned_since"),
  },
  (t) => [check("spending_today_once", sql`${t.id} = 1`)],
);

/** Models as the provider's list and its answers last told of them. */
export const watchedModels = pgTable("watched_models", {
  model: text("model").primaryKey(),
  state: text("state").$type<"listed" | "ending" | "gone">().notNull(),
  endsAt: moment("ends_at"),
  checkedAt: moment("checked_at").notNull().defaultNow(),
});
