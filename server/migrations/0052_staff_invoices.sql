DROP INDEX "invoices_sent";--> statement-breakpoint
DROP INDEX "invoices_by_status";--> statement-breakpoint
CREATE INDEX "invoices_by_age" ON "invoices" USING btree ("issued_on","id") WHERE status <> 'draft';--> statement-breakpoint
CREATE INDEX "invoices_by_status_and_age" ON "invoices" USING btree ("status","issued_on","id") WHERE status <> 'draft';