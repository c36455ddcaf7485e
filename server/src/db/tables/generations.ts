import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { DesignDocument } from "#contract/design-document.ts";
import type { VaryChoice } from "#contract/generation-options.ts";
import type { WordsBrand } from "#drawing/set-words/brand.ts";
import { createdAt, id, moment } from "./columns.ts";
import { users } from "./users.ts";

export const generations = pgTable(
  "generations",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** The browser's key: a double click, or a repeated request, is one run. */
    idempotencyKey: text("idempotency_key").notNull(),
    /** Of what was asked for under it, as the title may be another by now. Null in those of a former release. */
    requestHash: text("request_hash"),
    stage: text("stage").$type<"queued" | "generating" | "done" | "failed">().notNull().default("queued"),
    title: text("title").notNull(),
    niche: text("niche").notNull(),
    style: text("style").notNull(),
    customPrompt: text("custom_prompt").notNull(),
    enhancedPrompt: text("enhanced_prompt").notNull().default(""),
    words: text("words").$type<"drawn" | "text" | "none">().notNull().default("drawn"),
    /** What it was made from, as it was named; it may be gone by now. */
    sourceKind: text("source_kind").$type<"picture" | "design">(),
    sourceId: text("source_id"),
    /** The image that the model gets to see, kept at least until the run is over. */
    sourceImageId: text("source_image_id").references((): AnyPgColumn => generationImages.id, {
      onDelete: "set null",
    }),
    /** The design as it was, whose layers the new pictures get. */
    sourceDocument: jsonb("source_document").$type<DesignDocument>(),
    instruction: text("instruction").notNull().default(""),
    /** The video that it is for, and the name of its channel, where it was begun from one. */
    videoId: text("video_id"),
    videoChannel: text("video_channel"),
    vary: text("vary").$type<VaryChoice>(),
    /** The person's brand as it was, where the run uses it. */
    brand: jsonb("brand").$type<WordsBrand>(),
    /** The person's own pictures that the model gets to see, as they were named; they may be gone by now. */
    referenceIds: text("reference_ids").array().notNull().default([]),
    /** The free new take of its source, whose words were spelt wrong. */
    retake: boolean("retake").notNull().default(false),
    error: text("error"),
    /** Short machine reason for the owner's dashboard: "safety", "rate-limit", "timeout" and so on. */
    errorReason: text("error_reason"),
    refunded: boolean("refunded").notNull().default(false),
    cost: integer("cost").notNull(),
    /** What it is reckoned to cost the shop, set aside of the day's limit until it ends. */
    reservedMicros: bigint("reserved_micros", { mode: "number" }).notNull().default(0),
    /** The second model, where it drew in place of the first. */
    standInModel: text("stand_in_model"),
    favourite: boolean("favourite").notNull().default(false),
    /** The position of the image that its owner keeps. */
    kept: integer("kept").$type<1 | 2>(),
    /** The process that works on it, and until when it vouches for that. A run whose lease has passed is taken over. */
    worker: text("worker"),
    leaseUntil: moment("lease_until"),
    attempt: integer("takeovers").notNull().default(0),
    createdAt: createdAt(),
    startedAt: moment("started_at"),
    finishedAt: moment("finished_at"),
    deletedAt: moment("deleted_at"),
  },
  (t) => [
    uniqueIndex("generations_once").on(t.userId, t.idempotencyKey),
    // One of a picture, until it fails.
    uniqueIndex("generations_retake_once").on(t.sourceId).where(sql`${t.retake} and ${t.stage} <> 'failed'`),
    // Deleted ones as well: they count for a person's limits.
    index("generations_of_person").on(t.userId, t.createdAt, t.id),
    // All that the gallery sorts, counts, filters and searches by, so that it reads none of the wide rows for it.
    index("generations_in_gallery")
      .on(t.userId, t.createdAt, t.id, t.title, t.favourite, t.kept, t.niche, t.style)
      .where(sql`${t.deletedAt} is null and ${t.stage} <> 'failed'`),
    index("generations_newest").on(t.createdAt),
    index("generations_unfinished").on(t.createdAt).where(sql`${t.stage} in ('queued', 'generating')`),
    index("generations_unpaid").on(t.createdAt).where(sql`${t.stage} = 'failed' or ${t.cost} = 0`),
    index("generations_finished").on(t.finishedAt),
    index("generations_of_source").on(t.sourceImageId).where(sql`${t.sourceImageId} is not null`),
    // A title is never blank before that.
    index("generations_to_empty").on(t.deletedAt).where(sql`${t.deletedAt} is not null and ${t.title} <> ''`),
    index("generations_emptied")
      .on(t.deletedAt)
      .concurrently()
      .where(sql`${t.deletedAt} is not null and ${t.title} = ''`),
  ],
);

export const generationImages = pgTable(
  "generation_images",
  {
    id: id(),
    generationId: text("generation_id")
      .notNull()
      .references(() => generations.id),
    /** 1 or 2. */
    position: integer("position").notNull(),
    fileKey: text("file_key").notNull(),
    mimeType: text("mime_type").notNull(),
    bytes: integer("bytes").notNull(),
    createdAt: createdAt(),
    /** When its file may go, which is asked once its run is emptied, and a day later again where a design uses it. */
    removableAt: moment("removable_at"),
    /** Since when its file is being removed: nothing may use it from then on. */
    freedAt: moment("freed_at"),
  },
  (t) => [
    uniqueIndex("generation_images_position").on(t.generationId, t.position),
    index("generation_images_removable").on(t.removableAt, t.id).where(sql`${t.removableAt} is not null`),
  ],
);

/**
 * What the text model read of an image whose words were drawn. The row outlives the image: its calls count toward what
 * the shop spends.
 */
export const spellingChecks = pgTable(
  "spelling_checks",
  {
    generationId: text("generation_id")
      .notNull()
      .references(() => generations.id),
    /** Of the image, 1 or 2. */
    position: integer("position").notNull(),
    /** What it was to say. The run may be renamed since. */
    title: text("title").notNull(),
    /** What it says; null until it was read, and where that came to nothing. */
    read: text("read"),
    matches: boolean("matches"),
    readAt: moment("read_at"),
    /** Calls to the text model, each of which may be charged. */
    calls: integer("calls").notNull().default(0),
    /** The model that was asked last. */
    model: text("model"),
    /** None once it is over. */
    nextAttemptAt: moment("next_attempt_at").defaultNow(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.generationId, t.position] }),
    index("spelling_checks_due").on(t.nextAttemptAt).where(sql`${t.nextAttemptAt} is not null`),
  ],
);
