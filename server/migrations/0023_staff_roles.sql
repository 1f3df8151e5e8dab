ALTER TABLE "members" ADD COLUMN "staff_role" text;--> statement-breakpoint
-- Until now every member of staff could do everything.
UPDATE "members" SET "staff_role" = 'owner' WHERE "role" = 'staff';
