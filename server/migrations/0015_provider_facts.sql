CREATE TABLE "membership_billing" (
	"member_id" integer PRIMARY KEY NOT NULL,
	"card" jsonb,
	"next_payment_pence" bigint,
	"next_payment_at" timestamp with time zone,
	"provider_seen_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "membership_bills" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"number" text,
	"status" text NOT NULL,
	"total_pence" bigint NOT NULL,
	"changes_plan" boolean NOT NULL,
	"period_start" timestamp with time zone,
	"period_end" timestamp with time zone,
	"description" text,
	"receipt_url" text,
	"billed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_catalogue" (
	"id" integer PRIMARY KEY NOT NULL,
	"plans" jsonb NOT NULL,
	"provider_seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "owed_pence" bigint;--> statement-breakpoint
ALTER TABLE "membership_billing" ADD CONSTRAINT "membership_billing_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_bills" ADD CONSTRAINT "membership_bills_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "membership_billing_by_age" ON "membership_billing" USING btree ("provider_seen_at" NULLS FIRST);--> statement-breakpoint
CREATE INDEX "membership_bills_of_member" ON "membership_bills" USING btree ("member_id","billed_at");--> statement-breakpoint
-- What the provider knows of these customers is asked by a job, and nothing of it is known until then.
INSERT INTO "membership_billing" ("member_id") SELECT "member_id" FROM "memberships" WHERE "provider_customer_id" IS NOT NULL;
