import { maxId } from "@plumbline/contract/fields.ts";
import { and, desc, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { oneRow } from "../../database/rows.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { reconciliations } from "./schema.ts";

export async function insertReconciliation(tx: Db, row: typeof reconciliations.$inferInsert): Promise<number> {
  return oneRow(await tx.insert(reconciliations).values(row).returning({ id: reconciliations.id })).id;
}

const listed = preparedOn((db) =>
  db
    .select({
      it: reconciliations,
      by: nameColumn(sql.raw("reconciliations.asked_by")),
    })
    .from(reconciliations)
    .where(lt(reconciliations.id, sql.placeholder("before")))
    .orderBy(desc(reconciliations.id))
    .limit(sql.placeholder("limit"))
    .prepare("reconciliations"),
);

export type ReconciliationRow = Awaited<ReturnType<typeof reconciliationsBefore>>[number];

/** Newest first. */
export async function reconciliationsBefore(db: Db, before: number, limit: number) {
  return listed(db).execute({ before, limit });
}

/** The last comparison, with how many differences it found. */
export async function lastReconciliation(db: Db) {
  const [last] = await reconciliationsBefore(db, maxId, 1);
  return last?.it ?? null;
}

/** When the last daily run succeeded; null before the first. */
export async function lastDailyRun(db: Db): Promise<Date | null> {
  const [row] = await db
    .select({ at: reconciliations.at })
    .from(reconciliations)
    .where(and(isNull(reconciliations.askedBy), isNull(reconciliations.failure)))
    .orderBy(desc(reconciliations.at))
    .limit(1);
  return row?.at ?? null;
}
