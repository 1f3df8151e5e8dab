-- E-mails to the team kept the address of whoever wrote to it, also after that person's data was erased (ADR-044).
UPDATE "mails" SET "reply_to" = NULL WHERE "sent_at" IS NOT NULL AND "reply_to" IS NOT NULL;
