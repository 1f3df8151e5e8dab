import type { Answer } from "@plumbline/contract/endpoint.ts";
import type { listMessages } from "@plumbline/contract/messages/contract.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { openThread } from "./actions.ts";
import { messagesIn, newestMessagesOf, type Thread, threadsByIds } from "./store.ts";
import { conversationView, messageViews } from "./view.ts";

type Window = { before?: number | undefined; after?: number | undefined; limit: number };
type History = Answer<typeof listMessages>;

/** Messages with one member, paged by id in both directions; empty before the first message. */
export async function listMessagesWith(
  context: AppContext,
  member: Member,
  receiverId: number,
  window: Window,
): Promise<History> {
  const thread = await openThread(context, member, receiverId);
  // One more row than requested tells whether there are more.
  const rows = await messagesIn(context.db, thread.conversation.id, { ...window, limit: window.limit + 1 });
  const more = rows.length > window.limit;
  const page = window.after === undefined ? rows.slice(-window.limit) : rows.slice(0, window.limit);
  return {
    entries: await messageViews(context, page, thread),
    more,
    conversation: conversationView(context, thread, member.id),
  };
}

/** The newest messages of all conversations, for requests without a receiver. */
export async function listMessagesOf(context: AppContext, member: Member, { limit }: Window): Promise<History> {
  const rows = await newestMessagesOf(context.db, member, limit);
  const threads = await threadsByIds(context.db, [...new Set(rows.map((row) => row.conversationId))]);
  const byId = new Map(threads.map((thread) => [thread.conversation.id, thread]));
  const views = await Promise.all(
    [...Map.groupBy(rows, (row) => row.conversationId)].map(([id, own]) =>
      messageViews(context, own, byId.get(id) as Thread),
    ),
  );
  return { entries: views.flat().sort((one, other) => one.id - other.id), more: false, conversation: null };
}
