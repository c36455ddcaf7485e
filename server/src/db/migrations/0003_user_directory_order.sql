DROP INDEX "users_name";--> statement-breakpoint
DROP INDEX "users_role";--> statement-breakpoint
CREATE INDEX "users_membership" ON "users" USING btree ("membership","id");--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role","id");