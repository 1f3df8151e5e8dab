import type { Message } from "@plumbline/contract/messages/contract.ts";
import type { Party } from "@plumbline/contract/profiles/party.ts";
import type { House } from "../../house.ts";
import type { Channel, Subscription } from "../../platform/cable-channel.ts";
import { partiesOf } from "../profiles/parties.ts";
import { messagesByIds, type Pair, pairIn, type Thread, threadOfMember, threadsByIds } from "./store.ts";
import { conversationView, messageViews } from "./view.ts";

// What goes over the bus is ids; what the announcing process has in hand goes straight to its own sockets.
type Announced = { id: number; conversationId: number };
type InHand = { message: Message; thread: Thread; parties: ReadonlyMap<number, Party> };
type Read = Pair & { conversationId: number; memberId: number; messageId: number };
type Typing = { conversationId: number; memberId: number; typing: boolean };

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

function broadcastMessage({ cable }: House, { message, thread, parties }: InHand): void {
  const frame = { type: "message", ...message };
  cable.broadcast(streamOfConversation(message.conversation_id), frame);
  for (const { id } of [thread.customer, thread.advisor])
    cable.broadcast(streamOfMember(id), { ...frame, conversation: conversationView(thread, id, parties) });
}

/** Messages from other processes are read several at a time and passed on in the order of their ids. */
function followOthers(house: House): (announced: Announced) => void {
  const waiting: Announced[] = [];
  let reading = false;
  const read = async () => {
    if (reading) return;
    reading = true;
    try {
      while (waiting.length > 0) await pass(house, waiting.splice(0, 100));
    } catch (error) {
      house.log.error({ err: error }, "messages could not be passed on live");
    } finally {
      reading = false;
    }
  };
  return (announced) => {
    waiting.push(announced);
    void read();
  };
}

async function pass(house: House, batch: readonly Announced[]): Promise<void> {
  const conversationIds = [...new Set(batch.map(({ conversationId }) => conversationId))];
  const [rows, threads] = await Promise.all([messagesByIds(house.db, batch), threadsByIds(house.db, conversationIds)]);
  const memberIds = threads.flatMap(({ customer, advisor }) => [customer.id, advisor.id]);
  const parties = await partiesOf(house, memberIds);
  const byId = new Map(threads.map((thread) => [thread.conversation.id, thread]));
  for (const row of rows) {
    const thread = byId.get(row.conversationId) as Thread;
    const [message] = (await messageViews(house, [row], pairIn(thread), parties)) as [Message];
    broadcastMessage(house, { message, thread, parties });
  }
}

/** Everything that happens in a member's conversations; with a conversation_id it must be one of theirs. */
export const conversationsChannel: Channel = {
  name: "ConversationsChannel",
  open: (house) => {
    const follow = followOthers(house);
    house.bus.subscribe("message", (announced: Announced, inHand?: InHand) => {
      if (inHand) broadcastMessage(house, inHand);
      else follow(announced);
    });
    house.bus.subscribe("message read", ({ conversationId, memberId, messageId, customerId, advisorId }: Read) => {
      const frame = { type: "read", conversation_id: conversationId, member_id: memberId, message_id: messageId };
      house.cable.broadcast(streamOfConversation(conversationId), frame);
      for (const id of [customerId, advisorId]) house.cable.broadcast(streamOfMember(id), frame);
    });
    house.bus.subscribe("typing", ({ conversationId, memberId, typing }: Typing) => {
      const frame = { type: "typing", conversation_id: conversationId, member_id: memberId, typing };
      house.cable.broadcast(streamOfConversation(conversationId), frame);
    });
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
