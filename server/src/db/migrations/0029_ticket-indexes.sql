-- What keeps readers waiting comes last: until then the tables are only closed to writes.
CREATE INDEX "tickets_latest" ON "tickets" USING btree ("last_message_at","id","suspected_spam");--> statement-breakpoint
CREATE INDEX "tickets_by_email" ON "tickets" USING btree ("user_email","created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_by_priority" ON "tickets" USING btree ("priority","created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_newest_with_suspicion" ON "tickets" USING btree ("created_at","id","suspected_spam");--> statement-breakpoint
CREATE INDEX "tickets_by_status_with_id" ON "tickets" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_of_each_assignee" ON "tickets" USING btree ("assignee_id","created_at","id");--> statement-breakpoint
-- What the search looks up, as in 0000: without pg_trgm it finds the same rows, slower.
DO $$
BEGIN
  CREATE INDEX "tickets_search" ON "tickets"
    USING gin ((lower(subject || chr(10) || user_name || chr(10) || user_email || chr(10) || phone)) gin_trgm_ops)
    WITH (gin_pending_list_limit = 256);
  CREATE INDEX "tickets_opening_search" ON "tickets" USING gin ((lower(message)) gin_trgm_ops)
    WITH (gin_pending_list_limit = 256);
  CREATE INDEX "ticket_messages_search" ON "ticket_messages" USING gin ((lower(message)) gin_trgm_ops)
    WITH (gin_pending_list_limit = 256);
EXCEPTION WHEN undefined_object THEN
  RAISE WARNING 'Tickets are searched without an index: pg_trgm is not to be had (%)', SQLERRM;
END $$;--> statement-breakpoint
DROP INDEX "tickets_newest";--> statement-breakpoint
DROP INDEX "tickets_by_status";--> statement-breakpoint
DROP INDEX "tickets_of_assignee";--> statement-breakpoint
ALTER INDEX "tickets_newest_with_suspicion" RENAME TO "tickets_newest";--> statement-breakpoint
ALTER INDEX "tickets_by_status_with_id" RENAME TO "tickets_by_status";--> statement-breakpoint
ALTER INDEX "tickets_of_each_assignee" RENAME TO "tickets_of_assignee";
