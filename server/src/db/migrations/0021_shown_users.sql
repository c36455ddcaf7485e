CREATE TABLE "shown_users" (
	"session_id" text PRIMARY KEY NOT NULL,
	"people" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shown_users" ADD CONSTRAINT "shown_users_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;