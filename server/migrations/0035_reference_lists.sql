CREATE TABLE "reference_uses" (
	"entry_id" integer PRIMARY KEY NOT NULL,
	"profiles" integer NOT NULL,
	"searches" integer NOT NULL,
	"engagements" integer NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reference_entries" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "reference_entries" ADD COLUMN "retired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reference_entries" ADD COLUMN "merged_into" integer;--> statement-breakpoint
ALTER TABLE "reference_entries" ADD COLUMN "merged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reference_entries" ADD COLUMN "replaced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reference_entries" ADD COLUMN "changed_by" integer;--> statement-breakpoint
ALTER TABLE "reference_uses" ADD CONSTRAINT "reference_uses_entry_id_reference_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."reference_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "engagements_of_theme" ON "engagements" USING btree ("theme_id","id");--> statement-breakpoint
CREATE INDEX "preferences_choices" ON "preferences" USING gin (("expertise_area_ids" || array["industry_id", "company_size_id"])) WITH (fastupdate=off);--> statement-breakpoint
CREATE INDEX "profiles_choices" ON "profiles" USING gin (("expertise_area_ids" || "industry_ids" || "company_size_ids" || "business_experience_ids" || "seniority_ids" || "availability_ids" || "value_set_ids" || "investment_aim_ids" || "advisory_service_ids" || array["job_title_id", "investment_or_revenue_id", "annual_revenue_id", "yearly_budget_id", "classification_type_id", "value_set_id", "country_id", "city_id", "company_size_id", "industry_id"])) WITH (fastupdate=off);--> statement-breakpoint
CREATE INDEX "reference_entries_merged" ON "reference_entries" USING btree ("id") WHERE merged_into is not null and replaced_at is null;