CREATE TABLE "match_index_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"written_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "match_rows_changed";--> statement-breakpoint
CREATE INDEX "match_rows_changed" ON "match_rows" USING btree ("changed_at","member_id");