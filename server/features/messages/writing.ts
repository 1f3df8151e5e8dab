import type { House } from "../../house.ts";
import type { Db } from "../../platform/database.ts";
import { append } from "../../platform/events.ts";
import { writtenTogether } from "../../platform/together.ts";
import type { Pair } from "./store.ts";
import { beginConversation, type NewMessage, type StoredMessage, storeMessages } from "./writing-store.ts";

/** What is to be stored between two members; conversationId null where they had none. */
type Letter = Pair & Omit<NewMessage, "conversationId"> & { conversationId: number | null };

const writers = new WeakMap<House, (letter: Letter) => Promise<StoredMessage>>();

/**
 * Stores a message. Those of one moment share a commit, and a process has one under way at a time: messages are answered
 * in the order of their ids, so that they are told in the order in which they are stored.
 */
export function storeMessage(house: House, letter: Letter): Promise<StoredMessage> {
  const write = writers.get(house) ?? writtenTogether((letters: Letter[]) => storeAll(house, letters));
  writers.set(house, write);
  return write(letter);
}

async function storeAll(house: House, letters: readonly Letter[]): Promise<StoredMessage[]> {
  const first = letters.filter(({ conversationId }) => conversationId === null);
  if (first.length === 0) return storeMessages(house.db, letters as readonly NewMessage[]);
  return house.db.transaction(async (tx) => {
    const begun = await beginAll(tx, first);
    const known = letters.map((letter) => ({ ...letter, conversationId: letter.conversationId ?? begun(letter) }));
    return storeMessages(tx, known);
  });
}

const keyOf = ({ customerId, advisorId }: Pair) => `${customerId} ${advisorId}`;

/** Begins the conversations of those who had none, each once; answers their ids by pair. */
async function beginAll(tx: Db, letters: readonly Letter[]): Promise<(pair: Pair) => number> {
  const ids = new Map<string, number>();
  // In one order, so that two processes do not wait for one another.
  for (const letter of letters.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)))) {
    if (ids.has(keyOf(letter))) continue;
    const { customerId, advisorId, senderId, createdAt } = letter;
    const { id, begun } = await beginConversation(tx, { customerId, advisorId }, createdAt);
    ids.set(keyOf(letter), id);
    const data = { receiverId: senderId === customerId ? advisorId : customerId };
    const event = { kind: "conversation.started", actorId: senderId, subject: "conversation", subjectId: id, data };
    if (begun) await append(tx, event, createdAt);
  }
  return (pair) => ids.get(keyOf(pair)) as number;
}
