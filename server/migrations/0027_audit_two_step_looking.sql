CREATE TABLE "recovery_codes" (
	"id" serial PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "two_step" (
	"member_id" integer PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "audit_entries_event_id" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "audit_people" (
	"member_id" integer NOT NULL,
	"entry_id" bigint NOT NULL,
	"by_staff" boolean NOT NULL,
	CONSTRAINT "audit_people_member_id_entry_id_pk" PRIMARY KEY("member_id","entry_id")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "looking_from" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "origin" jsonb;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "to_seal" boolean;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_step" ADD CONSTRAINT "two_step_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_people" ADD CONSTRAINT "audit_people_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_people" ADD CONSTRAINT "audit_people_entry_id_audit_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."audit_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recovery_codes_of_member" ON "recovery_codes" USING btree ("member_id","code_hash");--> statement-breakpoint
CREATE INDEX "audit_people_of_entry" ON "audit_people" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "audit_people_by_staff" ON "audit_people" USING btree ("member_id","entry_id") WHERE by_staff;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_looking_from_sessions_id_fk" FOREIGN KEY ("looking_from") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_looking" ON "sessions" USING btree ("looking_from") WHERE looking_from is not null;--> statement-breakpoint
CREATE INDEX "events_to_seal" ON "events" USING btree ("id") WHERE to_seal;
--> statement-breakpoint
-- Which events belong into the audit: what staff do, and what happens to an account (ADR-028). In the database, so that a
-- row that was written past the program is in it as well. A restored row says for itself what it is.
CREATE FUNCTION "belongs_into_audit"(about text, about_id integer, actor integer) RETURNS boolean LANGUAGE sql STABLE AS $$
  select (about = 'member' and about_id > 0) or exists (select from members where id = actor and role = 'staff')
$$;
--> statement-breakpoint
CREATE FUNCTION "mark_for_audit"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  new.to_seal := belongs_into_audit(new.subject, new.subject_id, new.actor_id);
  if not new.to_seal then new.origin := null; end if;
  return new;
end $$;
--> statement-breakpoint
CREATE TRIGGER "events_into_audit" BEFORE INSERT ON "events" FOR EACH ROW WHEN (new.to_seal IS NULL) EXECUTE FUNCTION "mark_for_audit"();
--> statement-breakpoint
UPDATE "events" SET "to_seal" = true WHERE belongs_into_audit("subject", "subject_id", "actor_id");
--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  raise exception 'rows of % are never changed or deleted', tg_table_name;
end $$;
--> statement-breakpoint
CREATE TRIGGER "events_stay" BEFORE DELETE OR UPDATE OF "id", "kind", "actor_id", "subject", "subject_id", "data", "created_at", "origin"
ON "events" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "audit_entries_stay" BEFORE DELETE OR UPDATE ON "audit_entries" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "audit_people_stay" BEFORE DELETE OR UPDATE ON "audit_people" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
