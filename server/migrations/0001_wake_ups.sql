-- The delivery loops wake when a transaction that wrote an event or an e-mail commits; they also look every few seconds.
CREATE FUNCTION wake() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('plumbline_wake', TG_TABLE_NAME);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_wake AFTER INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION wake();
--> statement-breakpoint
CREATE TRIGGER mails_wake AFTER INSERT ON mails FOR EACH STATEMENT EXECUTE FUNCTION wake();
