CREATE TABLE "site_texts" (
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"title" text,
	"body" text,
	"button" text,
	"link" text,
	"pictures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"file_ids" integer[] DEFAULT '{}' NOT NULL,
	"edited_by" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_texts_name_version_pk" PRIMARY KEY("name","version")
);
--> statement-breakpoint
CREATE INDEX "site_texts_with_files" ON "site_texts" USING gin ("file_ids") WHERE file_ids <> '{}';--> statement-breakpoint
-- The texts are kept in memory as well (server/database/table-changes.ts).
CREATE TRIGGER "site_texts_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "site_texts"
FOR EACH STATEMENT EXECUTE FUNCTION "announce_table_change"();
