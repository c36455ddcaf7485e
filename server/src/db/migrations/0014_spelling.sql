CREATE TABLE "spelling_checks" (
	"generation_id" text NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"read" text,
	"matches" boolean,
	"read_at" timestamp with time zone,
	"calls" integer DEFAULT 0 NOT NULL,
	"model" text,
	"next_attempt_at" timestamp with time zone DEFAULT now(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "spelling_checks_generation_id_position_pk" PRIMARY KEY("generation_id","position")
);
--> statement-breakpoint
ALTER TABLE "credit_entries" DROP CONSTRAINT "credit_entries_not_zero";--> statement-breakpoint
ALTER TABLE "credit_holds" DROP CONSTRAINT "credit_holds_amount";--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "retake" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "spelling_checks" ADD CONSTRAINT "spelling_checks_generation_id_generations_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "spelling_checks_due" ON "spelling_checks" USING btree ("next_attempt_at") WHERE "spelling_checks"."next_attempt_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "generations_retake_once" ON "generations" USING btree ("source_id") WHERE "generations"."retake" and "generations"."stage" <> 'failed';--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_not_zero" CHECK ("credit_entries"."amount" <> 0 or "credit_entries"."account" in ('member', 'held'));--> statement-breakpoint
ALTER TABLE "credit_holds" ADD CONSTRAINT "credit_holds_amount" CHECK ("credit_holds"."amount" > 0 or ("credit_holds"."amount" = 0 and "credit_holds"."generation_id" is not null));