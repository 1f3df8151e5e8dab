CREATE INDEX "payouts_by_status" ON "payouts" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "engagements_by_age" ON "engagements" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "engagements_by_status" ON "engagements" USING btree ("status","created_at","id");