import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { bytes, moment } from "../../database/columns.ts";

/**
 * The state and response of each call with an Idempotency-Key (decision 46), kept for 24 hours. Key and request are
 * stored as keyed hashes; steps and response are encrypted with a key derived from the Idempotency-Key, which is not
 * stored.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** The owner: "member 12", or "visitor" with a keyed hash of the network address. */
    scope: text("scope").notNull(),
    endpoint: text("endpoint").notNull(),
    keyHash: text("key_hash").notNull(),
    requestHash: text("request_hash").notNull(),
    /** Random; changes when another run takes the key over, after which the previous run can no longer commit. */
    claim: text("claim").notNull(),
    /** The end of the run's lease, which it renews while it works. */
    leasedUntil: moment("leased_until").notNull(),
    /** The return values of the committed transactions, written by them; null while there are none. */
    steps: bytes("steps"),
    /** The response; null while the call is in progress. */
    status: smallint("status"),
    body: bytes("body"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.endpoint, table.keyHash] }),
    index("idempotency_keys_by_request").on(table.endpoint, table.keyHash, table.requestHash),
    index("idempotency_keys_running").on(table.leasedUntil).where(sql`status is null`),
    index("idempotency_keys_created").on(table.createdAt),
  ],
);
