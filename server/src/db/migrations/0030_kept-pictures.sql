CREATE INDEX "youtube_connections_ended" ON "youtube_connections" USING btree ("ended_at") WHERE "youtube_connections"."ended_at" is not null;--> statement-breakpoint
ALTER TABLE "member_references" ADD COLUMN "kept_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "member_references_removable" ON "member_references" USING btree (coalesce("kept_until", "deleted_at"),"id") WHERE "member_references"."deleted_at" is not null;--> statement-breakpoint
DROP INDEX "member_references_deleted";
