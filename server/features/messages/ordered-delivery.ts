import type { Message } from "@plumbline/contract/messages/contract.ts";
import type { House } from "../../house.ts";
import { highestMessageId, messagesAfter } from "./live-store.ts";
import { type Thread, threadsByIds } from "./store.ts";
import { messageViews } from "./view.ts";

/** What the bus says of a stored message: ids. `previous` is the message before it in its conversation. */
export type Announced = {
  id: number;
  previous: number | null;
  conversationId: number;
  customerId: number;
  advisorId: number;
};
/** What the storing process has, so that it need not read it again. */
export type InHand = { message: Message; thread: Thread };

type Wiring = {
  /** Somebody here hears of this conversation. */
  heard(announced: Announced): boolean;
  broadcast(inHand: InHand): void;
};

/** Conversations read in one query, and messages of each. */
const mostConversations = 100;
const mostMessages = 100;
/** Conversations whose last message is remembered. */
const mostRemembered = 100_000;
/** After a database that did not answer, in milliseconds. */
const retryAfter = 500;

export type OrderedDelivery = ReturnType<typeof openOrderedDelivery>;

/**
 * Passes messages on to the sockets of this process: of each conversation in the order of their ids, none left out, each
 * once, in whatever order the processes announce them. An announcement is only a hint. A message whose predecessor has been
 * passed on goes out at once; otherwise everything after the last one passed on is read from the table, and whatever is
 * said of the conversation meanwhile waits (decision 017).
 */
export function openOrderedDelivery(house: Pick<House, "db" | "log" | "secret" | "clock">, wiring: Wiring) {
  /** Conversation → its last message that this process has passed on, or knows to be heard by nobody here. */
  const passed = new Map<number, number>();
  /** Conversations that are being read, and what waits until they have been. */
  const behind = new Map<number, (() => void)[]>();
  const toRead = new Set<number>();
  let reading = false;
  /** Messages up to here were stored before this process listened; null until it is known. */
  let floor: number | null = null;
  let highest = 0;

  const note = (conversationId: number, id: number) => {
    // The conversation that rested longest is the first.
    passed.delete(conversationId);
    passed.set(conversationId, id);
    highest = Math.max(highest, id);
    if (passed.size <= mostRemembered) return;
    const [oldest, last] = passed.entries().next().value as [number, number];
    passed.delete(oldest);
    floor = Math.max(floor ?? 0, last);
  };

  /** Its predecessor has been passed on, or was stored before this process listened. */
  const follows = ({ conversationId, previous }: Announced): boolean =>
    (previous ?? 0) <= (passed.get(conversationId) ?? floor ?? -1);

  const take = (announced: Announced, inHand?: InHand) => {
    const { conversationId, id } = announced;
    const waiting = behind.get(conversationId);
    if (waiting) return void waiting.push(() => take(announced, inHand));
    if (id <= (passed.get(conversationId) ?? 0)) return;
    if (!wiring.heard(announced)) return note(conversationId, id);
    if (inHand && follows(announced)) {
      note(conversationId, id);
      return wiring.broadcast(inHand);
    }
    // One that was stored while this process began to listen counts as news.
    if (floor !== null && !passed.has(conversationId))
      passed.set(conversationId, Math.min(floor, announced.previous ?? 0));
    read(conversationId);
  };

  const read = (conversationId: number) => {
    if (!behind.has(conversationId)) behind.set(conversationId, []);
    toRead.add(conversationId);
    if (reading) return;
    reading = true;
    void readAll();
  };

  const readAll = async () => {
    let failed = false;
    while (toRead.size > 0) {
      const batch = [...toRead].slice(0, mostConversations);
      try {
        await pass(batch);
        failed = false;
      } catch (error) {
        if (!failed) house.log.error({ err: error }, "messages could not be passed on live; they will be");
        failed = true;
        await new Promise<void>((later) => setTimeout(later, retryAfter).unref());
      }
    }
    reading = false;
  };

  const pass = async (conversationIds: readonly number[]) => {
    floor ??= await highestMessageId(house.db);
    const from = floor;
    const places = conversationIds.map((conversationId) => ({
      conversationId,
      after: passed.get(conversationId) ?? from,
    }));
    const rows = await messagesAfter(house.db, places, mostMessages);
    const some = [...new Set(rows.map((row) => row.conversationId))];
    const threads = new Map((await threadsByIds(house.db, some)).map((thread) => [thread.conversation.id, thread]));
    const messages = new Map<number, Message[]>();
    for (const [id, own] of Map.groupBy(rows, (row) => row.conversationId))
      messages.set(id, await messageViews(house, own, threads.get(id) as Thread));
    for (const conversationId of conversationIds) {
      const thread = threads.get(conversationId);
      const own = messages.get(conversationId) ?? [];
      for (const message of own) {
        note(conversationId, message.id);
        wiring.broadcast({ message, thread: thread as Thread });
      }
      if (own.length < mostMessages) done(conversationId);
    }
  };

  const done = (conversationId: number) => {
    toRead.delete(conversationId);
    const waiting = behind.get(conversationId) ?? [];
    behind.delete(conversationId);
    for (const each of waiting) each();
  };

  return {
    /** A message is stored. */
    take,
    /** Says something of a conversation as soon as its messages up to `messageId` have been passed on. */
    after: ({ conversationId, messageId }: { conversationId: number; messageId: number }, say: () => void) => {
      if ((passed.get(conversationId) ?? messageId) < messageId) read(conversationId);
      const waiting = behind.get(conversationId);
      if (!waiting) return say();
      waiting.push(() => {
        const again = behind.get(conversationId);
        if (again) again.push(say);
        else say();
      });
    },
    /** The conversation's last message has this id: what has not been passed on is, for members who hear of it. */
    catchUp: (conversationId: number, lastMessageId: number) => {
      if (lastMessageId > (passed.get(conversationId) ?? floor ?? 0)) read(conversationId);
    },
    /** Reads where the table stands; what came before is nobody's news here. */
    begin: async () => {
      floor ??= await highestMessageId(house.db);
      highest = Math.max(highest, floor);
    },
    /** The highest id that this process has heard of. */
    highest: () => highest,
  };
}
