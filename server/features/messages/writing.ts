import { batchedWrites } from "../../database/batched-reads.ts";
import type { Db } from "../../database/database.ts";
import { append } from "../../outbox/outbox.ts";
import {
  beginConversation,
  type MessageToWrite,
  type MessageWriter,
  type NewMessage,
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
    // In a fixed order, so that two processes cannot deadlock.
    for (const message of first.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other))))
      await begin(tx, message);
    return storeMessages(tx, messages);
  });
}

const keyOf = ({ customerId, advisorId }: NewMessage) => `${customerId} ${advisorId}`;

/** Inserts a conversation and its event, unless another writer was quicker. */
async function begin(tx: Db, { customerId, advisorId, senderId, createdAt }: NewMessage): Promise<void> {
  const id = await beginConversation(tx, { customerId, advisorId }, createdAt);
  if (id === null) return;
  const data = { receiverId: senderId === customerId ? advisorId : customerId };
  const event = { kind: "conversation.started", actorId: senderId, subjectId: id, data } as const;
  await append(tx, event, createdAt);
}
