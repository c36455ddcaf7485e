CREATE INDEX "orders_by_image" ON "orders" USING hash ("image_url") WHERE "orders"."image_url" <> '';--> statement-breakpoint
CREATE INDEX "orders_by_logo" ON "orders" USING hash (("seller" ->> 'logoUrl')) WHERE "orders"."seller" ->> 'logoUrl' <> '';--> statement-breakpoint
CREATE INDEX "users_photo" ON "users" USING hash ("profile_url") WHERE "users"."profile_url" is not null;