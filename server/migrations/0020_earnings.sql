CREATE TABLE "earning_readings" (
	"member_id" integer PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"schedule" jsonb,
	"open" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "earnings" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"member_id" integer NOT NULL,
	"invoice_id" integer NOT NULL,
	"type" text NOT NULL,
	"gross_pence" bigint NOT NULL,
	"commission_pence" bigint NOT NULL,
	"net_pence" bigint NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	"moved_on" date NOT NULL,
	"available_on" date NOT NULL,
	"payout_id" integer,
	"state" text NOT NULL,
	"paid_out_on" date
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" serial PRIMARY KEY NOT NULL,
	"provider_id" text NOT NULL,
	"member_id" integer NOT NULL,
	"amount_pence" bigint NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"arrives_on" date NOT NULL,
	"failure" text,
	"automatic" boolean NOT NULL,
	"contents_known" boolean DEFAULT false NOT NULL,
	"carried_by" integer,
	CONSTRAINT "payouts_provider_id" UNIQUE("provider_id")
);
--> statement-breakpoint
ALTER TABLE "earning_readings" ADD CONSTRAINT "earning_readings_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_carried_by_payouts_id_fk" FOREIGN KEY ("carried_by") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "earning_readings_open" ON "earning_readings" USING btree ("asked_at") WHERE open;--> statement-breakpoint
CREATE INDEX "earnings_of_member" ON "earnings" USING btree ("member_id","moved_on","id");--> statement-breakpoint
CREATE INDEX "earnings_of_invoice" ON "earnings" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "earnings_of_payout" ON "earnings" USING btree ("payout_id");--> statement-breakpoint
CREATE INDEX "earnings_not_paid_out" ON "earnings" USING btree ("member_id") WHERE state <> 'paid_out';--> statement-breakpoint
CREATE INDEX "payouts_of_member" ON "payouts" USING btree ("member_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payouts_carried" ON "payouts" USING btree ("carried_by") WHERE carried_by is not null;--> statement-breakpoint
CREATE INDEX "invoices_unpaid_of_advisor" ON "invoices" USING btree ("advisor_id") WHERE status in ('sent', 'processing');--> statement-breakpoint
CREATE INDEX "invoices_unpaid_of_customer" ON "invoices" USING btree ("customer_id") WHERE status in ('sent', 'processing');--> statement-breakpoint
CREATE INDEX "invoices_paid_of_customer" ON "invoices" USING btree ("customer_id","paid_at","id") WHERE status in ('completed', 'refunded');--> statement-breakpoint
INSERT INTO "earning_readings" ("member_id", "asked_at") SELECT "member_id", 'epoch' FROM "payout_accounts";
