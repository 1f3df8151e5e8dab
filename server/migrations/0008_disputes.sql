CREATE TABLE "disputes" (
	"id" serial PRIMARY KEY NOT NULL,
	"provider_id" text NOT NULL,
	"invoice_id" integer NOT NULL,
	"payment_id" integer NOT NULL,
	"state" text NOT NULL,
	"amount_pence" bigint NOT NULL,
	"reason" text NOT NULL,
	"respond_by" timestamp with time zone,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "disputes_provider_id" UNIQUE("provider_id")
);
--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_of_invoice" ON "disputes" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("invoice_id") WHERE state = 'open';