CREATE TABLE "ai_key_models" (
	"key_id" text NOT NULL,
	"model" text NOT NULL,
	"rest_until" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "ai_key_models_key_id_model_pk" PRIMARY KEY("key_id","model")
);
--> statement-breakpoint
ALTER TABLE "ai_key_models" ADD CONSTRAINT "ai_key_models_key_id_ai_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."ai_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
update "ai_keys" set "health" = 'ok', "rest_until" = null, "last_error" = null where "health" = 'resting';
