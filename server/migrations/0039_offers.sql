CREATE TABLE "offer_changes" (
	"id" serial PRIMARY KEY NOT NULL,
	"change" jsonb NOT NULL,
	"target" text,
	"reason" text NOT NULL,
	"staff_id" integer NOT NULL,
	"state" text DEFAULT 'started' NOT NULL,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "membership_bills" ADD COLUMN "price_id" text;--> statement-breakpoint
ALTER TABLE "membership_bills" ADD COLUMN "coupon_code" text;--> statement-breakpoint
ALTER TABLE "membership_bills" ADD COLUMN "discount_pence" bigint;--> statement-breakpoint
ALTER TABLE "plan_catalogue" ADD COLUMN "offers" jsonb;--> statement-breakpoint
ALTER TABLE "offer_changes" ADD CONSTRAINT "offer_changes_staff_id_members_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "offer_changes_target" ON "offer_changes" USING btree ("target") WHERE state <> 'refused';--> statement-breakpoint
CREATE INDEX "offer_changes_open" ON "offer_changes" USING btree ("id") WHERE state = 'started';--> statement-breakpoint
CREATE INDEX "membership_bills_income" ON "membership_bills" USING btree ("billed_at","price_id","total_pence") WHERE status = 'paid' and total_pence > 0;--> statement-breakpoint
CREATE INDEX "membership_bills_discounted" ON "membership_bills" USING btree ("billed_at") WHERE status = 'paid' and discount_pence > 0;--> statement-breakpoint
CREATE INDEX "memberships_by_price" ON "memberships" USING btree ("price_id") WHERE status in ('active', 'trialing', 'past_due');