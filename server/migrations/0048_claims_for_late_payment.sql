ALTER TABLE "invoices" ADD COLUMN "claim_for_id" integer;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_claim_for_id_invoices_id_fk" FOREIGN KEY ("claim_for_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_claim_alive" ON "invoices" USING btree ("claim_for_id") WHERE claim_for_id is not null and status <> 'void';--> statement-breakpoint
CREATE INDEX "invoices_claims" ON "invoices" USING btree ("claim_for_id") WHERE claim_for_id is not null;