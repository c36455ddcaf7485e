CREATE TABLE "model_calls" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"generation_id" text,
	"purpose" text NOT NULL,
	"model" text NOT NULL,
	"tokens_in" integer NOT NULL,
	"tokens_out" integer NOT NULL,
	"pictures" integer NOT NULL,
	"cost_micros" bigint,
	"currency" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spending_today" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"currency" text NOT NULL,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	"reserved_micros" bigint DEFAULT 0 NOT NULL,
	"warned_since" timestamp with time zone,
	CONSTRAINT "spending_today_once" CHECK ("spending_today"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "watched_models" (
	"model" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"ends_at" timestamp with time zone,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "reserved_micros" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "stand_in_model" text;--> statement-breakpoint
ALTER TABLE "captures" ADD COLUMN "fee_minor" integer;--> statement-breakpoint
ALTER TABLE "model_calls" ADD CONSTRAINT "model_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_calls" ADD CONSTRAINT "model_calls_generation_id_generations_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "model_calls_newest" ON "model_calls" USING btree ("created_at","generation_id","model","cost_micros");--> statement-breakpoint
CREATE INDEX "model_calls_of_run" ON "model_calls" USING btree ("generation_id") WHERE "model_calls"."generation_id" is not null;--> statement-breakpoint
CREATE INDEX "model_calls_of_person" ON "model_calls" USING btree ("user_id","created_at") WHERE "model_calls"."user_id" is not null;