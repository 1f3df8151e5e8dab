DROP INDEX "refunds_settled";--> statement-breakpoint
CREATE INDEX "payouts_by_moment" ON "payouts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "disputes_by_opening" ON "disputes" USING btree ("opened_at","id");--> statement-breakpoint
CREATE INDEX "disputes_by_closing" ON "disputes" USING btree ("closed_at","id") WHERE state = 'won';--> statement-breakpoint
CREATE INDEX "invoices_paid" ON "invoices" USING btree ("paid_at","id") WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX "membership_bills_paid" ON "membership_bills" USING btree ("billed_at","id") WHERE status = 'paid' and total_pence > 0;--> statement-breakpoint
CREATE INDEX "membership_payments_refunded" ON "membership_payments" USING btree ("updated_at","id") WHERE refunded_pence > 0;--> statement-breakpoint
CREATE INDEX "refunds_settled" ON "refunds" USING btree ("settled_at","id") WHERE settled_at is not null;