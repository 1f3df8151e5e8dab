import {
  type Conversation,
  listMessages as endpoint,
  type Message,
  readConversation,
} from "@plumbline/contract/messages/contract.ts";
import { call } from "../../call.ts";
import { asFailure, type Failure } from "../../failure.ts";
import { memberStore } from "../../member-store.ts";
import { conversationWith, markSeen, onFrame, putConversation } from "./inbox.ts";
import { merged } from "./thread.ts";

/** The loaded messages of the chat with one member. */
export type Chat = {
  messages: readonly Message[];
  /** Older ones exist. */
  more: boolean;
  /** Newer ones exist that are not loaded, because an old message was opened. */
  newer: boolean;
  loaded: boolean;
  /** How the last attempt to load these stands. */
  older: "loaded" | "loading" | "failed";
  failure: Failure | null;
  /** The other member was typing until then, in milliseconds. */
  typingUntil: number;
  loadedAt: number;
  /** What was asked for last: the newest messages, or those around one of them. Another object each time. */
  view: { around: number | null };
};

const empty: Chat = {
  messages: [],
  more: false,
  newer: false,
  loaded: false,
  older: "loaded",
  failure: null,
  typingUntil: 0,
  loadedAt: 0,
  view: { around: null },
};
/** The page size of history, and how long a typing indicator is shown. */
const typingFor = 5000;
/** Messages of two processes may arrive out of order, so catching up starts some messages before the last known one. */
const overlap = 20;

const chatStore = memberStore<Record<number, Chat>>({});

export const chatOf = (receiverId: number): Chat => chatStore.getState()[receiverId] ?? empty;

function update(receiverId: number, part: Partial<Chat>) {
  chatStore.setState({ [receiverId]: { ...chatOf(receiverId), ...part } });
}

/** Begins a view; an answer that is not for it any more, because another was asked for or its member has left, is dropped. */
function beginView(receiverId: number, around: number | null): () => boolean {
  const view = { around };
  update(receiverId, { view });
  return () => chatOf(receiverId).view === view;
}

async function listMessages(query: { receiver_id: number; before?: number; after?: number }) {
  return call(endpoint, { query });
}

function keepConversation(conversation: Conversation | null) {
  // A new conversation is listed as soon as its chat is opened (row M-14).
  if (conversation) putConversation(conversation);
}

/** Loads the newest messages; a failed request shows an empty list with the error (row M-12, decision 10). */
export async function openChat(receiverId: number): Promise<void> {
  const isWanted = beginView(receiverId, null);
  try {
    const { entries, more, conversation } = await listMessages({ receiver_id: receiverId });
    if (!isWanted()) return;
    const known = chatOf(receiverId);
    // With a gap between the known messages and the newest page, the known ones are dropped.
    const joined = known.messages.some(({ id }) => id >= (entries[0]?.id ?? 0));
    update(receiverId, {
      messages: joined ? merged(known.messages, entries) : entries,
      more: joined && known.loaded ? known.more : more,
      newer: false,
      loaded: true,
      failure: null,
      loadedAt: Date.now(),
    });
    keepConversation(conversation);
  } catch (error) {
    if (isWanted()) update(receiverId, { loaded: true, failure: asFailure(error) });
  }
}

/** Loads the messages around one of them, unless it is known; those between them and the newest are loaded by `loadNewer`. */
export async function openAround(receiverId: number, id: number): Promise<void> {
  const { messages, newer } = chatOf(receiverId);
  const isKnown = messages.some((message) => message.id === id);
  if (isKnown && !newer) return openChat(receiverId);
  const isWanted = beginView(receiverId, id);
  if (isKnown) return;
  try {
    const [older, later] = await Promise.all([
      listMessages({ receiver_id: receiverId, before: id + 1 }),
      listMessages({ receiver_id: receiverId, after: id }),
    ]);
    if (!isWanted()) return;
    update(receiverId, {
      messages: merged(older.entries, later.entries),
      more: older.more,
      newer: later.more,
      loaded: true,
      failure: null,
      loadedAt: Date.now(),
    });
    keepConversation(older.conversation);
    if (!later.more) await catchUp(receiverId);
  } catch (error) {
    if (isWanted()) update(receiverId, { loaded: true, failure: asFailure(error) });
  }
}

