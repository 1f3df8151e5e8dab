import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { disputeAnswers } from "./schema.ts";

export type AnswerRow = typeof disputeAnswers.$inferSelect;
type Stage = AnswerRow["stage"];

/** The answer to a dispute at a stage, with the name of who wrote or sent it. */
export async function findAnswer(
  db: Db,
  disputeId: number,
  stage: Stage,
): Promise<(AnswerRow & { by: string | null }) | null> {
  const [row] = await atStage(db).execute({ disputeId, stage });
  return row ? { ...row.answer, by: row.by } : null;
}

const atStage = preparedOn((db) =>
  db
    .select({ answer: disputeAnswers, by: nameColumn(sql`${disputeAnswers.staffId}`) })
    .from(disputeAnswers)
    .where(
      and(
        eq(disputeAnswers.disputeId, sql.placeholder("disputeId")),
        eq(disputeAnswers.stage, sql.placeholder("stage")),
      ),
    )
    .prepare("dispute_answer_at_stage"),
);

export async function findAnswerById(db: Db, id: number): Promise<AnswerRow | null> {
  const [row] = await db.select().from(disputeAnswers).where(eq(disputeAnswers.id, id));
  return row ?? null;
}

/** The latest answer to a dispute, for one that is closed. */
export async function findLastAnswer(db: Db, disputeId: number): Promise<(AnswerRow & { by: string | null }) | null> {
  const open = await findAnswer(db, disputeId, "open");
  return open ?? (await findAnswer(db, disputeId, "inquiry"));
}

export async function insertAnswer(tx: Db, answer: typeof disputeAnswers.$inferInsert): Promise<AnswerRow | null> {
  const [row] = await tx.insert(disputeAnswers).values(answer).onConflictDoNothing().returning();
  return row ?? null;
}

/** Writes only over a draft of the version that was read; null when somebody was quicker. */
export async function writeDraft(
  tx: Db,
  id: number,
  version: number,
  values: Partial<AnswerRow>,
): Promise<AnswerRow | null> {
  const [row] = await tx
    .update(disputeAnswers)
    .set({ ...values, version: version + 1 })
    .where(
      and(
        eq(disputeAnswers.id, id),
        eq(disputeAnswers.state, "draft").inlineParams(),
        eq(disputeAnswers.version, version),
      ),
    )
    .returning();
  return row ?? null;
}

/** Settles an answer that is under way; false when another process has. */
export async function settleAnswer(tx: Db, id: number, values: Partial<AnswerRow>): Promise<boolean> {
  const rows = await tx
    .update(disputeAnswers)
    .set(values)
    .where(and(eq(disputeAnswers.id, id), eq(disputeAnswers.state, "asked").inlineParams()))
    .returning({ id: disputeAnswers.id });
  return rows.length === 1;
}

/** Answers whose outcome is not recorded yet. */
export async function openAnswers(db: Db): Promise<AnswerRow[]> {
  return db
    .select()
    .from(disputeAnswers)
    .where(eq(disputeAnswers.state, "asked").inlineParams())
    .orderBy(asc(disputeAnswers.id))
    .limit(50);
}
