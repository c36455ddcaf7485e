CREATE TABLE "unclaimed_files" (
	"key" text PRIMARY KEY NOT NULL,
	"removable_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "youtube_revocations" ADD COLUMN "user_id" text;--> statement-breakpoint
CREATE INDEX "unclaimed_files_due" ON "unclaimed_files" USING btree ("removable_at");--> statement-breakpoint
ALTER TABLE "youtube_revocations" ADD CONSTRAINT "youtube_revocations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "youtube_revocations_of_person" ON "youtube_revocations" USING btree ("user_id");