const loadingNewer = new Set<number>();

/** The messages after those that are loaded, up to the newest. */
export async function loadNewer(receiverId: number): Promise<void> {
  const { messages, newer } = chatOf(receiverId);
  const after = messages.at(-1)?.id;
  if (!newer || loadingNewer.has(receiverId) || after === undefined) return;
  loadingNewer.add(receiverId);
  try {
    const page = await listMessages({ receiver_id: receiverId, after });
    // Others may be shown by now, on which these do not follow.
    const now = chatOf(receiverId);
    if (now.newer && now.messages.at(-1)?.id === after)
      update(receiverId, { messages: merged(now.messages, page.entries), newer: page.more });
  } catch (error) {
    console.warn("Newer messages did not load:", error);
  } finally {
    loadingNewer.delete(receiverId);
  }
}

/** After a reconnect: loads everything newer than the last known messages, in order, until there is no more. */
export async function catchUp(receiverId: number): Promise<void> {
  const chat = chatOf(receiverId);
  if (chat.newer) return;
  const last = (chat.messages.at(-overlap) ?? chat.messages[0])?.id;
  if (!chat.loaded || chat.failure || last === undefined)
    return chat.view.around === null ? openChat(receiverId) : openAround(receiverId, chat.view.around);
  const isWanted = () => chatOf(receiverId).view === chat.view && !chatOf(receiverId).newer;
  let after = last;
  for (;;) {
    const { entries, more, conversation } = await listMessages({ receiver_id: receiverId, after });
    if (!isWanted()) return;
    update(receiverId, { messages: merged(chatOf(receiverId).messages, entries) });
    keepConversation(conversation);
    after = entries.at(-1)?.id ?? after;
    if (!more || entries.length === 0) return;
  }
}

export async function loadOlder(receiverId: number): Promise<void> {
  const { messages, more, older } = chatOf(receiverId);
  const before = messages[0]?.id;
  if (!more || older === "loading" || before === undefined) return;
  update(receiverId, { older: "loading" });
  try {
    const page = await listMessages({ receiver_id: receiverId, before });
    const now = chatOf(receiverId);
    update(
      receiverId,
      now.messages[0]?.id === before
        ? { messages: merged(page.entries, now.messages), more: page.more, older: "loaded" }
        : { older: "loaded" },
    );
  } catch (error) {
    update(receiverId, { older: "failed" });
    console.warn("Older messages did not load:", error);
  }
}

/** A message from the server: the response to sending it, or a live frame. */
export function addMessage(message: Message) {
  for (const receiverId of [message.sender.id, message.receiver.id]) {
    const chat = chatOf(receiverId);
    if (!chat.loaded || chat.newer) continue;
    update(receiverId, {
      messages: merged(chat.messages, [message]),
      typingUntil: message.sender.id === receiverId ? 0 : chat.typingUntil,
    });
  }
}

/** The further call of opening a conversation: the other member and one's own profile (row M-13). */
export async function markRead(receiverId: number): Promise<void> {
  const conversation = conversationWith(receiverId);
  if (!conversation) return;
  const ownId = ownIdIn(conversation);
  markSeen(receiverId);
  await call(readConversation, { body: { receiver_id: receiverId, profile_id: ownId } }).catch((error) =>
    console.warn(error),
  );
}

/** A conversation names both of its members; the reader is the one who is not the receiver. */
export function ownIdIn({ customer_id, advisor_id, receiver }: Conversation): number {
  return receiver.id === customer_id ? advisor_id : customer_id;
}

onFrame((frame) => {
  if (frame.type === "changed") {
    const { type: _, conversation: __, ...message } = frame;
    const receiverId = [message.sender.id, message.receiver.id].find((id) =>
      chatOf(id).messages.some((known) => known.id === message.id),
    );
    if (receiverId !== undefined) update(receiverId, { messages: merged(chatOf(receiverId).messages, [message]) });
  }
  if (frame.type === "message") {
    const { conversation: _conversation, type: _type, ...message } = frame;
    addMessage(message);
  }
  if (frame.type === "typing" && frame.member_id in chatStore.getState())
    update(frame.member_id, { typingUntil: frame.typing ? Date.now() + typingFor : 0 });
});

export const useChat = (receiverId: number): Chat => chatStore((chats) => chats[receiverId] ?? empty);
