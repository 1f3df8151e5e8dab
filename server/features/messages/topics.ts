import { Whole } from "@plumbline/contract/fields.ts";
import type { Message } from "@plumbline/contract/messages/contract.ts";
import { z } from "zod";
import { LongRowId, RowId, topic } from "../../bus/topic.ts";
import type { Thread } from "./store.ts";

const Pair = z.object({ customerId: RowId, advisorId: RowId });
const Conversation = z.object({ conversationId: RowId });

/** A message was stored. `previous` is the message before it in its conversation. */
const Announced = z.object({ ...Pair.shape, ...Conversation.shape, id: LongRowId, previous: LongRowId.nullable() });
export type Announced = z.output<typeof Announced>;
/** A stored message as loaded by the process that stored it, which need not read it again. */
export type LoadedMessage = { message: Message; thread: Thread };
export const messageTopic = topic<Announced, LoadedMessage>("message", Announced);

/** What a stored message shows has changed: it was removed, or put back. */
const Changed = z.object({ ...Pair.shape, ...Conversation.shape, id: LongRowId });
export type Changed = z.output<typeof Changed>;
export const messageChangedTopic = topic("message changed", Changed);

/** A member's read position in a conversation. */
const Read = z.object({ ...Pair.shape, ...Conversation.shape, memberId: RowId, messageId: Whole });
export type Read = z.output<typeof Read>;
export const messageReadTopic = topic("message read", Read);

const Typing = z.object({ ...Conversation.shape, memberId: RowId, typing: z.boolean() });
export type Typing = z.output<typeof Typing>;
export const typingTopic = topic("typing", Typing);
