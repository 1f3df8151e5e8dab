-- A process announces what it has committed (database/wake-ups.ts): transactions that notify commit one after another.
DROP TRIGGER events_wake ON events;
--> statement-breakpoint
DROP TRIGGER mails_wake ON mails;
--> statement-breakpoint
DROP FUNCTION wake();
