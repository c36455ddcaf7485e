CREATE TABLE "user_marks" (
	"sort" text NOT NULL,
	"place" integer NOT NULL,
	"value" text NOT NULL,
	"id" text NOT NULL,
	CONSTRAINT "user_marks_sort_place_pk" PRIMARY KEY("sort","place")
);
--> statement-breakpoint
CREATE TABLE "user_moves" (
	"id" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"membership" text NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
-- Which people came to the directory and left it, as "move_orders" does for orders.
CREATE FUNCTION "move_users"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "user_moves" SELECT id, name, role, membership, 1 FROM added WHERE deleted_at IS NULL;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO "user_moves" SELECT id, name, role, membership, -1 FROM gone WHERE deleted_at IS NULL;
  ELSE
    INSERT INTO "user_moves" SELECT id, name, role, membership, sum(n)
      FROM (SELECT id, name, role, membership, 1 AS n FROM added WHERE deleted_at IS NULL
            UNION ALL
            SELECT id, name, role, membership, -1 FROM gone WHERE deleted_at IS NULL) AS moved
      GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_moved_insert" AFTER INSERT ON "users" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "move_users"();--> statement-breakpoint
CREATE TRIGGER "users_moved_update" AFTER UPDATE ON "users" REFERENCING NEW TABLE AS added OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION "move_users"();--> statement-breakpoint
CREATE TRIGGER "users_moved_delete" AFTER DELETE ON "users" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION "move_users"();
