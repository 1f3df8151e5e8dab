CREATE TABLE "reports" (
	"id" serial PRIMARY KEY NOT NULL,
	"reporter_id" integer NOT NULL,
	"author_id" integer NOT NULL,
	"kind" text NOT NULL,
	"thing_id" bigint NOT NULL,
	"conversation_id" integer,
	"grounds" text NOT NULL,
	"words" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"assigned_to" integer,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"outcome" text,
	"answer" text
);
--> statement-breakpoint
CREATE TABLE "appeals" (
	"id" serial PRIMARY KEY NOT NULL,
	"sanction_id" integer NOT NULL,
	"member_id" integer NOT NULL,
	"text" text NOT NULL,
	"file_ids" integer[] DEFAULT '{}' NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"outcome" text,
	"answer" text,
	CONSTRAINT "appeals_one_per_sanction" UNIQUE("sanction_id")
);
--> statement-breakpoint
CREATE TABLE "sanctions" (
	"id" serial PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"kind" text NOT NULL,
	"grounds" text NOT NULL,
	"reason" text NOT NULL,
	"next_steps" text NOT NULL,
	"evidence" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"file_ids" integer[] DEFAULT '{}' NOT NULL,
	"removed" jsonb,
	"report_id" integer,
	"imposed_by" integer NOT NULL,
	"imposed_at" timestamp with time zone NOT NULL,
	"until" date,
	"ended_at" timestamp with time zone,
	"ended_by" integer,
	"end" text,
	"end_reason" text
);
--> statement-breakpoint
CREATE TABLE "transparency_counts" (
	"month" text NOT NULL,
	"what" text NOT NULL,
	"times" integer NOT NULL,
	CONSTRAINT "transparency_counts_pkey" PRIMARY KEY("month","what")
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "standing" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "removed_reason" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "removed_reason" text;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_members_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_author_id_members_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_sanction_id_sanctions_id_fk" FOREIGN KEY ("sanction_id") REFERENCES "public"."sanctions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sanctions" ADD CONSTRAINT "sanctions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sanctions" ADD CONSTRAINT "sanctions_imposed_by_members_id_fk" FOREIGN KEY ("imposed_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_waiting_once" ON "reports" USING btree ("reporter_id","kind","thing_id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "reports_of_reporter" ON "reports" USING btree ("reporter_id","id");--> statement-breakpoint
CREATE INDEX "reports_waiting" ON "reports" USING btree ("id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "reports_decided" ON "reports" USING btree ("id") WHERE decided_at is not null;--> statement-breakpoint
CREATE INDEX "appeals_waiting" ON "appeals" USING btree ("due_at","id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "appeals_decided" ON "appeals" USING btree ("id") WHERE decided_at is not null;--> statement-breakpoint
CREATE INDEX "appeals_with_files" ON "appeals" USING gin ("file_ids") WHERE file_ids <> '{}';--> statement-breakpoint
CREATE INDEX "sanctions_of_member" ON "sanctions" USING btree ("member_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sanctions_in_force" ON "sanctions" USING btree ("member_id","kind") WHERE kind in ('restriction', 'suspension') and ended_at is null;--> statement-breakpoint
CREATE INDEX "sanctions_to_end" ON "sanctions" USING btree ("until") WHERE ended_at is null and until is not null;--> statement-breakpoint
CREATE INDEX "sanctions_with_files" ON "sanctions" USING gin ("file_ids") WHERE file_ids <> '{}';--> statement-breakpoint
-- Every process keeps the transparency page in memory and hears of a change here (server/database/table-changes.ts).
CREATE TRIGGER "transparency_counts_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "transparency_counts"
FOR EACH STATEMENT EXECUTE FUNCTION "announce_table_change"();
