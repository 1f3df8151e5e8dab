CREATE TABLE "anycable_sockets" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"session_id" integer NOT NULL,
	"connected_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "anycable_sockets" ADD CONSTRAINT "anycable_sockets_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "anycable_sockets_of_member" ON "anycable_sockets" USING btree ("member_id");