import { addDays, dayIn, formatLong } from "@plumbline/contract/dates.ts";
import type { Attachment } from "@plumbline/contract/files/attachment.ts";
import type { Conversation, Message } from "@plumbline/contract/messages/contract.ts";

// A chat as plain values; the stores keep them, the components render them.

/** A message that has not been confirmed by the server yet. */
export type Pending = {
  clientId: string;
  body: string;
  files: readonly Attachment[];
  /** ISO, of this browser. */
  createdAt: string;
  /** Why it failed, or null while it is being sent. */
  trouble: string | null;
};

/** `at` is when it was written, in ISO; `key` stays when a message is confirmed. */
export type Entry =
  | { key: string; at: string; mine: boolean; message: Message; pending: null }
  | { key: string; at: string; mine: true; message: null; pending: Pending };

/** Messages by id, each once, in whichever order they arrived (decision 29). */
export function merged(known: readonly Message[], arrived: readonly Message[]): Message[] {
  const byId = new Map([...known, ...arrived].map((message) => [message.id, message]));
  return [...byId.values()].sort((one, other) => one.id - other.id);
}

/** Pending messages without those that have arrived from the server. */
export function unconfirmed(pending: readonly Pending[], messages: readonly Message[]): Pending[] {
  const stored = new Set(messages.map(({ client_id }) => client_id));
  return pending.filter(({ clientId }) => !stored.has(clientId));
}

/**
 * The conversation list with one conversation updated, the latest first; an empty conversation is replaced by the real
 * one.
 */
export function withConversation(list: readonly Conversation[], changed: Conversation): Conversation[] {
  const others = list.filter((each) => each.receiver.id !== changed.receiver.id);
  return [...others, changed].sort((one, other) => recency(other) - recency(one));
}

const recency = ({ last_message }: Conversation) => last_message?.id ?? Number.MAX_SAFE_INTEGER;

/** The entries to render: stored messages, then pending ones; `mine` means that the reader is the sender (row M-05). */
export function entriesOf(messages: readonly Message[], pending: readonly Pending[], ownId: number): Entry[] {
  return [
    // The key stays when a message is confirmed, so that React keeps its element.
    ...messages.map((message) => ({
      key: message.client_id ?? String(message.id),
      at: message.created_at,
      mine: message.sender.id === ownId,
      message,
      pending: null,
    })),
    ...unconfirmed(pending, messages).map((one) => ({
      key: one.clientId,
      at: one.createdAt,
      mine: true as const,
      message: null,
      pending: one,
    })),
  ];
}

/** "Today", "Yesterday", or the date, by the clocks of a time zone. */
export function dayName(iso: string, now: Date, timeZone: string): string {
  const day = dayIn(new Date(iso), timeZone);
  const today = dayIn(now, timeZone);
  if (day === today) return "Today";
  return day === addDays(today, -1) ? "Yesterday" : formatLong(day);
}

/** The preview line of a conversation in the list. */
export function preview({ last_message: last, receiver }: Conversation): string {
  if (!last) return "Write the first message";
  const text = last.body.trim() || (last.attachments === 1 ? "A file" : `${last.attachments} files`);
  return last.sender_id === receiver.id ? text : `You: ${text}`;
}
