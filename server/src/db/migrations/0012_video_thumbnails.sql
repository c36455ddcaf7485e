CREATE TABLE "video_thumbnails" (
	"video_id" text PRIMARY KEY NOT NULL,
	"file_key" text NOT NULL,
	"mime_type" text NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "video_id" text;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "video_channel" text;--> statement-breakpoint
CREATE INDEX "video_thumbnails_fetched" ON "video_thumbnails" USING btree ("fetched_at");