CREATE TABLE "match_rows" (
	"member_id" integer PRIMARY KEY NOT NULL,
	"listed" boolean NOT NULL,
	"quality" smallint NOT NULL,
	"expertise_area_ids" integer[] DEFAULT '{}' NOT NULL,
	"industry_ids" integer[] DEFAULT '{}' NOT NULL,
	"company_size_ids" integer[] DEFAULT '{}' NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "match_showings" (
	"advisor_id" integer NOT NULL,
	"week" date NOT NULL,
	"customer_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"points" smallint[] NOT NULL,
	CONSTRAINT "match_showings_advisor_id_week_customer_id_pk" PRIMARY KEY("advisor_id","week","customer_id")
);
--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "large_photo_id" integer;--> statement-breakpoint
ALTER TABLE "match_rows" ADD CONSTRAINT "match_rows_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "match_showings" ADD CONSTRAINT "match_showings_advisor_id_members_id_fk" FOREIGN KEY ("advisor_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "match_showings" ADD CONSTRAINT "match_showings_customer_id_members_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "match_rows_changed" ON "match_rows" USING btree ("changed_at");