import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { reviews } from "./schema.ts";

type Contents = { body: string; ratingChosen: boolean };

/**
 * Puts a stub in the place of a review, whose rating no longer counts, and returns what it said; null when it is gone, or
 * removed already.
 */
export async function removeReview(tx: Db, id: number, stub: string, reason: string): Promise<Contents | null> {
  const [before] = await tx.select().from(reviews).where(eq(reviews.id, id)).for("update");
  if (!before || before.removedReason !== null) return null;
  await tx
    .update(reviews)
    .set({ body: stub, ratingChosen: false, removedReason: reason })
    .where(and(eq(reviews.id, id), isNull(reviews.removedReason)));
  return { body: before.body, ratingChosen: before.ratingChosen };
}

export async function putBackReview(tx: Db, { id, body, ratingChosen }: Contents & { id: number }): Promise<boolean> {
  const back = await tx
    .update(reviews)
    .set({ body, ratingChosen, removedReason: null })
    .where(and(eq(reviews.id, id), isNotNull(reviews.removedReason)))
    .returning({ id: reviews.id });
  return back.length === 1;
}
