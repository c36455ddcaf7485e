CREATE TABLE "order_counts" (
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"payment_status" text NOT NULL,
	"order_status" text NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_counts" (
	"day" date NOT NULL,
	"role" text NOT NULL,
	"membership" text NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "audit_log_subject";--> statement-breakpoint
DROP INDEX "orders_newest";--> statement-breakpoint
DROP INDEX "orders_by_payment";--> statement-breakpoint
DROP INDEX "orders_by_total";--> statement-breakpoint
DROP INDEX "orders_by_product";--> statement-breakpoint
DROP INDEX "orders_by_customer";--> statement-breakpoint
DROP INDEX "users_created";--> statement-breakpoint
DROP INDEX "users_name";--> statement-breakpoint
DROP INDEX "users_role";--> statement-breakpoint
DROP INDEX "users_membership";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(order_id || chr(10) || customer_name || chr(10) || customer_email || chr(10) || product_name
        || chr(10) || payment_status || chr(10) || order_status || chr(10) || lpad(extract(day from created_at at time zone 'UTC')::text, 2, '0')
  || '/' || lpad(extract(month from created_at at time zone 'UTC')::text, 2, '0')
  || '/' || extract(year from created_at at time zone 'UTC')::text || chr(10) || (total_minor / 100)::text || '.' || lpad((total_minor % 100)::text, 2, '0'))) STORED;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(name || chr(10) || email || chr(10) || role || chr(10) || membership)) STORED;--> statement-breakpoint
CREATE INDEX "order_counts_key" ON "order_counts" USING btree ("kind","day");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_email","id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "credit_entries_newest" ON "credit_entries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "generations_newest" ON "generations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_failed" ON "outbox" USING btree ("id") WHERE "outbox"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("kind","order_status","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_by_code" ON "orders" USING btree ("kind","order_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_by_email" ON "orders" USING btree ("kind","customer_email","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_by_validity" ON "orders" USING btree ("kind","membership_validity","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_by_validity_last" ON "orders" USING btree ("kind","membership_validity" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("paid_at") WHERE "orders"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "reversals_newest" ON "reversals" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_erased" ON "users" USING btree ("id") WHERE "users"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("kind","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_by_payment" ON "orders" USING btree ("kind","payment_status","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_by_total" ON "orders" USING btree ("kind","total_minor","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_by_product" ON "orders" USING btree ("kind",lower("product_name"),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_by_customer" ON "orders" USING btree ("kind",lower("customer_name"),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree (lower("name"),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_membership" ON "users" USING btree ("membership","id") WHERE deleted_at is null;