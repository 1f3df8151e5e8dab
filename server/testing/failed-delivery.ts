import type { Db } from "../database/database.ts";
import { events } from "../outbox/schema.ts";

/** An event about an account that was given up; written at once, so that nothing delivers it before. Returns its id. */
export async function insertFailedDelivery(db: Db, kind: string, memberId: number, now: Date): Promise<number> {
  const failed = { failedAt: now, failure: "TypeError at server/x.ts:1", attempts: 30 };
  const [row] = await db
    .insert(events)
    .values({ kind, subject: "account", subjectId: memberId, createdAt: now, ...failed })
    .returning({ id: events.id });
  return (row as { id: number }).id;
}
