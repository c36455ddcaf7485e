CREATE SEQUENCE "public"."receipt_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "ai_key_models" (
	"key_id" text NOT NULL,
	"model" text NOT NULL,
	"rest_until" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "ai_key_models_key_id_model_pk" PRIMARY KEY("key_id","model")
);
--> statement-breakpoint
CREATE TABLE "ai_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"sealed_key" text NOT NULL,
	"mask" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"health" text DEFAULT 'untried' NOT NULL,
	"rest_until" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"last_error" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"actor_id" text,
	"actor_email" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"request_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "items" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"price_minor" integer NOT NULL,
	"guidelines" text DEFAULT '' NOT NULL,
	"access_url" text DEFAULT '' NOT NULL,
	"slug" text NOT NULL,
	"item_code" text NOT NULL,
	"image_url" text DEFAULT '' NOT NULL,
	"image_alt" text DEFAULT '' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "items_price" CHECK ("items"."price_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "packages" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"price_minor" integer NOT NULL,
	"credit" integer NOT NULL,
	"validity_days" integer DEFAULT 0 NOT NULL,
	"membership_level" text DEFAULT 'premium' NOT NULL,
	"seller_email" text DEFAULT '' NOT NULL,
	"points" text[] NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "packages_price" CHECK ("packages"."price_minor" > 0 and "packages"."credit" >= 0 and "packages"."validity_days" >= 0)
);
--> statement-breakpoint
CREATE TABLE "content_parts" (
	"part" text PRIMARY KEY NOT NULL,
	"data" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"before_reset" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_versions" (
	"id" text PRIMARY KEY NOT NULL,
	"part" text NOT NULL,
	"version" integer NOT NULL,
	"data" jsonb NOT NULL,
	"saved_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "features" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"icon" text DEFAULT '' NOT NULL,
	"icon_alt" text DEFAULT '' NOT NULL,
	"category" text DEFAULT 'AI Features' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"uploaded_by" text,
	"purpose" text DEFAULT 'profile' NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "testimonials" (
	"id" text PRIMARY KEY NOT NULL,
	"quote" text NOT NULL,
	"author_name" text NOT NULL,
	"author_title" text NOT NULL,
	"author_image" text DEFAULT '' NOT NULL,
	"author_image_alt" text DEFAULT '' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_balances" (
	"user_id" text PRIMARY KEY NOT NULL,
	"balance" integer DEFAULT 0 NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"debt" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "credit_balances_not_negative" CHECK ("credit_balances"."balance" >= 0 and "credit_balances"."held" >= 0 and "credit_balances"."debt" >= 0)
);
--> statement-breakpoint
CREATE TABLE "credit_bookings" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"reason" text NOT NULL,
	"reference" text NOT NULL,
	"order_id" text,
	"generation_id" text,
	"note" text,
	"actor_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"booking_id" text NOT NULL,
	"user_id" text NOT NULL,
	"account" text NOT NULL,
	"amount" integer NOT NULL,
	"balance_after" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_entries_not_zero" CHECK ("credit_entries"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "credit_holds" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"amount" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"generation_id" text,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_holds_amount" CHECK ("credit_holds"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "generation_images" (
	"id" text PRIMARY KEY NOT NULL,
	"generation_id" text NOT NULL,
	"position" integer NOT NULL,
	"file_key" text NOT NULL,
	"mime_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "generations" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"stage" text DEFAULT 'queued' NOT NULL,
	"title" text NOT NULL,
	"niche" text NOT NULL,
	"style" text NOT NULL,
	"custom_prompt" text NOT NULL,
	"enhanced_prompt" text DEFAULT '' NOT NULL,
	"error" text,
	"error_reason" text,
	"refunded" boolean DEFAULT false NOT NULL,
	"cost" integer NOT NULL,
	"worker" text,
	"lease_until" timestamp with time zone,
	"takeovers" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"dedupe_key" text,
	"to_email" text NOT NULL,
	"reply_to" text,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"sealed" boolean DEFAULT false NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"expires_at" timestamp with time zone,
	"template_name" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbox_dedupe_key_unique" UNIQUE("dedupe_key")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"order_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"client_order_id" text,
	"user_id" text NOT NULL,
	"product_id" text NOT NULL,
	"product_name" text NOT NULL,
	"price_minor" integer NOT NULL,
	"fee_minor" integer DEFAULT 0 NOT NULL,
	"total_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"credit" integer DEFAULT 0 NOT NULL,
	"validity_days" integer DEFAULT 0 NOT NULL,
	"membership_level" text,
	"seller_email" text DEFAULT '' NOT NULL,
	"image_url" text DEFAULT '' NOT NULL,
	"slug" text DEFAULT '' NOT NULL,
	"item_code" text DEFAULT '' NOT NULL,
	"guidelines" text DEFAULT '' NOT NULL,
	"access_url" text DEFAULT '' NOT NULL,
	"customer_name" text NOT NULL,
	"customer_email" text NOT NULL,
	"address" text NOT NULL,
	"country" text NOT NULL,
	"payment_status" text DEFAULT 'pending' NOT NULL,
	"order_status" text DEFAULT 'pending' NOT NULL,
	"payment_method" text,
	"paypal_transaction_id" text,
	"payer_email" text,
	"capture_time" timestamp with time zone,
	"membership_validity" timestamp with time zone,
	"refunded_minor" integer DEFAULT 0 NOT NULL,
	"credits_taken" integer DEFAULT 0 NOT NULL,
	"credits_owed" integer DEFAULT 0 NOT NULL,
	"membership_taken_at" timestamp with time zone,
	"receipt_number" integer,
	"paid_at" timestamp with time zone,
	"healed_by" text,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(order_id || chr(10) || customer_name || chr(10) || customer_email || chr(10) || product_name
        || chr(10) || payment_status || chr(10) || order_status || chr(10) || lpad(extract(day from created_at at time zone 'UTC')::text, 2, '0')
  || '/' || lpad(extract(month from created_at at time zone 'UTC')::text, 2, '0')
  || '/' || extract(year from created_at at time zone 'UTC')::text || chr(10) || (total_minor / 100)::text || '.' || lpad((total_minor % 100)::text, 2, '0'))) STORED,
	CONSTRAINT "orders_total" CHECK ("orders"."total_minor" = "orders"."price_minor" + "orders"."fee_minor" and "orders"."total_minor" > 0),
	CONSTRAINT "orders_refunded" CHECK ("orders"."refunded_minor" between 0 and "orders"."total_minor"),
	CONSTRAINT "orders_credits_back" CHECK ("orders"."credits_taken" >= 0 and "orders"."credits_owed" >= 0 and "orders"."credits_taken" + "orders"."credits_owed" <= "orders"."credit")
);
--> statement-breakpoint
CREATE TABLE "captures" (
	"id" text PRIMARY KEY NOT NULL,
	"attempt_id" text NOT NULL,
	"order_id" text NOT NULL,
	"status" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"payer_email" text,
	"capture_time" timestamp with time zone,
	"changed_at" timestamp with time zone,
	"problem" text,
	"fulfilled_at" timestamp with time zone,
	"check_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"mode" text NOT NULL,
	"client_id" text,
	"state" text DEFAULT 'creating' NOT NULL,
	"create_request_id" text NOT NULL,
	"capture_request_id" text NOT NULL,
	"paypal_order_id" text,
	"claimed_capture_id" text,
	"payee_merchant_id" text,
	"payee_email" text,
	"amount_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"check_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "reversals" (
	"id" text PRIMARY KEY NOT NULL,
	"capture_id" text NOT NULL,
	"order_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"occurred_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"resource_id" text,
	"order_id" text,
	"effect" text NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"data" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shown_users" (
	"session_id" text PRIMARY KEY NOT NULL,
	"people" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "canned_replies" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_attachments" (
	"id" text PRIMARY KEY NOT NULL,
	"ticket_id" text,
	"message_id" text,
	"uploaded_by" text,
	"guest_ticket_id" text,
	"file_key" text NOT NULL,
	"name" text NOT NULL,
	"mime_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"ticket_id" text NOT NULL,
	"position" integer NOT NULL,
	"sender" text NOT NULL,
	"author_id" text,
	"message" text NOT NULL,
	"internal" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_reads" (
	"ticket_id" text NOT NULL,
	"user_id" text NOT NULL,
	"read_up_to" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "ticket_reads_ticket_id_user_id_pk" PRIMARY KEY("ticket_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"user_name" text NOT NULL,
	"user_email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"priority" text DEFAULT 'low' NOT NULL,
	"assignee_id" text,
	"suspected_spam" boolean DEFAULT false NOT NULL,
	"last_message_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"profile_url" text,
	"role" text DEFAULT 'member' NOT NULL,
	"about_me" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"membership" text DEFAULT 'free' NOT NULL,
	"membership_validity" timestamp with time zone,
	"membership_reminder_for" timestamp with time zone,
	"terms_version" integer,
	"terms_accepted_at" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(name || chr(10) || email || chr(10) || role || chr(10) || membership)) STORED
);
--> statement-breakpoint
ALTER TABLE "ai_key_models" ADD CONSTRAINT "ai_key_models_key_id_ai_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."ai_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_versions" ADD CONSTRAINT "content_versions_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_balances" ADD CONSTRAINT "credit_balances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_bookings" ADD CONSTRAINT "credit_bookings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_booking_id_credit_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."credit_bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_holds" ADD CONSTRAINT "credit_holds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generation_images" ADD CONSTRAINT "generation_images_generation_id_generations_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generations" ADD CONSTRAINT "generations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "captures" ADD CONSTRAINT "captures_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "captures" ADD CONSTRAINT "captures_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_capture_id_captures_id_fk" FOREIGN KEY ("capture_id") REFERENCES "public"."captures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reversals" ADD CONSTRAINT "reversals_capture_id_captures_id_fk" FOREIGN KEY ("capture_id") REFERENCES "public"."captures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reversals" ADD CONSTRAINT "reversals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shown_users" ADD CONSTRAINT "shown_users_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_attachments" ADD CONSTRAINT "ticket_attachments_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_attachments" ADD CONSTRAINT "ticket_attachments_message_id_ticket_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."ticket_messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_attachments" ADD CONSTRAINT "ticket_attachments_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_attachments" ADD CONSTRAINT "ticket_attachments_guest_ticket_id_tickets_id_fk" FOREIGN KEY ("guest_ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_reads" ADD CONSTRAINT "ticket_reads_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_reads" ADD CONSTRAINT "ticket_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_keys_turn" ON "ai_keys" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_email","id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","id");--> statement-breakpoint
CREATE UNIQUE INDEX "items_code" ON "items" USING btree ("item_code");--> statement-breakpoint
CREATE INDEX "items_newest" ON "items" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "packages_shown" ON "packages" USING btree ("position","id") WHERE "packages"."archived_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "content_versions_of_part" ON "content_versions" USING btree ("part","version");--> statement-breakpoint
CREATE INDEX "features_position" ON "features" USING btree ("position","id");--> statement-breakpoint
CREATE UNIQUE INDEX "media_url" ON "media" USING btree ("url");--> statement-breakpoint
CREATE INDEX "media_newest" ON "media" USING btree ("purpose","created_at");--> statement-breakpoint
CREATE INDEX "media_of_person" ON "media" USING btree ("uploaded_by");--> statement-breakpoint
CREATE INDEX "credit_balances_balance" ON "credit_balances" USING btree ("balance","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_bookings_once" ON "credit_bookings" USING btree ("reason","reference");--> statement-breakpoint
CREATE INDEX "credit_bookings_user" ON "credit_bookings" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "credit_entries_newest" ON "credit_entries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "credit_entries_booking" ON "credit_entries" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "credit_entries_statement" ON "credit_entries" USING btree ("user_id","account","id");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_holds_generation" ON "credit_holds" USING btree ("generation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_holds_one_unused" ON "credit_holds" USING btree ("user_id") WHERE "credit_holds"."state" = 'open' and "credit_holds"."generation_id" is null;--> statement-breakpoint
CREATE INDEX "credit_holds_lapsing" ON "credit_holds" USING btree ("expires_at") WHERE "credit_holds"."state" = 'open' and "credit_holds"."generation_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "generation_images_position" ON "generation_images" USING btree ("generation_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "generations_once" ON "generations" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "generations_of_person" ON "generations" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "generations_newest" ON "generations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "generations_unfinished" ON "generations" USING btree ("created_at") WHERE "generations"."stage" in ('queued', 'generating');--> statement-breakpoint
CREATE INDEX "generations_finished" ON "generations" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "generations_deleted" ON "generations" USING btree ("id") WHERE "generations"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("next_attempt_at","id") WHERE "outbox"."status" = 'queued';--> statement-breakpoint
CREATE INDEX "outbox_contents" ON "outbox" USING btree ("created_at") WHERE "outbox"."html" <> '';--> statement-breakpoint
CREATE INDEX "outbox_failed" ON "outbox" USING btree ("id") WHERE "outbox"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "outbox_to" ON "outbox" USING btree ("to_email","id");--> statement-breakpoint
CREATE INDEX "outbox_template" ON "outbox" USING btree ("template_name","id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_order_id" ON "orders" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_payment_id" ON "orders" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_client_id" ON "orders" USING btree ("user_id","kind","client_order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_receipt_number" ON "orders" USING btree ("receipt_number");--> statement-breakpoint
CREATE INDEX "orders_by_user" ON "orders" USING btree ("user_id","kind","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_counted" ON "orders" USING btree ("kind") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("kind","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_by_payment" ON "orders" USING btree ("kind","payment_status","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("kind","order_status","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_by_total" ON "orders" USING btree ("kind","total_minor","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_by_code" ON "orders" USING btree ("kind","order_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_by_product" ON "orders" USING btree ("kind",lower("product_name"),"id","product_name") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_by_customer" ON "orders" USING btree ("kind",lower("customer_name"),"id","customer_name") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_by_email" ON "orders" USING btree ("kind","customer_email","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_by_validity" ON "orders" USING btree ("kind","membership_validity","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_by_validity_last" ON "orders" USING btree ("kind","membership_validity" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_of_both_kinds" ON "orders" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "orders_transaction" ON "orders" USING btree ("paypal_transaction_id") WHERE "orders"."paypal_transaction_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("paid_at") WHERE "orders"."paid_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "captures_fulfil_once" ON "captures" USING btree ("order_id") WHERE "captures"."fulfilled_at" is not null;--> statement-breakpoint
CREATE INDEX "captures_order" ON "captures" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "captures_due" ON "captures" USING btree ("check_at") WHERE "captures"."check_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_paypal" ON "payment_attempts" USING btree ("paypal_order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_claim" ON "payment_attempts" USING btree ("order_id","claimed_capture_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_one_open" ON "payment_attempts" USING btree ("order_id") WHERE "payment_attempts"."state" in ('creating', 'created', 'capturing', 'pending');--> statement-breakpoint
CREATE INDEX "payment_attempts_due" ON "payment_attempts" USING btree ("check_at") WHERE "payment_attempts"."check_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_attempts_order" ON "payment_attempts" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_key" ON "refund_requests" USING btree ("order_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "refund_requests_capture" ON "refund_requests" USING btree ("capture_id");--> statement-breakpoint
CREATE INDEX "refund_requests_due" ON "refund_requests" USING btree ("check_at") WHERE "refund_requests"."check_at" is not null;--> statement-breakpoint
CREATE INDEX "reversals_order" ON "reversals" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "reversals_newest" ON "reversals" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "stray_payments_newest" ON "stray_payments" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_events_order" ON "webhook_events" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "webhook_events_newest" ON "webhook_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_events_without_order" ON "webhook_events" USING btree ("created_at") WHERE "webhook_events"."order_id" is null;--> statement-breakpoint
CREATE INDEX "rate_limits_expiry" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "identities_user" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "verifications_expiry" ON "verifications" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "ticket_attachments_of_ticket" ON "ticket_attachments" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "ticket_attachments_of_person" ON "ticket_attachments" USING btree ("uploaded_by");--> statement-breakpoint
CREATE INDEX "ticket_attachments_of_guest" ON "ticket_attachments" USING btree ("guest_ticket_id");--> statement-breakpoint
CREATE INDEX "ticket_attachments_loose" ON "ticket_attachments" USING btree ("created_at") WHERE "ticket_attachments"."ticket_id" is null;--> statement-breakpoint
CREATE INDEX "ticket_messages_of_ticket" ON "ticket_messages" USING btree ("ticket_id","position");--> statement-breakpoint
CREATE INDEX "tickets_newest" ON "tickets" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_by_user" ON "tickets" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "tickets_by_status" ON "tickets" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "tickets_suspected" ON "tickets" USING btree ("created_at","id") WHERE "tickets"."suspected_spam";--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree (lower("name"),"id","name") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_membership" ON "users" USING btree ("membership","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_erased" ON "users" USING btree ("id") WHERE "users"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "users_membership_end" ON "users" USING btree ("membership_validity");--> statement-breakpoint
-- The ledger is only ever added to, and each booking's entries add up to zero, whatever program writes.
CREATE FUNCTION "credit_ledger_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the credit ledger is only added to' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "credit_bookings_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "credit_bookings"
  FOR EACH STATEMENT EXECUTE FUNCTION "credit_ledger_is_append_only"();--> statement-breakpoint
CREATE TRIGGER "credit_entries_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "credit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "credit_ledger_is_append_only"();--> statement-breakpoint
CREATE FUNCTION "credit_booking_is_balanced"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  booking text := CASE TG_TABLE_NAME WHEN 'credit_bookings' THEN to_jsonb(NEW) ->> 'id' ELSE to_jsonb(NEW) ->> 'booking_id' END;
  total bigint;
BEGIN
  SELECT sum(amount) INTO total FROM "credit_entries" WHERE "booking_id" = booking;
  IF total IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'credit booking % does not add up to zero', booking USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "credit_bookings_balanced" AFTER INSERT ON "credit_bookings"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "credit_booking_is_balanced"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "credit_entries_balanced" AFTER INSERT ON "credit_entries"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "credit_booking_is_balanced"();--> statement-breakpoint
-- What the searches look up. A PostgreSQL without pg_trgm, or whose owner does not let the shop add it, finds the same
-- rows without an index. Lines of the logs wait in a short list beside theirs: those writes are on everyone's way.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "orders_search" ON "orders" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate = off)
    WHERE deleted_at IS NULL;
  CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate = off)
    WHERE deleted_at IS NULL;
  CREATE INDEX "audit_log_search" ON "audit_log"
    USING gin ((lower(actor_email || chr(10) || action || chr(10) || subject)) gin_trgm_ops)
    WITH (gin_pending_list_limit = 256);
  CREATE INDEX "outbox_search" ON "outbox"
    USING gin ((lower(to_email || chr(10) || subject || chr(10) || template_name)) gin_trgm_ops)
    WITH (gin_pending_list_limit = 256);
EXCEPTION WHEN undefined_file OR feature_not_supported OR insufficient_privilege OR undefined_object THEN
  RAISE WARNING 'The lists are searched without an index: pg_trgm is not to be had (%)', SQLERRM;
END $$;
