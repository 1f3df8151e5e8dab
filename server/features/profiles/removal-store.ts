import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { profiles } from "./schema.ts";

type Texts = { headLine: string | null; description: string | null };

/**
 * Puts a stub in the place of a profile's own texts and returns them; null when there are none, or only the stub of an earlier
 * removal, which stays: lifting that removal finds its texts' place by it.
 */
export async function removeProfileTexts(
  tx: Db,
  memberId: number,
  stub: string,
  earlierStubs: readonly string[],
): Promise<Texts | null> {
  const [before] = await tx.select().from(profiles).where(eq(profiles.memberId, memberId)).for("update");
  if (!before || (!before.headLine && !before.description)) return null;
  if (!before.headLine && before.description !== null && earlierStubs.includes(before.description)) return null;
  await tx
    .update(profiles)
    .set({ headLine: null, description: stub, version: sql`${profiles.version} + 1` })
    .where(eq(profiles.memberId, memberId));
  return { headLine: before.headLine, description: before.description };
}

export async function putBackProfile(
  tx: Db,
  memberId: number,
  { stub, headLine, description }: Texts & { stub: string },
): Promise<boolean> {
  const back = await tx
    .update(profiles)
    .set({ headLine, description, version: sql`${profiles.version} + 1` })
    .where(and(eq(profiles.memberId, memberId), eq(profiles.description, stub)))
    .returning({ id: profiles.memberId });
  return back.length === 1;
}
