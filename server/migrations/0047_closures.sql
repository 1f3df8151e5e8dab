CREATE TABLE "closures" (
	"id" serial PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"state_before" text NOT NULL,
	"closed_by" integer NOT NULL,
	"reason" text,
	"closed_at" timestamp with time zone NOT NULL,
	"erase_on" date NOT NULL,
	"reopened_at" timestamp with time zone,
	"reopened_by" integer,
	"erased_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "closures" ADD CONSTRAINT "closures_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closures" ADD CONSTRAINT "closures_closed_by_members_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "closures_of_member" ON "closures" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "closures_in_force" ON "closures" USING btree ("member_id") WHERE reopened_at is null;--> statement-breakpoint
CREATE INDEX "closures_to_erase" ON "closures" USING btree ("erase_on") WHERE reopened_at is null and erased_at is null;--> statement-breakpoint
CREATE INDEX "announcement_receipts_of_member" ON "announcement_receipts" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "correspondence_of_person" ON "correspondence_threads" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "advisor_requests_of_member" ON "advisor_requests" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "appeals_of_member" ON "appeals" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "subscribers_of_person" ON "subscribers" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "support_messages_of_person" ON "support_messages" USING btree (lower("email"));