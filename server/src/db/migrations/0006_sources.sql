ALTER TABLE "generations" ADD COLUMN "source_kind" text;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "source_id" text;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "source_image_id" text;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "source_document" jsonb;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "instruction" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "vary" text;--> statement-breakpoint
ALTER TABLE "generations" ADD CONSTRAINT "generations_source_image_id_generation_images_id_fk" FOREIGN KEY ("source_image_id") REFERENCES "public"."generation_images"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "generations_of_source" ON "generations" USING btree ("source_image_id") WHERE "generations"."source_image_id" is not null;