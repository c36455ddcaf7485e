DROP INDEX "ai_keys_turn";--> statement-breakpoint
DROP INDEX "audit_log_actor";--> statement-breakpoint
DROP INDEX "payment_attempts_order";--> statement-breakpoint
DROP INDEX "reversals_newest";--> statement-breakpoint
DROP INDEX "webhook_events_newest";