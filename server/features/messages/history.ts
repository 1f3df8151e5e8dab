import type { Answer, RequestInput } from "@plumbline/contract/endpoint.ts";
import type { listMessages, Message, searchMessages } from "@plumbline/contract/messages/contract.ts";
import { present } from "@plumbline/contract/present.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { openThread } from "./actions.ts";
import { messagesByWords, messagesWithFiles } from "./search-store.ts";
import { type MessageRow, messagesIn, newestMessagesOf, threadsByIds } from "./store.ts";
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
  return { entries: (await viewsOf(context, rows)).reverse(), more: false, conversation: null };
}

/** Messages of several conversations, newest first. */
async function viewsOf(context: AppContext, rows: readonly MessageRow[]): Promise<Message[]> {
  const threads = await threadsByIds(context.db, [...new Set(rows.map((row) => row.conversationId))]);
  const byId = new Map(threads.map((thread) => [thread.conversation.id, thread]));
  const views = await Promise.all(
    [...Map.groupBy(rows, (row) => row.conversationId)].map(([id, own]) =>
      messageViews(context, own, present(byId.get(id), "the conversation")),
    ),
  );
  return views.flat().sort((one, other) => other.id - one.id);
}

const pageOfResults = 20;

/** Messages of a member's conversations by their words or by their files, a page at a time. */
export async function searchMessagesOf(
  context: AppContext,
  member: Member,
  { files, q, receiver_id: receiverId, before }: RequestInput<typeof searchMessages>["query"],
): Promise<Answer<typeof searchMessages>> {
  const find = files ? messagesWithFiles : messagesByWords;
  const rows = await find(context.db, member, { q, receiverId, before, limit: pageOfResults + 1 });
  return { entries: await viewsOf(context, rows.slice(0, pageOfResults)), more: rows.length > pageOfResults };
}
