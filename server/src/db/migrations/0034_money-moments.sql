ALTER TABLE "captures" ADD COLUMN "completed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reversals" ADD COLUMN "returned_at" timestamp with time zone;--> statement-breakpoint
-- Reversals whose dispute the shop has won, as moneyIsGone tells them. Captures without their moment go by when they fulfilled.
UPDATE "reversals" r SET "returned_at" = coalesce((
    SELECT max(w."occurred_at") FROM "reversals" w WHERE w."order_id" = r."order_id" AND w."capture_id" = r."capture_id"
      AND w."state" = 'won' AND w."occurred_at" >= r."occurred_at"), now())
  WHERE r."kind" = 'reversal' AND r."state" = 'done' AND EXISTS (
    SELECT FROM "reversals" w WHERE w."order_id" = r."order_id" AND w."capture_id" = r."capture_id" AND w."state" = 'won'
      AND coalesce(r."occurred_at", '-infinity') <= coalesce(w."occurred_at", 'infinity')
      AND w."amount_minor" >= (
        SELECT sum(b."amount_minor") FROM "reversals" b WHERE b."order_id" = w."order_id" AND b."capture_id" = w."capture_id"
          AND b."kind" = 'reversal' AND b."state" = 'done'
          AND coalesce(b."occurred_at", '-infinity') <= coalesce(w."occurred_at", 'infinity')));
