ALTER TABLE "design_versions" ADD COLUMN "superseded_at" timestamp with time zone;--> statement-breakpoint
-- Of what is drawn alone: the others learn it when something is drawn of them, or when their design is next saved.
update design_versions v set superseded_at = now() from designs d
where d.id = v.design_id and v.version < d.version and v.drawn_at is not null;--> statement-breakpoint
CREATE INDEX "design_versions_other_drawings" ON "design_versions" USING btree ("drawn_at","id") WHERE "design_versions"."drawn_at" is not null and "design_versions"."superseded_at" is not null and "design_versions"."freed_at" is null;--> statement-breakpoint
DROP INDEX "design_versions_drawn";
