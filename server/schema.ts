// Every table of the database, for drizzle's migrations and types; each feature declares its own tables in its
// schema.ts.
export * from "./auth/schema.ts";
export * from "./cards/schema.ts";
export * from "./features/accounts/schema.ts";
export * from "./features/earnings/schema.ts";
export * from "./features/engagements/schema.ts";
export * from "./features/invoices/schema.ts";
export * from "./features/matching/schema.ts";
export * from "./features/membership/schema.ts";
export * from "./features/messages/schema.ts";
export * from "./features/notifications/schema.ts";
export * from "./features/payouts/schema.ts";
export * from "./features/profiles/schema.ts";
export * from "./features/reference/schema.ts";
export * from "./features/reviews/schema.ts";
export * from "./features/support/schema.ts";
export * from "./files/schema.ts";
export * from "./http/idempotency/schema.ts";
export * from "./http/schema.ts";
export * from "./mail/schema.ts";
export * from "./outbox/schema.ts";
