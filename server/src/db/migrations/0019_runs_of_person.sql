DROP INDEX "generations_gallery";--> statement-breakpoint
CREATE INDEX "generations_of_person" ON "generations" USING btree ("user_id","created_at","id");