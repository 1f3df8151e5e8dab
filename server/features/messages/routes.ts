import type { Conversation } from "@plumbline/contract/messages/contract.ts";
import * as contract from "@plumbline/contract/messages/contract.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { notFound } from "../../http/problems.ts";
import { oneOf, withinQuota } from "../files/actions.ts";
import { attachmentView } from "../files/view.ts";
import { readConversation, sendMessage, uploadFile } from "./actions.ts";
import { listMessagesOf, listMessagesWith, searchMessagesOf } from "./history.ts";
import { threadsOf } from "./store.ts";
import { conversationView } from "./view.ts";

const pageOfConversations = 100;

const withoutWords = (conversation: Conversation): Conversation => ({
  ...conversation,
  last_message: conversation.last_message && { ...conversation.last_message, body: "" },
});

export const messagesRoutes = (context: AppContext) => [
  handle(contract.listConversations, async ({ member, query: { before } }) => {
    const threads = await threadsOf(context.db, member, { before, limit: pageOfConversations });
    const views = threads.map((thread) => conversationView(context, thread, member.id));
    // Staff who look as a member see who wrote and when, and not what (ADR-029).
    return member.viewedBySession === null ? views : views.map(withoutWords);
  }),
  handle(contract.listMessages, ({ member, query: { receiver_id: receiverId, ...window } }) =>
    receiverId === undefined
      ? listMessagesOf(context, member, window)
      : listMessagesWith(context, member, receiverId, window),
  ),
  handle(contract.searchMessages, ({ member, query }) => searchMessagesOf(context, member, query)),
  handle(contract.sendMessage, ({ member, idempotencyId, body: { receiver_id, message } }) =>
    sendMessage(context, member, {
      receiverId: receiver_id,
      body: message.body,
      attachmentIds: message.attachment_ids,
      clientId: message.client_id ?? idempotencyId,
    }),
  ),
  handle(
    contract.uploadMessageFile,
    async ({ member, files }) => attachmentView(context, await uploadFile(context, member, oneOf(files))),
    { beforeFiles: withinQuota(context, "file") },
  ),
  handle(contract.readConversation, async ({ member, body }) => {
    if (body.profile_id !== member.id) throw notFound();
    await readConversation(context, member, body.receiver_id);
    return undefined;
  }),
];
