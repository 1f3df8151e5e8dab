CREATE TABLE "money_settings" (
	"id" serial PRIMARY KEY NOT NULL,
	"setting" text NOT NULL,
	"member_id" integer,
	"from_day" date NOT NULL,
	"hundredths" integer,
	"before_hundredths" integer NOT NULL,
	"reason" text NOT NULL,
	"set_by" integer,
	"set_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_by" integer,
	"withdrawn_because" text
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "payment_term_days" smallint;--> statement-breakpoint
ALTER TABLE "money_settings" ADD CONSTRAINT "money_settings_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_settings" ADD CONSTRAINT "money_settings_set_by_members_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_settings" ADD CONSTRAINT "money_settings_withdrawn_by_members_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "money_settings_in_force" ON "money_settings" USING btree (coalesce(member_id, 0),"setting","from_day") WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "money_settings_of_member" ON "money_settings" USING btree ("member_id","id");--> statement-breakpoint
-- The settings are kept in memory as well (server/database/table-changes.ts).
CREATE TRIGGER "money_settings_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "money_settings"
FOR EACH STATEMENT EXECUTE FUNCTION "announce_table_change"();
