import { index, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";

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
