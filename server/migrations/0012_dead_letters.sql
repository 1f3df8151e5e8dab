CREATE TABLE "refused_addresses" (
	"email" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"refused_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "events_waiting";--> statement-breakpoint
DROP INDEX "mails_waiting";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "lease" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "lease" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "server_trouble" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "give_up_at" timestamp with time zone DEFAULT now() + interval '3 days' NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "events_to_tell" ON "events" USING btree ("id") WHERE delivered_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX "events_failed" ON "events" USING btree ("id") WHERE failed_at is not null;--> statement-breakpoint
CREATE INDEX "mails_to_send" ON "mails" USING btree ("next_attempt_at") WHERE sent_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX "mails_failed" ON "mails" USING btree ("id") WHERE failed_at is not null;