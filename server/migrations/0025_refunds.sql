CREATE TABLE "refunds" (
	"id" serial PRIMARY KEY NOT NULL,
	"invoice_id" integer NOT NULL,
	"payment_id" integer NOT NULL,
	"state" text NOT NULL,
	"amount_pence" bigint NOT NULL,
	"advisor_pence" bigint NOT NULL,
	"fee_pence" bigint NOT NULL,
	"from_held" boolean DEFAULT false NOT NULL,
	"reason" text NOT NULL,
	"asked_by" integer,
	"provider_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "refunds_provider_id" UNIQUE("provider_id")
);
--> statement-breakpoint
DROP INDEX "payments_to_refund";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "refunded_pence" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_asked_by_members_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_asked" ON "refunds" USING btree ("payment_id") WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX "refunds_of_invoice" ON "refunds" USING btree ("invoice_id","id");--> statement-breakpoint
CREATE INDEX "refunds_asked" ON "refunds" USING btree ("id") WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX "refunds_settled" ON "refunds" USING btree ("settled_at","id") WHERE state = 'done';--> statement-breakpoint
-- Until now a refund was of the whole payment, and stood on the payment itself.
UPDATE "invoices" SET "refunded_pence" = "total_pence" WHERE "status" = 'refunded';--> statement-breakpoint
INSERT INTO "refunds" ("invoice_id", "payment_id", "state", "amount_pence", "advisor_pence", "fee_pence", "reason",
    "asked_by", "provider_id", "created_at", "settled_at")
  SELECT DISTINCT ON (i."id") i."id", p."id", CASE i."status" WHEN 'refunded' THEN 'done' ELSE 'asked' END, p."amount_pence",
    p."amount_pence" - p."fee_pence", p."fee_pence", coalesce(p."refund_reason", 'Given back at the payment provider.'),
    p."refund_asked_by", p."refund_id", coalesce(i."refunded_at", now()), i."refunded_at"
  FROM "invoices" i JOIN "payments" p ON p."invoice_id" = i."id"
  WHERE (i."status" = 'refunded' AND p."status" = 'refunded')
    OR (i."status" = 'completed' AND p."status" = 'succeeded' AND p."refund_reason" IS NOT NULL)
  ORDER BY i."id", p."refund_reason" NULLS LAST, p."id";
