-- What keeps readers waiting comes last: until then the tables are only closed to writes.
CREATE INDEX "audit_log_actor_id" ON "audit_log" USING btree ("actor_id") WHERE "audit_log"."actor_id" is not null;--> statement-breakpoint
CREATE INDEX "brands_logo" ON "brands" USING btree ("logo_reference_id") WHERE "brands"."logo_reference_id" is not null;--> statement-breakpoint
CREATE INDEX "generations_unpaid" ON "generations" USING btree ("created_at") WHERE "generations"."stage" = 'failed' or "generations"."cost" = 0;--> statement-breakpoint
CREATE INDEX "outbox_contents_to" ON "outbox" USING btree ("to_email") WHERE "outbox"."html" <> '';--> statement-breakpoint
CREATE INDEX "ticket_reads_of_person" ON "ticket_reads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tickets_of_assignee" ON "tickets" USING btree ("assignee_id") WHERE "tickets"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "youtube_thumbnail_sets_freed" ON "youtube_thumbnail_sets" USING btree ("freed_at") WHERE "youtube_thumbnail_sets"."freed_at" is not null;--> statement-breakpoint
CREATE INDEX "model_calls_newest_with_currency" ON "model_calls" USING btree ("created_at","generation_id","model","cost_micros","currency");--> statement-breakpoint
ALTER TABLE "generation_images" ADD COLUMN "removable_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "generation_images_removable" ON "generation_images" USING btree ("removable_at","id") WHERE "generation_images"."removable_at" is not null;--> statement-breakpoint
update generation_images i set removable_at = now() from generations g
where g.id = i.generation_id and g.deleted_at is not null and g.title = '';--> statement-breakpoint
DROP INDEX "generations_deleted";--> statement-breakpoint
DROP INDEX "model_calls_newest";--> statement-breakpoint
ALTER INDEX "model_calls_newest_with_currency" RENAME TO "model_calls_newest";
