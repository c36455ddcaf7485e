CREATE TABLE "reversal_movements" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"capture_id" text NOT NULL,
	"reversal_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"minor" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reversal_movements_minor" CHECK ("reversal_movements"."minor" <> 0)
);
--> statement-breakpoint
-- As the figures and the movements for the books told them up to now.
INSERT INTO "reversal_movements" ("capture_id", "reversal_id", "at", "minor")
  SELECT "capture_id", "id", coalesce("occurred_at", "created_at"), -"amount_minor" FROM "reversals"
    WHERE "kind" <> 'dispute' AND ("state" = 'done' OR "returned_at" IS NOT NULL) AND "amount_minor" <> 0
  UNION ALL
  SELECT "capture_id", "id", "returned_at", "amount_minor" FROM "reversals" WHERE "returned_at" IS NOT NULL AND "amount_minor" <> 0
  UNION ALL
  SELECT "id", "id", "returned_at", -"amount_minor" FROM "stray_payments" WHERE "returned_at" IS NOT NULL AND "amount_minor" <> 0;
--> statement-breakpoint
CREATE INDEX "reversal_movements_at" ON "reversal_movements" USING btree ("at");--> statement-breakpoint
CREATE INDEX "reversal_movements_capture" ON "reversal_movements" USING btree ("capture_id");--> statement-breakpoint
-- Lost disputes of which PayPal has told no reversal, or less than they took: the orders' statuses told them alone.
INSERT INTO "reversal_movements" ("capture_id", "reversal_id", "at", "minor")
  SELECT d."capture_id", d."id", coalesce(d."occurred_at", d."created_at"), -(o."refunded_minor" + v."minor")
  FROM (SELECT DISTINCT ON ("capture_id") * FROM "reversals" WHERE "state" = 'lost' ORDER BY "capture_id", "occurred_at" DESC NULLS LAST) d
    JOIN "orders" o ON o."id" = d."order_id" AND o."paypal_transaction_id" = d."capture_id"
    CROSS JOIN LATERAL (SELECT coalesce(sum("minor"), 0) AS "minor" FROM "reversal_movements" m WHERE m."capture_id" = d."capture_id") v
  WHERE o."refunded_minor" + v."minor" > 0;
--> statement-breakpoint
ALTER TABLE "reversals" DROP CONSTRAINT "reversals_capture_id_captures_id_fk";
--> statement-breakpoint
ALTER TABLE "reversals" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
-- PayPal's ids of what went back of stray payments were not kept: the payment's own stands for them.
INSERT INTO "reversals" ("id", "capture_id", "kind", "state", "amount_minor", "occurred_at", "created_at")
  SELECT "id", "id", 'refund', 'done', "amount_minor", "returned_at", "returned_at" FROM "stray_payments" WHERE "returned_at" IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "reversal_movements" ADD CONSTRAINT "reversal_movements_reversal_id_reversals_id_fk" FOREIGN KEY ("reversal_id") REFERENCES "public"."reversals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
DROP INDEX "reversals_moved";--> statement-breakpoint
DROP INDEX "reversals_returned";
