ALTER TABLE "design_versions" ADD COLUMN "drawn_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "design_versions_drawn" ON "design_versions" USING btree ("drawn_at") WHERE "design_versions"."drawn_at" is not null;--> statement-breakpoint
-- Of which versions something was drawn until now is not known: the job looks at each once.
UPDATE "design_versions" SET "drawn_at" = "created_at" WHERE "freed_at" IS NULL;
