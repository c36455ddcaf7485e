CREATE TABLE "youtube_connections" (
	"user_id" text PRIMARY KEY NOT NULL,
	"channel_id" text NOT NULL,
	"channel_title" text NOT NULL,
	"picture_address" text,
	"uploads_playlist_id" text NOT NULL,
	"scopes" text[] NOT NULL,
	"tokens" text,
	"access_expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "youtube_consents" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"session_id" text NOT NULL,
	"purpose" text NOT NULL,
	"return_to" text NOT NULL,
	"verifier" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "youtube_revocations" (
	"id" text PRIMARY KEY NOT NULL,
	"channel_id" text,
	"token" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "youtube_thumbnail_sets" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"channel_id" text NOT NULL,
	"video_id" text NOT NULL,
	"title" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"image_id" text,
	"design_id" text,
	"restores_id" text,
	"state" text DEFAULT 'keeping' NOT NULL,
	"former_file_key" text,
	"former_print" text,
	"sent_print" text,
	"sent_at" timestamp with time zone,
	"lease_until" timestamp with time zone NOT NULL,
	"set_at" timestamp with time zone,
	"restored_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"freed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "youtube_units" (
	"day" date PRIMARY KEY NOT NULL,
	"used" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "youtube_connections" ADD CONSTRAINT "youtube_connections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "youtube_consents" ADD CONSTRAINT "youtube_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "youtube_thumbnail_sets" ADD CONSTRAINT "youtube_thumbnail_sets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "youtube_consents_of_person" ON "youtube_consents" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "youtube_consents_expiry" ON "youtube_consents" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "youtube_revocations_due" ON "youtube_revocations" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "youtube_revocations_channel" ON "youtube_revocations" USING btree ("channel_id");--> statement-breakpoint
CREATE UNIQUE INDEX "youtube_thumbnail_sets_key" ON "youtube_thumbnail_sets" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "youtube_thumbnail_sets_under_way" ON "youtube_thumbnail_sets" USING btree ("video_id") WHERE "youtube_thumbnail_sets"."state" in ('keeping', 'setting', 'unknown');--> statement-breakpoint
CREATE INDEX "youtube_thumbnail_sets_of_person" ON "youtube_thumbnail_sets" USING btree ("user_id","video_id","set_at");--> statement-breakpoint
CREATE INDEX "youtube_thumbnail_sets_lease" ON "youtube_thumbnail_sets" USING btree ("lease_until") WHERE "youtube_thumbnail_sets"."state" in ('keeping', 'setting', 'unknown');--> statement-breakpoint
CREATE INDEX "youtube_thumbnail_sets_kept" ON "youtube_thumbnail_sets" USING btree ("created_at") WHERE "youtube_thumbnail_sets"."former_file_key" is not null;