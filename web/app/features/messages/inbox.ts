import { type Conversation, listConversations } from "@plumbline/contract/messages/contract.ts";
import type { ChangedFrame, MessageFrame, ReadFrame, TypingFrame } from "@plumbline/contract/messages/frames.ts";
import { call } from "../../call.ts";
import { asFailure, type Failure } from "../../failure.ts";
import { memberStore } from "../../member-store.ts";
import { currentSession } from "../../session.ts";
import { withConversation } from "./thread.ts";

/** The member's conversations, shared by the header's badge, the list and the chat. */
export type Inbox = { conversations: readonly Conversation[]; loaded: boolean; more: boolean; failure: Failure | null };
/** The frames of both channels about conversations; on one of them a message comes with its conversation. */
export type Frame = ((MessageFrame | ChangedFrame) & { conversation?: Conversation }) | ReadFrame | TypingFrame;

const empty: Inbox = { conversations: [], loaded: false, more: false, failure: null };
const fullPage = 100;
const inboxStore = memberStore(empty);
const listeners = new Set<(frame: Frame) => void>();
let loading: { token: string; done: Promise<void> } | null = null;

export const currentInbox = () => inboxStore.getState();

/** Loads the latest conversations; simultaneous calls share one request. Never throws. */
export function loadInbox(): Promise<void> {
  const token = currentSession()?.accessToken;
  if (!token) return Promise.resolve();
  if (loading?.token === token) return loading.done;
  const mine = { token, done: load(token) };
  loading = mine;
  return mine.done.finally(() => {
    if (loading === mine) loading = null;
  });
}

/** The same once a load has ended that has begun before, because it may lack what has arrived since. Never throws. */
export async function reloadInbox(): Promise<void> {
  await loading?.done;
  await loadInbox();
}

async function load(token: string) {
  if (currentSession()?.role === "staff") return;
  try {
    await loadPage(token);
  } catch (error) {
    if (isOf(token)) inboxStore.setState({ loaded: true, failure: asFailure(error) });
  }
}

const isOf = (token: string) => currentSession()?.accessToken === token;

async function loadPage(token: string, before?: number) {
  const page = await call(listConversations, { query: { before } });
  if (!isOf(token)) return;
  const inbox = currentInbox();
  const seen = new Set(page.map(({ receiver }) => receiver.id));
  const kept = inbox.conversations.filter(({ receiver }) => !seen.has(receiver.id));
  // A message that came after the page was read has told more of its conversation.
  const newest = page.map((read) => {
    const known = conversationWith(read.receiver.id);
    return known && lastOf(known) > lastOf(read) ? known : read;
  });
  // Reloading keeps older pages and new conversations.
  const conversations = [...newest, ...kept].reduce<Conversation[]>(withConversation, []);
  const more = before === undefined && inbox.loaded ? inbox.more : page.length === fullPage;
  inboxStore.setState({ conversations, loaded: true, more, failure: null });
}

/** The id of a conversation's last message; 0 without any. */
const lastOf = (conversation: Conversation | undefined) => conversation?.last_message?.id ?? 0;

/** Throws a Failure. */
export async function loadOlderConversations(): Promise<void> {
  const oldest = currentInbox().conversations.findLast(({ last_message }) => last_message)?.last_message?.id;
  const token = currentSession()?.accessToken;
  if (oldest !== undefined && token) await loadPage(token, oldest);
}

/** Inserts a conversation in order; one with id 0 is new and comes first (rows M-01 and M-14). */
export function putConversation(conversation: Conversation) {
  inboxStore.setState(({ conversations }) => ({ conversations: withConversation(conversations, conversation) }));
}

/** The reader has read everything in a conversation. */
export function markSeen(receiverId: number) {
  const conversation = conversationWith(receiverId);
  if (conversation && conversation.unread_count > 0) putConversation({ ...conversation, unread_count: 0 });
}

export function conversationWith(receiverId: number): Conversation | undefined {
  return currentInbox().conversations.find(({ receiver }) => receiver.id === receiverId);
}

/** Handles a frame of the conversations channel: first the list, then listeners. */
export function arrived(frame: Frame) {
  if (frame.type === "message" && frame.conversation) {
    const known = conversationWith(frame.conversation.receiver.id);
    // Frames of two processes may arrive out of order; the newest message counts.
    if (lastOf(known) <= frame.id) putConversation(frame.conversation);
  }
  // A message that was removed may be the one that the list shows.
  if (frame.type === "changed" && frame.conversation) putConversation(frame.conversation);
  if (frame.type === "read") {
    const known = currentInbox().conversations.find(({ id }) => id === frame.conversation_id);
    if (known?.receiver.id === frame.member_id)
      putConversation({ ...known, receiver_read_id: Math.max(known.receiver_read_id, frame.message_id) });
    else if (known && lastOf(known) <= frame.message_id) putConversation({ ...known, unread_count: 0 });
  }
  for (const listener of listeners) listener(frame);
}

/** Calls `listener` for every frame, after the list has been updated. */
export function onFrame(listener: (frame: Frame) => void) {
  listeners.add(listener);
}

export const useInbox = (): Inbox => inboxStore();

/** For the header's badge. */
export const useUnreadMessages = (): number =>
  inboxStore(({ conversations }) => conversations.reduce((sum, { unread_count }) => sum + unread_count, 0));
