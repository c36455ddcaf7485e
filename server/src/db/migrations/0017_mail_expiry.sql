ALTER TABLE "outbox" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
UPDATE "outbox" SET "expires_at" = "created_at" + CASE "template_name" WHEN 'Reset password' THEN interval '1 hour' ELSE interval '30 days' END WHERE "sealed" AND "status" <> 'sent';
