import type { Recommendation } from "@plumbline/contract/back-office/queue-rules.ts";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { oneRow } from "../../database/rows.ts";
import { applicationReferences } from "./schema.ts";

export async function insertReference(tx: Db, row: typeof applicationReferences.$inferInsert): Promise<number> {
  return oneRow(await tx.insert(applicationReferences).values(row).returning({ id: applicationReferences.id })).id;
}

export type ReferenceRow = typeof applicationReferences.$inferSelect;

export async function findReference(db: Db, id: number): Promise<ReferenceRow | null> {
  return (await db.select().from(applicationReferences).where(eq(applicationReferences.id, id)))[0] ?? null;
}

const byToken = preparedOn((db) =>
  db
    .select()
    .from(applicationReferences)
    .where(eq(applicationReferences.tokenHash, sql.placeholder("tokenHash")))
    .prepare("application_reference_by_token"),
);

export async function findReferenceByToken(db: Db, tokenHash: string): Promise<ReferenceRow | null> {
  const [row] = await byToken(db).execute({ tokenHash });
  return row ?? null;
}

export async function writeReferenceToken(tx: Db, id: number, tokenHash: string): Promise<void> {
  await tx.update(applicationReferences).set({ tokenHash }).where(eq(applicationReferences.id, id));
}

type Given = { knownAs: string; recommends: Recommendation; words: string | null; answeredAt: Date };

/** Stores a reference; false when it was given already or the link has run out. */
export async function writeReference(tx: Db, id: number, given: Given): Promise<boolean> {
  const isOpen = and(
    eq(applicationReferences.id, id),
    isNull(applicationReferences.answeredAt),
    gt(applicationReferences.expiresAt, given.answeredAt),
  );
  const rows = await tx
    .update(applicationReferences)
    .set(given)
    .where(isOpen)
    .returning({ id: applicationReferences.id });
  return rows.length === 1;
}
