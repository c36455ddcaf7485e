CREATE TABLE "refund_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"capture_id" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"note" text,
	"request_id" text NOT NULL,
	"idempotency_key" text,
	"state" text DEFAULT 'open' NOT NULL,
	"refund_id" text,
	"last_error" text,
	"check_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refund_requests_amount" CHECK ("refund_requests"."amount_minor" > 0)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "credits_taken" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "credits_owed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "membership_taken_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "captures" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "captures" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "reversals" ADD COLUMN "occurred_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_capture_id_captures_id_fk" FOREIGN KEY ("capture_id") REFERENCES "public"."captures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_key" ON "refund_requests" USING btree ("order_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "refund_requests_capture" ON "refund_requests" USING btree ("capture_id");--> statement-breakpoint
CREATE INDEX "refund_requests_due" ON "refund_requests" USING btree ("check_at") WHERE "refund_requests"."check_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_payment" ON "orders" USING btree ("kind","payment_status","created_at","id") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_by_total" ON "orders" USING btree ("kind","total_minor","id") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_by_product" ON "orders" USING btree ("kind","product_name","id") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_by_customer" ON "orders" USING btree ("kind","customer_name","id") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "reversals" DROP COLUMN "credits_taken";--> statement-breakpoint
ALTER TABLE "reversals" DROP COLUMN "credits_owed";--> statement-breakpoint
ALTER TABLE "reversals" DROP COLUMN "before";--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_credits_back" CHECK ("orders"."credits_taken" >= 0 and "orders"."credits_owed" >= 0 and "orders"."credits_taken" + "orders"."credits_owed" <= "orders"."credit");