DROP INDEX "orders_by_product";--> statement-breakpoint
DROP INDEX "orders_by_customer";--> statement-breakpoint
DROP INDEX "users_name";--> statement-breakpoint
CREATE INDEX "orders_by_product" ON "orders" USING btree ("kind",lower("product_name"),"id","product_name") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_by_customer" ON "orders" USING btree ("kind",lower("customer_name"),"id","customer_name") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree (lower("name"),"id","name") WHERE deleted_at is null;