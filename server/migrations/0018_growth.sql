DROP INDEX "links_of_member";--> statement-breakpoint
DROP INDEX "members_queue";--> statement-breakpoint
DROP INDEX "sessions_of_member";--> statement-breakpoint
DROP INDEX "membership_billing_by_age";--> statement-breakpoint
DROP INDEX "reviews_of_advisor";--> statement-breakpoint
DROP INDEX "files_of_owner";--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "attached" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "members_applications" ON "members" USING btree ((case "state" when 'pending_review' then 0 when 'pending_verification' then 1 else 2 end),"id") WHERE role <> 'staff';--> statement-breakpoint
CREATE INDEX "sessions_by_end" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "known_devices_by_use" ON "known_devices" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "links_unused" ON "links" USING btree ("member_id","purpose") WHERE used_at is null;--> statement-breakpoint
CREATE INDEX "engagements_completed" ON "engagements" USING btree ("advisor_id") WHERE status = 'completed';--> statement-breakpoint
CREATE INDEX "disputes_lost" ON "disputes" USING btree ("invoice_id") WHERE state = 'lost';--> statement-breakpoint
CREATE INDEX "disputes_of_memberships_open" ON "disputes" USING btree ("membership_payment_id") WHERE state in ('open', 'inquiry');--> statement-breakpoint
CREATE INDEX "invoices_drafts" ON "invoices" USING btree ("advisor_id","id") WHERE status = 'draft';--> statement-breakpoint
CREATE INDEX "invoices_sent" ON "invoices" USING btree ("id") WHERE status <> 'draft';--> statement-breakpoint
CREATE INDEX "invoices_by_status" ON "invoices" USING btree ("status","id") WHERE status <> 'draft';--> statement-breakpoint
CREATE INDEX "match_showings_by_week" ON "match_showings" USING btree ("week");--> statement-breakpoint
CREATE INDEX "memberships_running" ON "memberships" USING btree ("current_period_end") WHERE status in ('active', 'trialing');--> statement-breakpoint
CREATE INDEX "memberships_late" ON "memberships" USING btree ("past_due_since") WHERE status = 'past_due';--> statement-breakpoint
CREATE INDEX "memberships_to_end" ON "memberships" USING btree ("member_id") WHERE revoked_subscription_id = subscription_id and status not in ('canceled', 'incomplete_expired');--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("member_id","id") WHERE on_bell and not is_read;--> statement-breakpoint
CREATE INDEX "reviews_of_customer" ON "reviews" USING btree ("customer_id","id","rating_chosen","rating");--> statement-breakpoint
CREATE INDEX "support_messages_of_address" ON "support_messages" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "files_to_check" ON "files" USING btree ("created_at") WHERE not attached;--> statement-breakpoint
CREATE INDEX "idempotency_keys_running" ON "idempotency_keys" USING btree ("leased_until") WHERE status is null;--> statement-breakpoint
CREATE INDEX "members_queue" ON "members" USING btree ("state","id") WHERE role <> 'staff';--> statement-breakpoint
CREATE INDEX "sessions_of_member" ON "sessions" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "membership_billing_by_age" ON "membership_billing" USING btree ((coalesce("provider_seen_at", '-infinity'::timestamptz)));--> statement-breakpoint
CREATE INDEX "reviews_of_advisor" ON "reviews" USING btree ("advisor_id","id","rating_chosen","rating");--> statement-breakpoint
CREATE INDEX "files_of_owner" ON "files" USING btree ("owner_id","created_at");