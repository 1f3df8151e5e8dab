-- The plans are kept in memory as well (server/database/table-changes.ts).
CREATE TRIGGER "plan_catalogue_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "plan_catalogue"
FOR EACH STATEMENT EXECUTE FUNCTION "announce_table_change"();
