import type { Conversation, Message } from "./contract.ts";

// The frames that the server broadcasts about conversations (decision 30), by `type`.

export type MessageFrame = { type: "message" } & Message;
/** A message was removed or put back; the frame has the whole message, whose place is unchanged. */
export type ChangedFrame = { type: "changed" } & Message;
/** A member has read the conversation up to a message. */
export type ReadFrame = { type: "read"; conversation_id: number; member_id: number; message_id: number };
export type TypingFrame = { type: "typing"; conversation_id: number; member_id: number; typing: boolean };

/** On MessagesChannel: one conversation. */
export type ConversationFrame = MessageFrame | ChangedFrame | ReadFrame | TypingFrame;
/** On ConversationsChannel: all conversations of a member, each as that member sees it. */
export type InboxFrame = ((MessageFrame | ChangedFrame) & { conversation: Conversation }) | ReadFrame;
