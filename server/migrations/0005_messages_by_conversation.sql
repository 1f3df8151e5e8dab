DROP INDEX "messages_of_conversation";--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_pkey";--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_of_conversation" PRIMARY KEY("conversation_id","id");
