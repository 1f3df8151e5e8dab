import type { Attachment, Conversation, Message } from "@plumbline/contract/messages/contract.ts";
import { verdictOn } from "@plumbline/contract/messages/rules.ts";
import type { House } from "../../house.ts";
import { addressOf } from "../../platform/file-addresses.ts";
import { type FileRow, filesOf } from "../../platform/files.ts";
import type { Correspondents, MessageRow, Thread } from "./store.ts";

type Signs = Pick<House, "db" | "secret" | "clock">;

export function attachmentView(house: Signs, file: FileRow): Attachment {
  return {
    id: file.id,
    file: addressOf(house, file),
    file_name: file.name,
    file_size: file.size,
    content_type: file.contentType,
  };
}

/** Messages of one conversation, whoever of the two asks. */
export async function messageViews(
  house: Signs,
  rows: readonly MessageRow[],
  between: Correspondents,
): Promise<Message[]> {
  const fileIds = rows.flatMap((row) => row.attachmentIds);
  const files = await filesOf(house.db, fileIds);
  return rows.map((row) => messageView(house, row, between, files));
}

/** One message; its files are among those given. */
export function messageView(
  house: Signs,
  row: MessageRow,
  { customer, advisor }: Correspondents,
  files: readonly FileRow[],
): Message {
  const [from, to] = row.senderId === customer.id ? [customer, advisor] : [advisor, customer];
  const side = ({ id, name }: typeof from): Message["sender"] => ({
    id,
    name,
    type: id === advisor.id ? "advisor" : "customer",
  });
  return {
    id: row.id,
    conversation_id: row.conversationId,
    body: row.body,
    created_at: row.createdAt.toISOString(),
    sender: side(from),
    receiver: side(to),
    attachments: row.attachmentIds.flatMap((id) => {
      const file = files.find((each) => each.id === id);
      return file ? [attachmentView(house, file)] : [];
    }),
    client_id: row.clientId,
  };
}

/** Its conversation as `viewerId`, one of the two, sees it. */
export function conversationView(
  house: Signs,
  { conversation, last, customer, advisor }: Thread,
  viewerId: number,
): Conversation {
  const [own, other] = viewerId === advisor.id ? [advisor, customer] : [customer, advisor];
  const verdict = verdictOn(own, other, true);
  return {
    id: conversation.id,
    advisor_id: conversation.advisorId,
    customer_id: conversation.customerId,
    receiver: {
      id: other.id,
      name: other.name,
      photo: other.photoId === null ? null : addressOf(house, { id: other.photoId, name: other.photoName ?? "" }),
      subtitle: other.role === "advisor" ? other.headLine : other.companyName,
    },
    last_message: last && {
      conversation_id: conversation.id,
      body: last.body,
      id: last.id,
      sender_id: last.senderId,
      created_at: last.createdAt.toISOString(),
      attachments: last.attachmentIds.length,
    },
    unread_count: own === customer ? conversation.customerUnread : conversation.advisorUnread,
    receiver_read_id: own === customer ? conversation.advisorReadId : conversation.customerReadId,
    closed_because: verdict.may === "read" ? verdict.because : null,
  };
}
