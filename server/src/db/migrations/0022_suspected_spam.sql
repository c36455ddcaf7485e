ALTER TABLE "ticket_reads" DROP CONSTRAINT "ticket_reads_ticket_id_tickets_id_fk";
--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "suspected_spam" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_reads" ADD CONSTRAINT "ticket_reads_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tickets_suspected" ON "tickets" USING btree ("created_at","id") WHERE "tickets"."suspected_spam";