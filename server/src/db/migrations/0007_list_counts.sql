-- How many rows the lists hold is kept beside them: a statement that changes a number adds lines that say by how much.
CREATE FUNCTION "count_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "order_counts" SELECT kind, (created_at AT TIME ZONE 'UTC')::date, payment_status, order_status, count(*)
      FROM added WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO "order_counts" SELECT kind, (created_at AT TIME ZONE 'UTC')::date, payment_status, order_status, -count(*)
      FROM gone WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4;
  ELSE
    INSERT INTO "order_counts" SELECT kind, (created_at AT TIME ZONE 'UTC')::date, payment_status, order_status, sum(n)
      FROM (SELECT kind, created_at, payment_status, order_status, 1 AS n FROM added WHERE deleted_at IS NULL
            UNION ALL
            SELECT kind, created_at, payment_status, order_status, -1 FROM gone WHERE deleted_at IS NULL) AS moved
      GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "orders_counted_insert" AFTER INSERT ON "orders" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "count_orders"();--> statement-breakpoint
CREATE TRIGGER "orders_counted_update" AFTER UPDATE ON "orders" REFERENCING NEW TABLE AS added OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION "count_orders"();--> statement-breakpoint
CREATE TRIGGER "orders_counted_delete" AFTER DELETE ON "orders" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION "count_orders"();--> statement-breakpoint
CREATE FUNCTION "count_users"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "user_counts" SELECT (created_at AT TIME ZONE 'UTC')::date, role, membership, count(*)
      FROM added WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO "user_counts" SELECT (created_at AT TIME ZONE 'UTC')::date, role, membership, -count(*)
      FROM gone WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO "user_counts" SELECT (created_at AT TIME ZONE 'UTC')::date, role, membership, sum(n)
      FROM (SELECT created_at, role, membership, 1 AS n FROM added WHERE deleted_at IS NULL
            UNION ALL
            SELECT created_at, role, membership, -1 FROM gone WHERE deleted_at IS NULL) AS moved
      GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_counted_insert" AFTER INSERT ON "users" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "count_users"();--> statement-breakpoint
CREATE TRIGGER "users_counted_update" AFTER UPDATE ON "users" REFERENCING NEW TABLE AS added OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION "count_users"();--> statement-breakpoint
CREATE TRIGGER "users_counted_delete" AFTER DELETE ON "users" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION "count_users"();--> statement-breakpoint
INSERT INTO "order_counts" SELECT kind, (created_at AT TIME ZONE 'UTC')::date, payment_status, order_status, count(*)
  FROM "orders" WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4;--> statement-breakpoint
INSERT INTO "user_counts" SELECT (created_at AT TIME ZONE 'UTC')::date, role, membership, count(*)
  FROM "users" WHERE deleted_at IS NULL GROUP BY 1, 2, 3;--> statement-breakpoint
-- A PostgreSQL without pg_trgm, or whose owner does not let the shop add it, searches the same rows without an index.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "orders_search" ON "orders" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate = off)
    WHERE deleted_at IS NULL;
  CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate = off)
    WHERE deleted_at IS NULL;
EXCEPTION WHEN undefined_file OR feature_not_supported OR insufficient_privilege OR undefined_object THEN
  RAISE WARNING 'The lists are searched without an index: pg_trgm is not to be had (%)', SQLERRM;
END $$;
