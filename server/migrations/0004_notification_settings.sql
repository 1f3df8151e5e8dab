CREATE TABLE "notification_settings" (
	"member_id" integer PRIMARY KEY NOT NULL,
	"digest" boolean DEFAULT false NOT NULL,
	"muted_in_app" text[] DEFAULT '{}' NOT NULL,
	"muted_by_email" text[] DEFAULT '{}' NOT NULL,
	"last_digest_on" date
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "customer_remind_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "advisor_remind_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "about" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "on_bell" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "digest_on" date;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversations_to_remind_customer" ON "conversations" USING btree ("customer_remind_at") WHERE customer_remind_at is not null;--> statement-breakpoint
CREATE INDEX "conversations_to_remind_advisor" ON "conversations" USING btree ("advisor_remind_at") WHERE advisor_remind_at is not null;--> statement-breakpoint
CREATE INDEX "notifications_for_digest" ON "notifications" USING btree ("digest_on","member_id") WHERE digest_on is not null;