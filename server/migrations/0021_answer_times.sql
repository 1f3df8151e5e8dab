ALTER TABLE "conversations" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
UPDATE "conversations" SET "asked_at" = question.at, "answered_at" = (
  SELECT m.created_at FROM "messages" m
  WHERE m.conversation_id = question.conversation_id AND m.sender_id = question.advisor_id AND m.id > question.id ORDER BY m.id LIMIT 1)
FROM "conversations" c CROSS JOIN LATERAL (
  SELECT c.id AS conversation_id, c.advisor_id, m.id, m.created_at AS at FROM "messages" m
  WHERE m.conversation_id = c.id AND m.sender_id = c.customer_id ORDER BY m.id LIMIT 1) question
WHERE "conversations".id = c.id;
