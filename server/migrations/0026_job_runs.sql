CREATE TABLE "job_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"took_ms" integer NOT NULL,
	"failing_since" timestamp with time zone,
	"failure" text
);
--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "account" text;--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "failure" text;--> statement-breakpoint
CREATE INDEX "provider_events_unhandled" ON "provider_events" USING btree ("received_at") WHERE handled_at is null;