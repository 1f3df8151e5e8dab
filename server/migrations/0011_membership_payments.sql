CREATE TABLE "membership_payments" (
	"id" serial PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"subscription_id" text NOT NULL,
	"bill_id" text NOT NULL,
	"intent_id" text NOT NULL,
	"charge_id" text NOT NULL,
	"amount_pence" bigint NOT NULL,
	"refunded_pence" bigint DEFAULT 0 NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"paid_until" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "membership_payments_intent" UNIQUE("intent_id")
);
--> statement-breakpoint
ALTER TABLE "disputes" ALTER COLUMN "invoice_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ALTER COLUMN "payment_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "membership_payment_id" integer;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "revoked_subscription_id" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "revoked_because" text;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscription_attempts" ADD COLUMN "held_until" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "membership_payments" ADD CONSTRAINT "membership_payments_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "membership_payments_of_member" ON "membership_payments" USING btree ("member_id");--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_membership_payment_id_membership_payments_id_fk" FOREIGN KEY ("membership_payment_id") REFERENCES "public"."membership_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_of_membership_payment" ON "disputes" USING btree ("membership_payment_id");--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_of_one" CHECK (num_nonnulls(payment_id, membership_payment_id) = 1);