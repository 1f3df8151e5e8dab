-- Every process keeps the reference data in memory and hears of a change here, whoever makes it (server/database/table-changes.ts).
CREATE FUNCTION "announce_table_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('plumbline_tables', TG_TABLE_NAME);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "reference_entries_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "reference_entries"
FOR EACH STATEMENT EXECUTE FUNCTION "announce_table_change"();
