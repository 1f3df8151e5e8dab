CREATE TABLE "membership_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"payment_id" integer NOT NULL,
	"amount_pence" bigint NOT NULL,
	"refunded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "membership_payments_refunded";--> statement-breakpoint
ALTER TABLE "membership_refunds" ADD CONSTRAINT "membership_refunds_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_refunds" ADD CONSTRAINT "membership_refunds_payment_id_membership_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."membership_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "membership_refunds_of_member" ON "membership_refunds" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "membership_refunds_of_payment" ON "membership_refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "membership_refunds_by_day" ON "membership_refunds" USING btree ("refunded_at","id");--> statement-breakpoint
-- Until the provider names them again, what was refunded of a payment is one refund under the charge's id.
INSERT INTO "membership_refunds" ("id", "member_id", "payment_id", "amount_pence", "refunded_at")
  SELECT "charge_id", "member_id", "id", "refunded_pence", "updated_at" FROM "membership_payments" WHERE "refunded_pence" > 0;
