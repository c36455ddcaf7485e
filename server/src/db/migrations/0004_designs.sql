CREATE TABLE "design_versions" (
	"id" text PRIMARY KEY NOT NULL,
	"design_id" text NOT NULL,
	"version" integer NOT NULL,
	"document" jsonb NOT NULL,
	"picture_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"freed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "designs" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"favourite" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "generation_images" ADD COLUMN "freed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "design_versions" ADD CONSTRAINT "design_versions_design_id_designs_id_fk" FOREIGN KEY ("design_id") REFERENCES "public"."designs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "design_versions" ADD CONSTRAINT "design_versions_picture_id_generation_images_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."generation_images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "designs" ADD CONSTRAINT "designs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "design_versions_of_design" ON "design_versions" USING btree ("design_id","version");--> statement-breakpoint
CREATE INDEX "design_versions_of_picture" ON "design_versions" USING btree ("picture_id") WHERE "design_versions"."picture_id" is not null;--> statement-breakpoint
CREATE INDEX "design_versions_freed" ON "design_versions" USING btree ("freed_at") WHERE "design_versions"."freed_at" is not null;--> statement-breakpoint
CREATE INDEX "designs_of_person" ON "designs" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "designs_deleted" ON "designs" USING btree ("deleted_at") WHERE "designs"."deleted_at" is not null;