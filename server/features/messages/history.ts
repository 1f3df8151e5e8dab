import type { Answer } from "@plumbline/contract/endpoint.ts";
import type { listMessages } from "@plumbline/contract/messages/contract.ts";
import type { House } from "../../house.ts";
import type { Member } from "../../platform/members.ts";
import { openThread } from "./actions.ts";
import { messagesIn, newestMessagesOf, type Thread, threadsByIds } from "./store.ts";
import { conversationView, messageViews } from "./view.ts";

type Window = { before?: number | undefined; after?: number | undefined; limit: number };
type History = Answer<typeof listMessages>;

/** Messages with one member, by key in both directions; empty while nothing was written. */
export async function listMessagesWith(
  house: House,
  member: Member,
  receiverId: number,
  window: Window,
): Promise<History> {
  const thread = await openThread(house, member, receiverId);
  // One more than asked for says whether there is more.
  const rows = await messagesIn(house.db, thread.conversation.id, { ...window, limit: window.limit + 1 });
  const more = rows.length > window.limit;
  const page = window.after === undefined ? rows.slice(-window.limit) : rows.slice(0, window.limit);
  return {
    entries: await messageViews(house, page, thread),
    more,
    conversation: conversationView(house, thread, member.id),
  };
}

/** The newest messages of all conversations, for callers that name no receiver. */
export async function listMessagesOf(house: House, member: Member, { limit }: Window): Promise<History> {
  const rows = await newestMessagesOf(house.db, member, limit);
  const threads = await threadsByIds(house.db, [...new Set(rows.map((row) => row.conversationId))]);
  const byId = new Map(threads.map((thread) => [thread.conversation.id, thread]));
  const views = await Promise.all(
    [...Map.groupBy(rows, (row) => row.conversationId)].map(([id, own]) =>
      messageViews(house, own, byId.get(id) as Thread),
    ),
  );
  return { entries: views.flat().sort((one, other) => one.id - other.id), more: false, conversation: null };
}
