import type { House } from "../../house.ts";
import type { Db } from "../../platform/database.ts";
import { append } from "../../platform/events.ts";
import { writtenTogether } from "../../platform/together.ts";
import { beginConversation, type NewMessage, type StoredMessage, storeMessages } from "./writing-store.ts";

/** `begins` where it may be the first between the two. */
type Letter = NewMessage & { begins: boolean };

const writers = new WeakMap<House["database"], (letter: Letter) => Promise<StoredMessage | null>>();

/**
 * Stores a message, or answers null as `storeMessages` does. Those of one moment share a commit, and a process has one
 * under way at a time: messages are answered in the order of their ids, so that they are told in the order in which they
 * are stored.
 */
export function storeMessage(house: House, letter: Letter): Promise<StoredMessage | null> {
  const write =
    writers.get(house.database) ?? writtenTogether((letters: Letter[]) => storeAll(house.database.db, letters));
  writers.set(house.database, write);
  return write(letter);
}

async function storeAll(db: Db, letters: readonly Letter[]): Promise<(StoredMessage | null)[]> {
  const first = letters.filter(({ begins }) => begins);
  if (first.length === 0) return storeMessages(db, letters);
  return db.transaction(async (tx) => {
    // In one order, so that two processes do not wait for one another.
    for (const letter of first.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other))))
      await begin(tx, letter);
    return storeMessages(tx, letters);
  });
}

const keyOf = ({ customerId, advisorId }: NewMessage) => `${customerId} ${advisorId}`;

/** Begins a conversation and says so, unless somebody was quicker. */
async function begin(tx: Db, { customerId, advisorId, senderId, createdAt }: NewMessage): Promise<void> {
  const id = await beginConversation(tx, { customerId, advisorId }, createdAt);
  if (id === null) return;
  const data = { receiverId: senderId === customerId ? advisorId : customerId };
  const event = { kind: "conversation.started", actorId: senderId, subject: "conversation", subjectId: id, data };
  await append(tx, event, createdAt);
}
