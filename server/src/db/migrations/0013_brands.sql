CREATE TABLE "brands" (
	"user_id" text PRIMARY KEY NOT NULL,
	"fonts" text[] DEFAULT '{}' NOT NULL,
	"colours" text[] DEFAULT '{}' NOT NULL,
	"logo_reference_id" text,
	"text_preset" text,
	"use_in_runs" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "brand" jsonb;--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_logo_reference_id_member_references_id_fk" FOREIGN KEY ("logo_reference_id") REFERENCES "public"."member_references"("id") ON DELETE set null ON UPDATE no action;