ALTER TABLE "generations" ADD COLUMN "favourite" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "kept" integer;--> statement-breakpoint
CREATE INDEX "generations_to_empty" ON "generations" USING btree ("deleted_at") WHERE "generations"."deleted_at" is not null and "generations"."title" <> '';