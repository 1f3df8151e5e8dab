import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { messages } from "./schema.ts";

type MessageKey = { conversationId: number; id: number };
type Contents = { body: string; attachmentIds: number[] };

const isThis = ({ conversationId, id }: MessageKey) =>
  and(eq(messages.conversationId, conversationId), eq(messages.id, id));

/** Puts a stub in the place of a message and returns what it said; null when it is gone, or removed already. */
export async function removeMessage(
  tx: Db,
  key: MessageKey,
  stub: string,
  reason: string,
): Promise<(Contents & { conversationId: number }) | null> {
  const [before] = await tx.select().from(messages).where(isThis(key)).for("update");
  if (!before || before.removedReason !== null) return null;
  await tx
    .update(messages)
    .set({ body: stub, attachmentIds: sql`'{}'`, removedReason: reason })
    .where(and(isThis(key), isNull(messages.removedReason)));
  const { body, attachmentIds, conversationId } = before;
  return { body, attachmentIds, conversationId };
}

export async function putBackMessage(tx: Db, { body, attachmentIds, ...key }: MessageKey & Contents): Promise<boolean> {
  const back = await tx
    .update(messages)
    .set({ body, attachmentIds, removedReason: null })
    .where(and(isThis(key), sql`${messages.removedReason} is not null`))
    .returning({ id: messages.id });
  return back.length === 1;
}
