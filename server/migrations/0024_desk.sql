CREATE TABLE "application_cases" (
	"member_id" integer PRIMARY KEY NOT NULL,
	"assigned_to" integer,
	"assigned_at" timestamp with time zone,
	"question" text,
	"asked_by" integer,
	"asked_at" timestamp with time zone,
	"answer" text,
	"answered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "application_checks" (
	"id" serial PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"kind" text NOT NULL,
	"result" text NOT NULL,
	"note" text,
	"checked_by" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application_references" (
	"id" serial PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"asked_by" integer NOT NULL,
	"token_hash" text,
	"expires_at" timestamp with time zone NOT NULL,
	"known_as" text,
	"recommends" text,
	"words" text,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "application_references_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "desk_settings" (
	"id" integer PRIMARY KEY NOT NULL,
	"decide_within_days" smallint DEFAULT 5 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_notes" (
	"id" serial PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"author_id" integer NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "application_cases" ADD CONSTRAINT "application_cases_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_cases" ADD CONSTRAINT "application_cases_assigned_to_members_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_cases" ADD CONSTRAINT "application_cases_asked_by_members_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_checks" ADD CONSTRAINT "application_checks_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_checks" ADD CONSTRAINT "application_checks_checked_by_members_id_fk" FOREIGN KEY ("checked_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_references" ADD CONSTRAINT "application_references_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_references" ADD CONSTRAINT "application_references_asked_by_members_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_author_id_members_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_cases_assigned" ON "application_cases" USING btree ("assigned_to") WHERE assigned_to is not null;--> statement-breakpoint
CREATE INDEX "application_checks_of_member" ON "application_checks" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "application_references_of_member" ON "application_references" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "member_notes_of_member" ON "member_notes" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "members_by_age" ON "members" USING btree ("created_at","id") WHERE role <> 'staff';--> statement-breakpoint
CREATE INDEX "members_by_role_and_age" ON "members" USING btree ("role","created_at","id") WHERE role <> 'staff';--> statement-breakpoint
CREATE INDEX "members_by_state_and_age" ON "members" USING btree ("state","created_at","id") WHERE role <> 'staff';--> statement-breakpoint
CREATE INDEX "members_email_words" ON "members" USING gin (to_tsvector('simple'::regconfig, regexp_replace(regexp_replace(lower(normalize("email", NFKD)), '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]+', ' ', 'g'))) WITH (fastupdate=off);--> statement-breakpoint
CREATE INDEX "earnings_source" ON "earnings" USING btree ("source");--> statement-breakpoint
CREATE INDEX "engagements_words" ON "engagements" USING gin (to_tsvector('simple'::regconfig, regexp_replace(regexp_replace(lower(normalize("name", NFKD)), '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]+', ' ', 'g'))) WITH (fastupdate=off);--> statement-breakpoint
CREATE INDEX "invoices_by_number" ON "invoices" USING btree ("number","id") WHERE number is not null;--> statement-breakpoint
CREATE INDEX "payments_refund" ON "payments" USING btree ("refund_id") WHERE refund_id is not null;--> statement-breakpoint
CREATE INDEX "membership_payments_charge" ON "membership_payments" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "profiles_words" ON "profiles" USING gin (to_tsvector('simple'::regconfig, regexp_replace(regexp_replace(lower(normalize("name" || ' ' || coalesce("company_name", ''), NFKD)), '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]+', ' ', 'g'))) WITH (fastupdate=off);--> statement-breakpoint
CREATE INDEX "mails_of_recipient" ON "mails" USING btree ("recipient","id");--> statement-breakpoint
CREATE INDEX "events_of_actor" ON "events" USING btree ("actor_id","id") WHERE actor_id is not null;