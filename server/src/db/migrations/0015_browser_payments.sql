CREATE TABLE "stray_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"payer_email" text,
	"reason" text NOT NULL,
	"capture_time" timestamp with time zone,
	"returned_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "captures" ADD COLUMN "check_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "client_id" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "claimed_capture_id" text;--> statement-breakpoint
CREATE INDEX "stray_payments_newest" ON "stray_payments" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "captures_due" ON "captures" USING btree ("check_at") WHERE "captures"."check_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_claim" ON "payment_attempts" USING btree ("order_id","claimed_capture_id");--> statement-breakpoint
UPDATE "captures" SET "check_at" = now() + random() * interval '1 day' WHERE "fulfilled_at" > now() - interval '180 days';
