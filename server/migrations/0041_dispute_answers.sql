CREATE TABLE "dispute_answers" (
	"id" serial PRIMARY KEY NOT NULL,
	"dispute_id" integer NOT NULL,
	"stage" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"file_ids" integer[] DEFAULT '{}' NOT NULL,
	"file_kinds" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reason" text,
	"evidence" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	"refusals" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"staff_id" integer NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "dispute_answers" ADD CONSTRAINT "dispute_answers_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_answers" ADD CONSTRAINT "dispute_answers_staff_id_members_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "dispute_answers_once" ON "dispute_answers" USING btree ("dispute_id","stage");--> statement-breakpoint
CREATE INDEX "dispute_answers_asked" ON "dispute_answers" USING btree ("id") WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX "dispute_answers_with_files" ON "dispute_answers" USING gin ("file_ids") WHERE file_ids <> '{}';