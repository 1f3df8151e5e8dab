import type { Message } from "@plumbline/contract/messages/contract.ts";
import type { House } from "../../house.ts";
import type { Channel, Subscription } from "../../platform/cable-channel.ts";
import { messagesByIds, type Pair, type Thread, threadOfMember, threadsByIds } from "./store.ts";
import { conversationView, messageViews } from "./view.ts";

// What goes over the bus is ids; what the announcing process has in hand goes straight to its own sockets.
type Announced = { id: number; conversationId: number };
type InHand = { message: Message; thread: Thread };
type Read = Pair & { conversationId: number; memberId: number; messageId: number };
type Typing = { conversationId: number; memberId: number; typing: boolean };

const mostAtOnce = 100;

const streamOfMember = (memberId: number) => `conversations of ${memberId}`;
const streamOfConversation = (id: number) => `messages of ${id}`;

/** Tells the open pages of both members, in every process, of a message that is stored. */
export function announceMessage(house: House, inHand: InHand): void {
  const { id, conversation_id: conversationId } = inHand.message;
  house.bus.publish("message", { id, conversationId } satisfies Announced, inHand);
}

/** Tells both that one of them has read up to a message. */
export function announceRead(house: House, read: Read): void {
  house.bus.publish("message read", read);
}

function broadcastMessage(house: House, { message, thread }: InHand): void {
  const { cable } = house;
  const frame = { type: "message", ...message };
  cable.broadcast(streamOfConversation(message.conversation_id), frame);
  for (const { id } of [thread.customer, thread.advisor])
    cable.broadcast(streamOfMember(id), { ...frame, conversation: conversationView(house, thread, id) });
}

function broadcastRead({ cable }: House, { conversationId, memberId, messageId, customerId, advisorId }: Read): void {
  const frame = { type: "read", conversation_id: conversationId, member_id: memberId, message_id: messageId };
  cable.broadcast(streamOfConversation(conversationId), frame);
  for (const id of [customerId, advisorId]) cable.broadcast(streamOfMember(id), frame);
}

function broadcastTyping({ cable }: House, { conversationId, memberId, typing }: Typing): void {
  const frame = { type: "typing", conversation_id: conversationId, member_id: memberId, typing };
  cable.broadcast(streamOfConversation(conversationId), frame);
}

/**
 * Messages of other processes are read several at a time and passed on in the order of their ids. What is said about a
 * conversation meanwhile waits its turn: nobody hears that a message was read before they hear the message.
 */
function followOthers(house: House) {
  const waiting: (Announced | (() => void))[] = [];
  let busy = false;
  const next = async () => {
    const [first] = waiting;
    if (typeof first === "function") {
      waiting.shift();
      return first();
    }
    const until = waiting.findIndex((one) => typeof one === "function");
    const batch = waiting.splice(0, Math.min(until === -1 ? mostAtOnce : until, mostAtOnce)) as Announced[];
    await pass(house, batch).catch((error) => house.log.error({ err: error }, "messages could not be passed on live"));
  };
  return async (one: Announced | (() => void)) => {
    waiting.push(one);
    if (busy) return;
    busy = true;
    while (waiting.length > 0) await next();
    busy = false;
  };
}

async function pass(house: House, batch: readonly Announced[]): Promise<void> {
  const conversationIds = [...new Set(batch.map(({ conversationId }) => conversationId))];
  const [rows, threads] = await Promise.all([messagesByIds(house.db, batch), threadsByIds(house.db, conversationIds)]);
  const byId = new Map(threads.map((thread) => [thread.conversation.id, thread]));
  for (const row of rows) {
    const thread = byId.get(row.conversationId) as Thread;
    const [message] = (await messageViews(house, [row], thread)) as [Message];
    broadcastMessage(house, { message, thread });
  }
}

/** Everything that happens in a member's conversations; with a conversation_id it must be one of theirs. */
export const conversationsChannel: Channel = {
  name: "ConversationsChannel",
  open: (house) => {
    const follow = followOthers(house);
    house.bus.subscribe("message", (announced: Announced, inHand?: InHand) => {
      if (inHand) broadcastMessage(house, inHand);
      else void follow(announced);
    });
    house.bus.subscribe("message read", (read: Read) => void follow(() => broadcastRead(house, read)));
    house.bus.subscribe("typing", (typing: Typing) => void follow(() => broadcastTyping(house, typing)));
  },
  subscribe: async (subscription) => {
    if ("conversation_id" in subscription.params && !(await ownThread(subscription))) return false;
    subscription.listen(streamOfMember(subscription.member.id));
    return true;
  },
};

/** One conversation: its messages, who has read what, and who is writing. */
export const messagesChannel: Channel = {
  name: "MessagesChannel",
  subscribe: async (subscription) => {
    const thread = await ownThread(subscription);
    if (!thread) return false;
    subscription.state.conversationId = thread.conversation.id;
    subscription.listen(streamOfConversation(thread.conversation.id));
    return true;
  },
  actions: {
    /** Tells the other side; kept nowhere. */
    typing: ({ house, member, state }, data) => {
      const typing: Typing = {
        conversationId: Number(state.conversationId),
        memberId: member.id,
        typing: data.typing !== false,
      };
      house.bus.publish("typing", typing);
    },
  },
};

async function ownThread({ house, member, params }: Subscription): Promise<Thread | null> {
  const id = Number(params.conversation_id);
  return Number.isInteger(id) && id > 0 && id < 2 ** 31 ? threadOfMember(house.db, id, member.id) : null;
}
