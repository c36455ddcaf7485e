CREATE TABLE "order_marks" (
	"kind" text NOT NULL,
	"sort" text NOT NULL,
	"place" integer NOT NULL,
	"value" text NOT NULL,
	"id" text NOT NULL,
	CONSTRAINT "order_marks_kind_sort_place_pk" PRIMARY KEY("kind","sort","place")
);
--> statement-breakpoint
CREATE TABLE "order_moves" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"order_id" text NOT NULL,
	"product_name" text NOT NULL,
	"total_minor" integer NOT NULL,
	"customer_name" text NOT NULL,
	"customer_email" text NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ai_keys" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "order_moves_kind" ON "order_moves" USING btree ("kind");--> statement-breakpoint
-- Every letter and every two neighbours of a text: what a search for one or two characters looks up.
CREATE FUNCTION "search_pieces"(text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_to_array(regexp_replace($1, '(.)', E'\\1\n', 'g') || regexp_replace($1, '(..)', E'\\1\n', 'g')
    || E'\n' || regexp_replace(substr($1, 2), '(..)', E'\\1\n', 'g'), E'\n')
$$;--> statement-breakpoint
CREATE INDEX "orders_search_pieces" ON "orders" USING gin (search_pieces("search_text")) WITH (fastupdate = off)
  WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX "users_search_pieces" ON "users" USING gin (search_pieces("search_text")) WITH (fastupdate = off)
  WHERE deleted_at IS NULL;--> statement-breakpoint
-- Which orders came to the lists and left them, so that the marks deep in the lists can be kept true.
CREATE FUNCTION "move_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "order_moves" SELECT kind, id, order_id, product_name, total_minor, customer_name, customer_email, 1
      FROM added WHERE deleted_at IS NULL;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO "order_moves" SELECT kind, id, order_id, product_name, total_minor, customer_name, customer_email, -1
      FROM gone WHERE deleted_at IS NULL;
  ELSE
    INSERT INTO "order_moves" SELECT kind, id, order_id, product_name, total_minor, customer_name, customer_email, sum(n)
      FROM (SELECT *, 1 AS n FROM added WHERE deleted_at IS NULL
            UNION ALL
            SELECT *, -1 FROM gone WHERE deleted_at IS NULL) AS moved
      GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(n) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "orders_moved_insert" AFTER INSERT ON "orders" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "move_orders"();--> statement-breakpoint
CREATE TRIGGER "orders_moved_update" AFTER UPDATE ON "orders" REFERENCING NEW TABLE AS added OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION "move_orders"();--> statement-breakpoint
CREATE TRIGGER "orders_moved_delete" AFTER DELETE ON "orders" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION "move_orders"();
