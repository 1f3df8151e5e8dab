CREATE TABLE "figure_filling" (
	"id" integer PRIMARY KEY NOT NULL,
	"reached" integer NOT NULL,
	"done" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figure_members" (
	"member_id" integer PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"applied_at" timestamp with time zone NOT NULL,
	"ready_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"approved_at" timestamp with time zone,
	"paying_at" timestamp with time zone,
	"matched_at" timestamp with time zone,
	"talking_at" timestamp with time zone,
	"engaged_at" timestamp with time zone,
	"paid_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "figure_step_counts" (
	"cohort" date NOT NULL,
	"week" date NOT NULL,
	"role" text NOT NULL,
	"step" text NOT NULL,
	"people" integer NOT NULL,
	CONSTRAINT "figure_step_counts_cohort_week_role_step_pk" PRIMARY KEY("cohort","week","role","step")
);
--> statement-breakpoint
CREATE TABLE "figure_weeks" (
	"week" date PRIMARY KEY NOT NULL,
	"stale" boolean DEFAULT true NOT NULL,
	"counted_at" timestamp with time zone,
	"turnover_pence" bigint DEFAULT 0 NOT NULL,
	"commission_pence" bigint DEFAULT 0 NOT NULL,
	"membership_pence" bigint DEFAULT 0 NOT NULL,
	"disputed_pence" bigint DEFAULT 0 NOT NULL,
	"arrears_pence" bigint DEFAULT 0 NOT NULL,
	"arrears_count" integer DEFAULT 0 NOT NULL,
	"decisions" integer DEFAULT 0 NOT NULL,
	"decision_hours" double precision,
	"match_hours" double precision,
	"answer_hours" double precision,
	"empty_searches" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "figure_members" ADD CONSTRAINT "figure_members_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "figure_members_decided" ON "figure_members" USING btree ("decided_at") WHERE decided_at is not null;--> statement-breakpoint
CREATE INDEX "figure_members_matched" ON "figure_members" USING btree ("matched_at") WHERE matched_at is not null;--> statement-breakpoint
CREATE INDEX "figure_step_counts_by_week" ON "figure_step_counts" USING btree ("week");--> statement-breakpoint
CREATE INDEX "figure_weeks_stale" ON "figure_weeks" USING btree ("week") WHERE stale;--> statement-breakpoint
CREATE INDEX "advisor_requests_by_moment" ON "advisor_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "conversations_answered" ON "conversations" USING btree ("answered_at") WHERE answered_at is not null;