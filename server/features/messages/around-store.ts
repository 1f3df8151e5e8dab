import { and, asc, desc, eq, gt, lte, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { messages } from "./schema.ts";

const each = 5;

/** A message with the five before and after it, oldest first, and who wrote them. */
export async function messagesAround(db: Db, conversationId: number, id: number) {
  const columns = {
    id: messages.id,
    by: nameColumn(sql`${messages.senderId}`),
    body: messages.body,
    createdAt: messages.createdAt,
  };
  const here = eq(messages.conversationId, conversationId);
  const [before, after] = await Promise.all([
    db
      .select(columns)
      .from(messages)
      .where(and(here, lte(messages.id, id)))
      .orderBy(desc(messages.id))
      .limit(each + 1),
    db
      .select(columns)
      .from(messages)
      .where(and(here, gt(messages.id, id)))
      .orderBy(asc(messages.id))
      .limit(each),
  ]);
  return [...before.reverse(), ...after];
}
