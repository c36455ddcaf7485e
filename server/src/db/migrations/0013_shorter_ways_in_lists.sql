CREATE TABLE "balance_marks" (
	"sort" text NOT NULL,
	"place" integer NOT NULL,
	"value" text NOT NULL,
	"id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "balance_moves" (
	"id" text NOT NULL,
	"balance" integer NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_counts" (
	"log" text NOT NULL,
	"day" date NOT NULL,
	"block" integer NOT NULL,
	"status" text NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_marks" DROP CONSTRAINT "order_marks_kind_sort_place_pk";--> statement-breakpoint
ALTER TABLE "user_marks" DROP CONSTRAINT "user_marks_sort_place_pk";--> statement-breakpoint
CREATE INDEX "log_counts_log" ON "log_counts" USING btree ("log");--> statement-breakpoint
CREATE INDEX "order_marks_sort" ON "order_marks" USING btree ("kind","sort");--> statement-breakpoint
-- Which balances came, left and changed, as "move_orders" does for orders. A change that leaves the balance, such as
-- settling what was set aside, costs nothing.
CREATE FUNCTION "move_balances"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "balance_moves" SELECT user_id, balance, 1 FROM added;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO "balance_moves" SELECT user_id, balance, -1 FROM gone;
  ELSE
    INSERT INTO "balance_moves" VALUES (OLD.user_id, OLD.balance, -1), (NEW.user_id, NEW.balance, 1);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "balances_moved_insert" AFTER INSERT ON "credit_balances" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "move_balances"();--> statement-breakpoint
CREATE TRIGGER "balances_moved_update" AFTER UPDATE ON "credit_balances"
  FOR EACH ROW WHEN (OLD.balance <> NEW.balance OR OLD.user_id <> NEW.user_id) EXECUTE FUNCTION "move_balances"();--> statement-breakpoint
CREATE TRIGGER "balances_moved_delete" AFTER DELETE ON "credit_balances" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION "move_balances"();--> statement-breakpoint
-- How many lines the logs hold is kept beside them.
CREATE FUNCTION "count_audit_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "log_counts" SELECT 'audit', (created_at AT TIME ZONE 'UTC')::date, id / 1000, '', count(*)
      FROM added GROUP BY 2, 3;
  ELSE
    INSERT INTO "log_counts" SELECT 'audit', (created_at AT TIME ZONE 'UTC')::date, id / 1000, '', -count(*)
      FROM gone GROUP BY 2, 3;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_log_counted_insert" AFTER INSERT ON "audit_log" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "count_audit_log"();--> statement-breakpoint
CREATE TRIGGER "audit_log_counted_delete" AFTER DELETE ON "audit_log" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION "count_audit_log"();--> statement-breakpoint
CREATE FUNCTION "count_outbox"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "log_counts" SELECT 'mail', (created_at AT TIME ZONE 'UTC')::date, id / 1000, status, count(*)
      FROM added GROUP BY 2, 3, 4;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO "log_counts" SELECT 'mail', (created_at AT TIME ZONE 'UTC')::date, id / 1000, status, -count(*)
      FROM gone GROUP BY 2, 3, 4;
  ELSE
    INSERT INTO "log_counts" VALUES
      ('mail', (OLD.created_at AT TIME ZONE 'UTC')::date, OLD.id / 1000, OLD.status, -1),
      ('mail', (NEW.created_at AT TIME ZONE 'UTC')::date, NEW.id / 1000, NEW.status, 1);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "outbox_counted_insert" AFTER INSERT ON "outbox" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "count_outbox"();--> statement-breakpoint
CREATE TRIGGER "outbox_counted_update" AFTER UPDATE ON "outbox" FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.created_at <> NEW.created_at OR OLD.id <> NEW.id)
  EXECUTE FUNCTION "count_outbox"();--> statement-breakpoint
CREATE TRIGGER "outbox_counted_delete" AFTER DELETE ON "outbox" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION "count_outbox"();--> statement-breakpoint
INSERT INTO "log_counts" SELECT 'audit', (created_at AT TIME ZONE 'UTC')::date, id / 1000, '', count(*)
  FROM "audit_log" GROUP BY 2, 3;--> statement-breakpoint
INSERT INTO "log_counts" SELECT 'mail', (created_at AT TIME ZONE 'UTC')::date, id / 1000, status, count(*)
  FROM "outbox" GROUP BY 2, 3, 4;--> statement-breakpoint
-- As with the lists: without pg_trgm the same answers, slower. What is written waits in a short list beside the index,
-- since these writes are on everyone's way and their searches are rare.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "audit_log_search" ON "audit_log"
    USING gin ((lower(actor_email || chr(10) || action || chr(10) || subject)) gin_trgm_ops)
    WITH (gin_pending_list_limit = 256);
  CREATE INDEX "outbox_search" ON "outbox"
    USING gin ((lower(to_email || chr(10) || subject || chr(10) || template_name)) gin_trgm_ops)
    WITH (gin_pending_list_limit = 256);
EXCEPTION WHEN undefined_file OR feature_not_supported OR insufficient_privilege OR undefined_object THEN
  RAISE WARNING 'The logs are searched without an index: pg_trgm is not to be had (%)', SQLERRM;
END $$;
