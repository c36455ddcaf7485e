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
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "credit_booking_is_balanced"();
