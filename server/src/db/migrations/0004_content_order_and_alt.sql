ALTER TABLE "items" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "features" ADD COLUMN "icon_alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "author_image_alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "items" SET "position" = "newest"."place" FROM (
  SELECT "id", row_number() OVER (ORDER BY "created_at" DESC, "id" DESC) - 1 AS "place" FROM "items"
) AS "newest" WHERE "items"."id" = "newest"."id";
