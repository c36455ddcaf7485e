CREATE TABLE "design_references" (
	"version_id" text NOT NULL,
	"reference_id" text NOT NULL,
	CONSTRAINT "design_references_version_id_reference_id_pk" PRIMARY KEY("version_id","reference_id")
);
--> statement-breakpoint
CREATE TABLE "member_references" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"consent_at" timestamp with time zone,
	"file_key" text NOT NULL,
	"mime_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"freed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "design_references" ADD CONSTRAINT "design_references_version_id_design_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."design_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "design_references" ADD CONSTRAINT "design_references_reference_id_member_references_id_fk" FOREIGN KEY ("reference_id") REFERENCES "public"."member_references"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_references" ADD CONSTRAINT "member_references_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "design_references_of_reference" ON "design_references" USING btree ("reference_id");--> statement-breakpoint
CREATE INDEX "member_references_of_person" ON "member_references" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "member_references_deleted" ON "member_references" USING btree ("deleted_at") WHERE "member_references"."deleted_at" is not null;