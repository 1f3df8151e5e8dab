import type { Message } from "@plumbline/contract/messages/contract.ts";
import { present } from "@plumbline/contract/present.ts";
import type { AppContext } from "../../context.ts";
import { highestMessageId, messagesAfter } from "./live-store.ts";
import { threadsByIds } from "./store.ts";
import type { Announced, LoadedMessage } from "./topics.ts";
import { messageViews } from "./view.ts";

type DeliveryOptions = {
  /** Whether this process has a subscriber for the conversation. */
  hasSubscribers(announced: Announced): boolean;
  broadcast(loaded: LoadedMessage): void;
};

/** The maximum number of conversations read in one query, and of messages read per conversation. */
const maxConversations = 100;
const maxMessages = 100;
/** The maximum number of conversations whose last delivered message is remembered. */
const maxRemembered = 100_000;
/** The delay after a failed read, in milliseconds. */
const retryDelay = 500;

export type OrderedDelivery = ReturnType<typeof openOrderedDelivery>;

/**
 * Delivers messages to the sockets of this process: per conversation in the order of their ids, each exactly once, in
 * whatever order the processes announce them. An announcement is only a hint. A message whose predecessor was delivered is
 * sent at once; otherwise all messages after the last delivered one are read from the database, and other frames of the
 * conversation are queued meanwhile (ADR-017).
 */
export function openOrderedDelivery(
  context: Pick<AppContext, "db" | "log" | "fileAddresses">,
  options: DeliveryOptions,
) {
  /** By conversation: the last message that was delivered, or that had no subscriber in this process. */
  const lastDelivered = new Map<number, number>();
  /** Conversations that are being read, with the callbacks queued until then. */
  const queued = new Map<number, (() => void)[]>();
  const toRead = new Set<number>();
  let reading = false;
  /** Messages up to this id were stored before this process subscribed; null until it is known. */
  let storedBefore: number | null = null;
  let highest = 0;

  const recordDelivered = (conversationId: number, id: number) => {
    // Moves the conversation to the end, so that the least recently used one is first.
    lastDelivered.delete(conversationId);
    lastDelivered.set(conversationId, id);
    highest = Math.max(highest, id);
    if (lastDelivered.size <= maxRemembered) return;
    const [oldest, last] = present(lastDelivered.entries().next().value);
    lastDelivered.delete(oldest);
    storedBefore = Math.max(storedBefore ?? 0, last);
  };

  /** Whether its predecessor was delivered, or stored before this process subscribed. */
  const isNext = ({ conversationId, previous }: Announced): boolean =>
    (previous ?? 0) <= (lastDelivered.get(conversationId) ?? storedBefore ?? -1);

  const onAnnounced = (announced: Announced, loaded?: LoadedMessage) => {
    const { conversationId, id } = announced;
    const waiting = queued.get(conversationId);
    if (waiting) return void waiting.push(() => onAnnounced(announced, loaded));
    if (id <= (lastDelivered.get(conversationId) ?? 0)) return;
    if (!options.hasSubscribers(announced)) return recordDelivered(conversationId, id);
    if (loaded && isNext(announced)) {
      recordDelivered(conversationId, id);
      return options.broadcast(loaded);
    }
    // A message that was stored while this process was subscribing still has to be delivered.
    if (storedBefore !== null && !lastDelivered.has(conversationId))
      lastDelivered.set(conversationId, Math.min(storedBefore, announced.previous ?? 0));
    read(conversationId);
  };

  const read = (conversationId: number) => {
    if (!queued.has(conversationId)) queued.set(conversationId, []);
    toRead.add(conversationId);
    if (reading) return;
    reading = true;
    void readAll();
  };

  const readAll = async () => {
    let failed = false;
    while (toRead.size > 0) {
      const batch = [...toRead].slice(0, maxConversations);
      try {
        await deliverMissing(batch);
        failed = false;
      } catch (error) {
        if (!failed) context.log.error({ err: error }, "messages could not be passed on live; they will be");
        failed = true;
        await new Promise<void>((later) => setTimeout(later, retryDelay).unref());
      }
    }
    reading = false;
  };

  const deliverMissing = async (conversationIds: readonly number[]) => {
    storedBefore ??= await highestMessageId(context.db);
    const from = storedBefore;
    const places = conversationIds.map((conversationId) => ({
      conversationId,
      after: lastDelivered.get(conversationId) ?? from,
    }));
    const rows = await messagesAfter(context.db, places, maxMessages);
    const some = [...new Set(rows.map((row) => row.conversationId))];
    const threads = new Map((await threadsByIds(context.db, some)).map((thread) => [thread.conversation.id, thread]));
    const messages = new Map<number, Message[]>();
    for (const [id, own] of Map.groupBy(rows, (row) => row.conversationId))
      messages.set(id, await messageViews(context, own, present(threads.get(id), "the conversation")));
    for (const conversationId of conversationIds) {
      const thread = threads.get(conversationId);
      const own = messages.get(conversationId) ?? [];
      for (const message of own) {
        recordDelivered(conversationId, message.id);
        options.broadcast({ message, thread: present(thread, "the conversation") });
      }
      if (own.length < maxMessages) finishReading(conversationId);
    }
  };

  const finishReading = (conversationId: number) => {
    toRead.delete(conversationId);
    const waiting = queued.get(conversationId) ?? [];
    queued.delete(conversationId);
    for (const each of waiting) each();
  };

  return {
    /** Handles the announcement of a stored message. */
    onAnnounced,
    /** Calls back once the conversation's messages up to `messageId` have been delivered. */
    after: ({ conversationId, messageId }: { conversationId: number; messageId: number }, callback: () => void) => {
      if ((lastDelivered.get(conversationId) ?? messageId) < messageId) read(conversationId);
      const waiting = queued.get(conversationId);
      if (!waiting) return callback();
      waiting.push(() => {
        const again = queued.get(conversationId);
        if (again) again.push(callback);
        else callback();
      });
    },
    /** Delivers what is missing up to the conversation's last message. */
    catchUp: (conversationId: number, lastMessageId: number) => {
      if (lastMessageId > (lastDelivered.get(conversationId) ?? storedBefore ?? 0)) read(conversationId);
    },
    /** Reads the highest message id; messages up to it are not delivered by this process. */
    begin: async () => {
      storedBefore ??= await highestMessageId(context.db);
      highest = Math.max(highest, storedBefore);
    },
    /** The highest message id that this process has seen. */
    highest: () => highest,
  };
}
