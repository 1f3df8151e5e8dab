CREATE TABLE "vat_registrations" (
	"id" serial PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"number" text NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"agreed_at" timestamp with time zone NOT NULL,
	"agreement_version" text NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD COLUMN "vat_treatment" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "vat_pence" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "vat_percents" jsonb;--> statement-breakpoint
ALTER TABLE "vat_registrations" ADD CONSTRAINT "vat_registrations_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "vat_registrations_in_force" ON "vat_registrations" USING btree ("member_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "vat_registrations_of_member" ON "vat_registrations" USING btree ("member_id");