DROP INDEX "payout_accounts_unfinished";--> statement-breakpoint
CREATE INDEX "payout_accounts_by_answer" ON "payout_accounts" USING btree ("payable","updated_at");