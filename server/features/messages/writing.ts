import { batchedWrites } from "../../database/batched-reads.ts";
import type { Db } from "../../database/database.ts";
import { append } from "../../outbox/outbox.ts";
import {
  beginConversation,
  type MessageToWrite,
  type MessageWriter,
  type NewMessage,
  removeConversations,
  type StoredMessage,
  storeMessages,
} from "./writing-store.ts";

/**
 * Stores a message; null as for `storeMessages`. Messages written at the same time share a commit, and a process has
 * only one such commit in progress: messages are returned in the order of their ids, so that they are announced in that
 * order.
 */
export const openMessageWriter = (db: Db): MessageWriter =>
  batchedWrites((messages: MessageToWrite[]) => storeAll(db, messages));

async function storeAll(db: Db, messages: readonly MessageToWrite[]): Promise<(StoredMessage | null)[]> {
  const first = messages.filter(({ begins }) => begins);
  if (first.length === 0) return storeMessages(db, messages);
  return db.transaction(async (tx) => {
    const begun: number[] = [];
    // In a fixed order, so that two processes cannot deadlock.
    for (const { customerId, advisorId, createdAt } of first.toSorted((one, other) =>
      keyOf(one).localeCompare(keyOf(other)),
    )) {
      const id = await beginConversation(tx, { customerId, advisorId }, createdAt);
      if (id !== null) begun.push(id);
    }
    const stored = await storeMessages(tx, messages);
    for (const each of stored) if (each?.previous === null) await recordStart(tx, each);
    // An account that was closed since the caller looked takes no message.
    const empty = begun.filter((id) => !stored.some((each) => each?.conversation.id === id));
    if (empty.length > 0) await removeConversations(tx, empty);
    return stored;
  });
}

const keyOf = ({ customerId, advisorId }: NewMessage) => `${customerId} ${advisorId}`;

/** Appends the event of a conversation whose first message this is. */
async function recordStart(tx: Db, { conversation, last }: StoredMessage): Promise<void> {
  const { id: subjectId, customerId, advisorId } = conversation;
  const data = { receiverId: last.senderId === customerId ? advisorId : customerId };
  await append(tx, { kind: "conversation.started", actorId: last.senderId, subjectId, data }, last.createdAt);
}
