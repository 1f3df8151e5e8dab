import { Id } from "@plumbline/contract/fields.ts";
import type { ConversationFrame, InboxFrame } from "@plumbline/contract/messages/frames.ts";
import { present } from "@plumbline/contract/present.ts";
import type { Channel, Subscription } from "../../cable/channel.ts";
import { streamsOf } from "../../cable/stream.ts";
import type { AppContext } from "../../context.ts";
import { catchUpAfterGaps } from "./catch-up.ts";
import { pairOf } from "./live-store.ts";
import { openOrderedDelivery } from "./ordered-delivery.ts";
import { findMessage, findThread, type Pair, pairIn } from "./store.ts";
import {
  type Announced,
  type Changed,
  type LoadedMessage,
  messageChangedTopic,
  messageReadTopic,
  messageTopic,
  type Read,
  type Typing,
  typingTopic,
} from "./topics.ts";
import { conversationView, messageViews } from "./view.ts";

// The bus carries only ids; the announcing process delivers the loaded message to its own sockets without reading it again.

const inboxes = streamsOf<InboxFrame>("conversations of");
const conversations = streamsOf<ConversationFrame>("messages of");

/** Updates the open pages of both members, in every process, after a message was stored (row M-17). */
export function announceMessage(context: AppContext, loaded: LoadedMessage, previous: number | null): void {
  const { message, thread } = loaded;
  const { id, conversation_id: conversationId } = message;
  const announced: Announced = { id, previous, conversationId, ...pairIn(thread) };
  context.bus.publish(messageTopic, announced, loaded);
}

/** Updates the open pages of both after one of them has read up to a message. */
export function announceRead(context: AppContext, read: Read): void {
  context.bus.publish(messageReadTopic, read);
}

/** Updates the open pages of both after a message was removed or put back. */
export async function announceChanged(
  context: AppContext,
  { conversationId, id }: { conversationId: number; id: number },
): Promise<void> {
  const pair = await pairOf(context.db, conversationId);
  if (!pair) return;
  const { customerId, advisorId } = pair;
  context.bus.publish(messageChangedTopic, { conversationId, id, customerId, advisorId });
}

/** Reads the message again, which this process may never have delivered. */
async function broadcastChanged(context: AppContext, { conversationId, id, ...pair }: Changed): Promise<void> {
  const [found, thread] = await Promise.all([
    findMessage(context.db, conversationId, id),
    findThread(context.db, pair),
  ]);
  if (!found || !thread) return;
  const [message] = await messageViews(context, [found.message], thread);
  const frame = { type: "changed", ...present(message, "the message") } as const;
  context.cable.broadcast(conversations.of(conversationId), frame);
  for (const { id: memberId } of [thread.customer, thread.advisor])
    context.cable.broadcast(inboxes.of(memberId), {
      ...frame,
      conversation: conversationView(context, thread, memberId),
    });
}

function broadcastMessage(context: AppContext, { message, thread }: LoadedMessage): void {
  const { cable } = context;
  const frame = { type: "message", ...message } as const;
  cable.broadcast(conversations.of(message.conversation_id), frame);
  for (const { id } of [thread.customer, thread.advisor])
    cable.broadcast(inboxes.of(id), { ...frame, conversation: conversationView(context, thread, id) });
}

function broadcastRead(
  { cable }: AppContext,
  { conversationId, memberId, messageId, customerId, advisorId }: Read,
): void {
  const frame = { type: "read", conversation_id: conversationId, member_id: memberId, message_id: messageId } as const;
  cable.broadcast(conversations.of(conversationId), frame);
  for (const id of [customerId, advisorId]) cable.broadcast(inboxes.of(id), frame);
}

function broadcastTyping({ cable }: AppContext, { conversationId, memberId, typing }: Typing): void {
  const frame = { type: "typing", conversation_id: conversationId, member_id: memberId, typing } as const;
  cable.broadcast(conversations.of(conversationId), frame);
}

/** Subscribes to the bus; a frame is sent after the messages before it, so that no page sees a read mark before its message. */
function openDelivery(context: AppContext) {
  const { cable } = context;
  const hasSubscribers = ({ conversationId, customerId, advisorId }: Pick<Announced, "conversationId"> & Pair) =>
    cable.hasSubscribers(conversations.of(conversationId)) ||
    cable.hasSubscribers(inboxes.of(customerId)) ||
    cable.hasSubscribers(inboxes.of(advisorId));
  const delivery = openOrderedDelivery(context, {
    hasSubscribers,
    broadcast: (loaded) => broadcastMessage(context, loaded),
  });
  // Before the frames are sent, because open pages then read at once what changed.
  const tell = ({ customerId, advisorId }: Pair) => context.replicas?.changesVisibleTo([customerId, advisorId]);
  context.bus.subscribe(messageTopic, tell);
  context.bus.subscribe(messageReadTopic, tell);
  context.bus.subscribe(messageChangedTopic, tell);
  context.bus.subscribe(messageTopic, delivery.onAnnounced);
  context.bus.subscribe(messageReadTopic, (read) => {
    if (hasSubscribers(read)) delivery.after(read, () => broadcastRead(context, read));
  });
  context.bus.subscribe(messageChangedTopic, (changed) => {
    if (!hasSubscribers(changed)) return;
    const broadcast = () => {
      broadcastChanged(context, changed).catch((error) =>
        context.log.error({ err: error }, "a changed message could not be shown on open pages"),
      );
    };
    delivery.after({ ...changed, messageId: changed.id }, broadcast);
  });
  context.bus.subscribe(typingTopic, (typing) => {
    if (cable.hasSubscribers(conversations.of(typing.conversationId)))
      delivery.after({ ...typing, messageId: 0 }, () => broadcastTyping(context, typing));
  });
  return delivery;
}

/** All messages and read marks of a member's conversations; a conversation_id, if given, must be one of theirs. */
export const conversationsChannel = (context: AppContext): Channel => ({
  name: "ConversationsChannel",
  open: () => {
    catchUpAfterGaps(context, { delivery: openDelivery(context), conversations, inboxes, broadcastRead });
  },
  subscribe: async (subscription) => {
    if ("conversation_id" in subscription.params && (await ownConversation(context, subscription)) === null)
      return false;
    subscription.listen(inboxes.of(subscription.member.id));
    return true;
  },
});

/** One conversation: its messages, read marks and typing indicators. */
export const messagesChannel = (context: AppContext): Channel => ({
  name: "MessagesChannel",
  subscribe: async (subscription) => {
    const conversationId = await ownConversation(context, subscription);
    if (conversationId === null) return false;
    subscription.state.conversationId = conversationId;
    subscription.listen(conversations.of(conversationId));
    return true;
  },
  actions: {
    /** Shown to the other member; not stored. */
    typing: ({ member, state }, data) => {
      const typing: Typing = {
        conversationId: Number(state.conversationId),
        memberId: member.id,
        typing: data.typing !== false,
      };
      context.bus.publish(typingTopic, typing);
    },
  },
});

/** The id of the subscription's conversation if the subscriber is one of its members, else null (row M-16). */
async function ownConversation(context: AppContext, { member, params }: Subscription): Promise<number | null> {
  const id = Id.safeParse(params.conversation_id).data ?? null;
  const pair = id === null ? null : await pairOf(context.db, id);
  return pair?.customerId === member.id || pair?.advisorId === member.id ? id : null;
}
