CREATE TABLE "correspondence_messages" (
	"id" serial PRIMARY KEY NOT NULL,
	"thread_id" integer NOT NULL,
	"staff_id" integer,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "correspondence_threads" (
	"id" serial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"member_id" integer,
	"excerpt" text NOT NULL,
	"assigned_to" integer,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "correspondence_messages" ADD CONSTRAINT "correspondence_messages_thread_id_correspondence_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."correspondence_threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "correspondence_messages" ADD CONSTRAINT "correspondence_messages_staff_id_members_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "correspondence_threads" ADD CONSTRAINT "correspondence_threads_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "correspondence_threads" ADD CONSTRAINT "correspondence_threads_assigned_to_members_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "correspondence_messages_of_thread" ON "correspondence_messages" USING btree ("thread_id","id");--> statement-breakpoint
CREATE INDEX "correspondence_by_state" ON "correspondence_threads" USING btree ("state","last_at","id");--> statement-breakpoint
CREATE INDEX "correspondence_of_member" ON "correspondence_threads" USING btree ("member_id","id");--> statement-breakpoint
-- What was written before conversations were kept: each message opens one.
ALTER TABLE "correspondence_threads" ADD COLUMN "source" integer;--> statement-breakpoint
INSERT INTO "correspondence_threads" (kind, name, email, excerpt, opened_at, last_at, source)
SELECT 'contact', first_name || ' ' || last_name, email, left(message, 200), created_at, created_at, id FROM "support_messages" ORDER BY id;--> statement-breakpoint
INSERT INTO "correspondence_messages" (thread_id, text, created_at)
SELECT t.id, s.message, s.created_at FROM "correspondence_threads" t JOIN "support_messages" s ON s.id = t.source WHERE t.kind = 'contact';--> statement-breakpoint
INSERT INTO "correspondence_threads" (kind, name, email, member_id, excerpt, opened_at, last_at, source)
SELECT 'request', coalesce(p.name, m.email), m.email, m.id, left(r.message, 200), r.created_at, r.created_at, r.id
FROM "advisor_requests" r JOIN "members" m ON m.id = r.member_id LEFT JOIN "profiles" p ON p.member_id = m.id ORDER BY r.id;--> statement-breakpoint
INSERT INTO "correspondence_messages" (thread_id, text, created_at)
SELECT t.id, r.message, r.created_at FROM "correspondence_threads" t JOIN "advisor_requests" r ON r.id = t.source WHERE t.kind = 'request';--> statement-breakpoint
ALTER TABLE "correspondence_threads" DROP COLUMN "source";
