import type { House } from "../../house.ts";
import type { Channel, Subscription } from "../../platform/cable-channel.ts";
import { catchUpAfterGaps, type Read } from "./catch-up.ts";
import { type Announced, type InHand, openOrderedDelivery } from "./ordered-delivery.ts";
import { type Pair, pairIn, type Thread, threadOfMember } from "./store.ts";
import { conversationView } from "./view.ts";

// What goes over the bus is ids; what the announcing process has in hand goes straight to its own sockets.
type Typing = { conversationId: number; memberId: number; typing: boolean };

const streamOfMember = (memberId: number | "") => `conversations of ${memberId}`;
const streamOfConversation = (id: number | "") => `messages of ${id}`;

/** Tells the open pages of both members, in every process, of a message that is stored. */
export function announceMessage(house: House, inHand: InHand, previous: number | null): void {
  const { message, thread } = inHand;
  const { id, conversation_id: conversationId } = message;
  const announced: Announced = { id, previous, conversationId, ...pairIn(thread) };
  house.bus.publish("message", announced, inHand);
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

/** What is said of a conversation waits for the messages before it: nobody hears that one was read before they hear it. */
function openDelivery(house: House) {
  const hears = (stream: string) => house.cable.hears(stream);
  const heard = ({ conversationId, customerId, advisorId }: Pick<Announced, "conversationId"> & Pair) =>
    hears(streamOfConversation(conversationId)) ||
    hears(streamOfMember(customerId)) ||
    hears(streamOfMember(advisorId));
  const delivery = openOrderedDelivery(house, { heard, broadcast: (inHand) => broadcastMessage(house, inHand) });
  house.bus.subscribe("message", (announced: Announced, inHand?: InHand) => delivery.take(announced, inHand));
  house.bus.subscribe("message read", (read: Read) => {
    if (heard(read)) delivery.after(read, () => broadcastRead(house, read));
  });
  house.bus.subscribe("typing", (typing: Typing) => {
    if (hears(streamOfConversation(typing.conversationId)))
      delivery.after({ ...typing, messageId: 0 }, () => broadcastTyping(house, typing));
  });
  return delivery;
}

/** Everything that happens in a member's conversations; with a conversation_id it must be one of theirs. */
export const conversationsChannel: Channel = {
  name: "ConversationsChannel",
  open: (house) => {
    catchUpAfterGaps(house, { delivery: openDelivery(house), streamOfConversation, streamOfMember, broadcastRead });
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
