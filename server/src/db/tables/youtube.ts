import { sql } from "drizzle-orm";
import { date, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { YoutubePurpose } from "#contract/youtube.ts";
import { createdAt, id, moment, updatedAt } from "./columns.ts";
import { users } from "./users.ts";

/** Thumbnails of videos as YouTube shows them to everybody, kept for a while. */
export const videoThumbnails = pgTable(
  "video_thumbnails",
  {
    videoId: text("video_id").primaryKey(),
    /** Ends with a digest of the bytes: another picture is another file. */
    fileKey: text("file_key").notNull(),
    mimeType: text("mime_type").notNull(),
    fetchedAt: moment("fetched_at").notNull(),
  },
  (t) => [index("video_thumbnails_fetched").on(t.fetchedAt)],
);

/** The channel that a member connected: one a member, and several members may connect the same one. */
export const youtubeConnections = pgTable(
  "youtube_connections",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    channelId: text("channel_id").notNull(),
    channelTitle: text("channel_title").notNull(),
    /** Of Google's, read by the shop alone. */
    pictureAddress: text("picture_address"),
    uploadsPlaylistId: text("uploads_playlist_id").notNull(),
    /** As Google names them. */
    scopes: text("scopes").array().notNull(),
    /** Access and refresh token as JSON, encrypted; null once the access was withdrawn. */
    tokens: text("tokens"),
    accessExpiresAt: moment("access_expires_at").notNull(),
    /** When Google said that the access was withdrawn. */
    endedAt: moment("ended_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("youtube_connections_ended").on(t.endedAt).where(sql`${t.endedAt} is not null`)],
);

/** A try to connect, from the button until Google's answer. */
export const youtubeConsents = pgTable(
  "youtube_consents",
  {
    /** SHA-256 of the state, which Google brings back. */
    stateHash: text("state_hash").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The session that it was begun in: no other one may end it. */
    sessionId: text("session_id").notNull(),
    purpose: text("purpose").$type<YoutubePurpose>().notNull(),
    returnTo: text("return_to").notNull(),
    /** Of PKCE, encrypted. */
    verifier: text("verifier").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [index("youtube_consents_of_person").on(t.userId), index("youtube_consents_expiry").on(t.expiresAt)],
);

/** Grants that are to be taken back at Google; nothing of a person but the token, encrypted, its channel, and whose it was. */
export const youtubeRevocations = pgTable(
  "youtube_revocations",
  {
    id: id(),
    /** None where the person let the shop see no channel. */
    channelId: text("channel_id"),
    /** Known as long as the account, where the channel is not. */
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    token: text("token").notNull(),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at").notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (t) => [
    index("youtube_revocations_due").on(t.nextAttemptAt),
    index("youtube_revocations_channel").on(t.channelId),
    index("youtube_revocations_of_person").on(t.userId),
  ],
);

/** Units of the Data API that all members used together, by California's day. */
export const youtubeUnits = pgTable("youtube_units", {
  day: date("day", { mode: "string" }).primaryKey(),
  used: integer("used").notNull(),
});

/** The part of them that each member used. */
export const youtubeMemberUnits = pgTable(
  "youtube_member_units",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    day: date("day", { mode: "string" }).notNull(),
    used: integer("used").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.day] })],
);

/**
 * keeping: nothing was sent yet. setting: it may have been sent. unknown: it was sent, and nobody knows what became of it.
 * set, failed and unresolved are the ends; a failed one was not set, and of an unresolved one it will stay unknown.
 */
export type ThumbnailSetState = "keeping" | "setting" | "unknown" | "set" | "failed" | "unresolved";

/** Thumbnails that the shop set on videos; putting a former one back is one as well. */
export const youtubeThumbnailSets = pgTable(
  "youtube_thumbnail_sets",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    channelId: text("channel_id").notNull(),
    videoId: text("video_id").notNull(),
    /** Of the video, as it was then. */
    title: text("title").notNull(),
    idempotencyKey: text("idempotency_key").notNull(),
    imageId: text("image_id"),
    designId: text("design_id"),
    /** The setting before which stood what this one puts back. */
    restoresId: text("restores_id"),
    state: text("state").$type<ThumbnailSetState>().notNull().default("keeping"),
    /** The file of what stood before, and what that looks like in few pixels. */
    formerFileKey: text("former_file_key"),
    formerPrint: text("former_print"),
    /** What was sent, in few pixels. */
    sentPrint: text("sent_print"),
    /** When it was last sent, where that can have had an effect. */
    sentAt: moment("sent_at"),
    /** Whoever works on it, works until then. */
    leaseUntil: moment("lease_until").notNull(),
    setAt: moment("set_at"),
    restoredAt: moment("restored_at"),
    createdAt: createdAt(),
    /** Since when its file is being removed. */
    freedAt: moment("freed_at"),
  },
  (t) => [
    uniqueIndex("youtube_thumbnail_sets_key").on(t.userId, t.idempotencyKey),
    // Of one video one at a time, whoever sets it.
    uniqueIndex("youtube_thumbnail_sets_under_way")
      .on(t.videoId)
      .where(sql`${t.state} in ('keeping', 'setting', 'unknown')`),
    index("youtube_thumbnail_sets_of_person").on(t.userId, t.videoId, t.setAt),
    index("youtube_thumbnail_sets_lease")
      .on(t.leaseUntil)
      .where(sql`${t.state} in ('keeping', 'setting', 'unknown')`),
    index("youtube_thumbnail_sets_freed").on(t.freedAt).where(sql`${t.freedAt} is not null`),
    index("youtube_thumbnail_sets_kept").on(t.createdAt).where(sql`${t.formerFileKey} is not null`),
  ],
);
