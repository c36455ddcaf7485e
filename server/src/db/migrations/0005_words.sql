ALTER TABLE "designs" ADD COLUMN "image_id" text;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "words" text DEFAULT 'drawn' NOT NULL;--> statement-breakpoint
ALTER TABLE "designs" ADD CONSTRAINT "designs_image_id_generation_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."generation_images"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "designs_of_image" ON "designs" USING btree ("image_id");