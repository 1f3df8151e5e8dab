-- The photos of members whose data is erased already: the job for unattached files looks at them again, and deletes them.
UPDATE "files" SET "attached" = false
WHERE "purpose" = 'photo' AND "attached" AND "owner_id" IN (SELECT "member_id" FROM "closures" WHERE "erased_at" IS NOT NULL);
