import * as contract from "@plumbline/contract/messages/contract.ts";
import type { House } from "../../house.ts";
import { handle } from "../../platform/endpoints.ts";
import type { ReceivedFile } from "../../platform/files.ts";
import { notFound } from "../../platform/problems.ts";
import { whileThereIsRoom } from "../files/actions.ts";
import { readConversation, sendMessage, uploadFile } from "./actions.ts";
import { listMessagesOf, listMessagesWith } from "./history.ts";
import { threadsOf } from "./store.ts";
import { attachmentView, conversationView } from "./view.ts";

const pageOfConversations = 100;

export const messagesRoutes = (house: House) => [
  handle(contract.listConversations, async ({ member, query: { before } }) => {
    const threads = await threadsOf(house.db, member, { before, limit: pageOfConversations });
    return threads.map((thread) => conversationView(house, thread, member.id));
  }),
  handle(contract.listMessages, ({ member, query: { receiver_id: receiverId, ...window } }) =>
    receiverId === undefined
      ? listMessagesOf(house, member, window)
      : listMessagesWith(house, member, receiverId, window),
  ),
  handle(contract.sendMessage, ({ member, onceId, body: { receiver_id, message } }) =>
    sendMessage(house, member, {
      receiverId: receiver_id,
      body: message.body,
      attachmentIds: message.attachment_ids,
      clientId: message.client_id ?? onceId,
    }),
  ),
  handle(
    contract.uploadMessageFile,
    async ({ member, files }) => attachmentView(house, await uploadFile(house, member, files[0] as ReceivedFile)),
    { beforeFiles: whileThereIsRoom(house, "file") },
  ),
  handle(contract.readConversation, async ({ member, body }) => {
    if (body.profile_id !== member.id) throw notFound();
    await readConversation(house, member, body.receiver_id);
    return undefined;
  }),
];
