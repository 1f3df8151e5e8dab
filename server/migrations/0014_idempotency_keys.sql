CREATE TABLE "idempotency_keys" (
	"scope" text NOT NULL,
	"endpoint" text NOT NULL,
	"key_hash" text NOT NULL,
	"request_hash" text NOT NULL,
	"claim" text NOT NULL,
	"leased_until" timestamp with time zone NOT NULL,
	"steps" "bytea",
	"status" smallint,
	"body" "bytea",
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_scope_endpoint_key_hash_pk" PRIMARY KEY("scope","endpoint","key_hash")
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_request" ON "idempotency_keys" USING btree ("endpoint","key_hash","request_hash");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");