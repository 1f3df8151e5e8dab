CREATE TABLE "known_devices" (
	"token_hash" text NOT NULL,
	"member_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_devices_token_hash_member_id_pk" PRIMARY KEY("token_hash","member_id")
);
--> statement-breakpoint
CREATE TABLE "limit_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"times" integer NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "new_email" text;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_devices_of_member" ON "known_devices" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "limit_counts_until" ON "limit_counts" USING btree ("until");--> statement-breakpoint
-- Counters need not outlive a crash of the database, and are written at each attempt: no write-ahead log for them.
ALTER TABLE "limit_counts" SET UNLOGGED;
