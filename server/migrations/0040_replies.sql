ALTER TABLE "correspondence_messages" ADD COLUMN "quoted" text;--> statement-breakpoint
ALTER TABLE "correspondence_messages" ADD COLUMN "sender" text;--> statement-breakpoint
ALTER TABLE "correspondence_messages" ADD COLUMN "attachments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "correspondence_messages" ADD COLUMN "mail_key" text;--> statement-breakpoint
ALTER TABLE "correspondence_messages" ADD CONSTRAINT "correspondence_messages_once" UNIQUE("thread_id","mail_key");