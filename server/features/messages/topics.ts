import type { Message } from "@plumbline/contract/messages/contract.ts";
import { topic } from "../../bus/topic.ts";
import type { Pair, Thread } from "./store.ts";

/** A message was stored. `previous` is the message before it in its conversation. */
export type Announced = Pair & { id: number; previous: number | null; conversationId: number };
/** A stored message as loaded by the process that stored it, which need not read it again. */
export type LoadedMessage = { message: Message; thread: Thread };
export const messageTopic = topic<Announced, LoadedMessage>("message");

/** What a stored message shows has changed: it was removed, or put back. */
export type Changed = Pair & { conversationId: number; id: number };
export const messageChangedTopic = topic<Changed>("message changed");

/** A member's read position in a conversation. */
export type Read = Pair & { conversationId: number; memberId: number; messageId: number };
export const messageReadTopic = topic<Read>("message read");

export type Typing = { conversationId: number; memberId: number; typing: boolean };
export const typingTopic = topic<Typing>("typing");
