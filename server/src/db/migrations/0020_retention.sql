CREATE INDEX "media_of_person" ON "media" USING btree ("uploaded_by");--> statement-breakpoint
CREATE INDEX "generations_deleted" ON "generations" USING btree ("id") WHERE "generations"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_contents" ON "outbox" USING btree ("created_at") WHERE "outbox"."html" <> '';--> statement-breakpoint
CREATE INDEX "webhook_events_without_order" ON "webhook_events" USING btree ("created_at") WHERE "webhook_events"."order_id" is null;--> statement-breakpoint
CREATE INDEX "rate_limits_expiry" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verifications_expiry" ON "verifications" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "ticket_attachments_of_person" ON "ticket_attachments" USING btree ("uploaded_by");--> statement-breakpoint
CREATE INDEX "ticket_attachments_of_guest" ON "ticket_attachments" USING btree ("guest_ticket_id");