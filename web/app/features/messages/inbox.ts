import type { Conversation, Message } from "@plumbline/contract/messages/contract.ts";
import { product } from "@plumbline/contract/product.ts";
import { useSyncExternalStore } from "react";
import { call } from "../../call.ts";
import { asFailure, type Failure } from "../../failure.ts";
import { currentSession } from "../../session.ts";
import { updateMe } from "../../shell/me.ts";
import { withConversation } from "./thread.ts";

/** The member's conversations, in one place: the header's badge, the list and the chat all read them here. */
export type Inbox = { conversations: readonly Conversation[]; loaded: boolean; more: boolean; failure: Failure | null };
/** What the live channels tell. */
export type Frame =
  | (Message & { type: "message"; conversation?: Conversation })
  | { type: "read"; conversation_id: number; member_id: number; message_id: number }
  | { type: "typing"; conversation_id: number; member_id: number; typing: boolean };

/** Where this tab keeps what was written and not yet sent; removed when the member signs out. */
export const outboxKey = `${product.toLowerCase()}.outbox`;

const empty: Inbox = { conversations: [], loaded: false, more: false, failure: null };
const fullPage = 100;
let inbox = empty;
let owner: string | null = null;
let loading: Promise<void> | null = null;
const watchers = new Set<() => void>();
const hearers = new Set<(frame: Frame) => void>();

function update(part: Partial<Inbox>) {
  inbox = { ...inbox, ...part };
  updateMe({ unreadMessages: inbox.conversations.reduce((sum, { unread_count }) => sum + unread_count, 0) });
  for (const watch of watchers) watch();
}

/** Somebody else has signed in: nothing of the one before may show. */
function belongsTo(token: string | null) {
  if (token === owner) return;
  owner = token;
  inbox = empty;
  loading = null;
}

export function currentInbox(): Inbox {
  belongsTo(currentSession()?.accessToken ?? null);
  return inbox;
}

/** Loads the latest conversations; those asked for at the same moment are asked for once. Never throws. */
export function loadInbox(): Promise<void> {
  currentInbox();
  loading ??= load().finally(() => {
    loading = null;
  });
  return loading;
}

async function load(before?: number) {
  const token = owner;
  if (!token || currentSession()?.role === "staff") return;
  try {
    const { listConversations } = await import("@plumbline/contract/messages/contract.ts");
    const page = await call(listConversations, { query: { before } });
    if (owner !== token) return;
    const seen = new Set(page.map(({ receiver }) => receiver.id));
    const kept = inbox.conversations.filter(({ receiver }) => !seen.has(receiver.id));
    // Reloading keeps older pages and seeds that were there.
    const conversations = [...page, ...kept].reduce<Conversation[]>(withConversation, []);
    const more = before === undefined && inbox.loaded ? inbox.more : page.length === fullPage;
    update({ conversations, loaded: true, more, failure: null });
  } catch (error) {
    if (owner === token) update({ loaded: true, failure: asFailure(error) });
  }
}

export function loadOlderConversations(): Promise<void> {
  const oldest = inbox.conversations.findLast(({ last_message }) => last_message)?.last_message?.id;
  return oldest === undefined ? Promise.resolve() : load(oldest);
}

/** Puts a conversation in its place; one with id 0 is new and comes first (rows M-01 and M-14). */
export function putConversation(conversation: Conversation) {
  currentInbox();
  update({ conversations: withConversation(inbox.conversations, conversation) });
}

/** The reader has seen everything of a conversation. */
export function markSeen(receiverId: number) {
  const conversation = conversationWith(receiverId);
  if (conversation && conversation.unread_count > 0) putConversation({ ...conversation, unread_count: 0 });
}

export function conversationWith(receiverId: number): Conversation | undefined {
  return currentInbox().conversations.find(({ receiver }) => receiver.id === receiverId);
}

/** A frame of the conversations channel: the list first, then whoever shows that conversation. */
export function arrived(data: unknown) {
  const frame = data as Frame;
  if (frame.type === "message" && frame.conversation) {
    const known = conversationWith(frame.conversation.receiver.id);
    // Frames may overtake one another between processes; the newest message wins.
    if ((known?.last_message?.id ?? 0) <= frame.id) putConversation(frame.conversation);
  }
  if (frame.type === "read") {
    const known = currentInbox().conversations.find(({ id }) => id === frame.conversation_id);
    if (known?.receiver.id === frame.member_id)
      putConversation({ ...known, receiver_read_id: Math.max(known.receiver_read_id, frame.message_id) });
    else if (known && (known.last_message?.id ?? 0) <= frame.message_id) putConversation({ ...known, unread_count: 0 });
  }
  for (const hear of hearers) hear(frame);
}

/** Told of every frame after the list knows it. */
export function onFrame(hear: (frame: Frame) => void) {
  hearers.add(hear);
}

export function useInbox(): Inbox {
  return useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    currentInbox,
    () => empty,
  );
}
