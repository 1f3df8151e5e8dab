-- messages and events become tables of parts (ADR-053): messages by ranges of conversations, events by ranges of ids. What is
-- there becomes the first part as it is. Nothing is copied, read or checked: its bounds are open on both sides, so that this
-- takes as long with a billion rows as with none, and no row is ever without a part. A job divides it (database/parts.ts).
-- All locks at once and before anything else, conversations and members for the foreign keys. Others hold some of them and wait
-- for another, in no order that would serve, so this gives back what it has got after a moment and tries again: it never ends in a
-- deadlock, of which PostgreSQL would end the other side.
DO $$
DECLARE timeout text := current_setting('lock_timeout');
BEGIN
  FOR attempt IN 1..40 LOOP
    BEGIN
      PERFORM set_config('lock_timeout', '100ms', true);
      LOCK TABLE "conversations", "members", "messages", "events" IN ACCESS EXCLUSIVE MODE;
      PERFORM set_config('lock_timeout', timeout, true);
      RETURN;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(random() * 0.1);
    END;
  END LOOP;
  LOCK TABLE "conversations", "members", "messages", "events" IN ACCESS EXCLUSIVE MODE;
END $$;--> statement-breakpoint
ALTER TABLE "messages" RENAME TO "messages_from_0";--> statement-breakpoint
ALTER INDEX "messages_of_conversation" RENAME TO "messages_from_0_of_conversation";--> statement-breakpoint
ALTER INDEX "messages_once" RENAME TO "messages_from_0_once";--> statement-breakpoint
ALTER INDEX "messages_with_files" RENAME TO "messages_from_0_with_files";--> statement-breakpoint
ALTER INDEX "messages_with_files_of_conversation" RENAME TO "messages_from_0_with_files_of_conversation";--> statement-breakpoint
ALTER INDEX "messages_words" RENAME TO "messages_from_0_words";--> statement-breakpoint
CREATE TABLE "messages" (LIKE "messages_from_0" INCLUDING DEFAULTS) PARTITION BY RANGE ("conversation_id");--> statement-breakpoint
ALTER SEQUENCE "messages_id_seq" OWNED BY "messages"."id";--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_of_conversation" PRIMARY KEY("conversation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_once" ON "messages" USING btree ("conversation_id","sender_id","client_id") WHERE client_id is not null;--> statement-breakpoint
CREATE INDEX "messages_with_files" ON "messages" USING gin ("attachment_ids") WHERE attachment_ids <> '{}';--> statement-breakpoint
CREATE INDEX "messages_with_files_of_conversation" ON "messages" USING btree ("conversation_id","id") WHERE cardinality(attachment_ids) > 0;--> statement-breakpoint
CREATE INDEX "messages_words" ON "messages" USING gin (to_tsvector('simple'::regconfig, regexp_replace(' ' || regexp_replace(lower(normalize("body", NFKD)), '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]+', ' c' || "conversation_id"::text || 'x', 'g'))) WITH (fastupdate=off);--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_members_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ATTACH PARTITION "messages_from_0" FOR VALUES FROM (MINVALUE) TO (MAXVALUE);--> statement-breakpoint
ALTER TABLE "events" RENAME TO "events_from_0";--> statement-breakpoint
ALTER INDEX "events_pkey" RENAME TO "events_from_0_pkey";--> statement-breakpoint
ALTER INDEX "events_of_subject" RENAME TO "events_from_0_of_subject";--> statement-breakpoint
ALTER INDEX "events_of_actor" RENAME TO "events_from_0_of_actor";--> statement-breakpoint
ALTER INDEX "events_to_tell" RENAME TO "events_from_0_to_tell";--> statement-breakpoint
ALTER INDEX "events_to_seal" RENAME TO "events_from_0_to_seal";--> statement-breakpoint
ALTER INDEX "events_failed" RENAME TO "events_from_0_failed";--> statement-breakpoint
DROP TRIGGER "events_into_audit" ON "events_from_0";--> statement-breakpoint
DROP TRIGGER "events_stay" ON "events_from_0";--> statement-breakpoint
CREATE TABLE "events" (LIKE "events_from_0" INCLUDING DEFAULTS) PARTITION BY RANGE ("id");--> statement-breakpoint
ALTER SEQUENCE "events_id_seq" OWNED BY "events"."id";--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_pkey" PRIMARY KEY("id");--> statement-breakpoint
CREATE INDEX "events_of_subject" ON "events" USING btree ("subject","subject_id","id");--> statement-breakpoint
CREATE INDEX "events_of_actor" ON "events" USING btree ("actor_id","id") WHERE actor_id is not null;--> statement-breakpoint
CREATE INDEX "events_to_tell" ON "events" USING btree ("id") WHERE delivered_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX "events_to_seal" ON "events" USING btree ("id") WHERE to_seal;--> statement-breakpoint
CREATE INDEX "events_failed" ON "events" USING btree ("id") WHERE failed_at is not null;--> statement-breakpoint
CREATE TRIGGER "events_into_audit" BEFORE INSERT ON "events" FOR EACH ROW WHEN (new.to_seal IS NULL) EXECUTE FUNCTION "mark_for_audit"();--> statement-breakpoint
CREATE TRIGGER "events_stay" BEFORE DELETE OR UPDATE OF "id", "kind", "actor_id", "subject", "subject_id", "data", "created_at", "origin"
ON "events" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
ALTER TABLE "events" ATTACH PARTITION "events_from_0" FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
