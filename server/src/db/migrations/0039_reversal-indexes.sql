CREATE INDEX CONCURRENTLY "reversals_capture" ON "reversals" USING btree ("capture_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "reversals_changed" ON "reversals" USING btree ("updated_at");
