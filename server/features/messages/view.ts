import type { Conversation, Message } from "@plumbline/contract/messages/contract.ts";
import { writePermission } from "@plumbline/contract/messages/rules.ts";
import type { AppContext } from "../../context.ts";
import { type FileRow, filesOf } from "../../files/files.ts";
import { attachmentView } from "../files/view.ts";
import type { Correspondents, MessageRow, Thread } from "./store.ts";

type Signs = Pick<AppContext, "db" | "fileAddresses">;

/** Messages of one conversation, the same for both members. */
export async function messageViews(
  context: Signs,
  rows: readonly MessageRow[],
  between: Correspondents,
): Promise<Message[]> {
  const fileIds = rows.flatMap((row) => row.attachmentIds);
  const files = await filesOf(context.db, fileIds);
  return rows.map((row) => messageView(context, row, between, files));
}

/** One message; `files` must include its files. */
export function messageView(
  context: Signs,
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
      return file ? [attachmentView(context, file)] : [];
    }),
    client_id: row.clientId,
    removed: row.removedReason === null ? null : { reason: row.removedReason },
  };
}

/** A conversation as `viewerId`, one of its two members, sees it. */
export function conversationView(
  context: Signs,
  { conversation, last, customer, advisor, workRuns }: Thread,
  viewerId: number,
): Conversation {
  const [own, other] = viewerId === advisor.id ? [advisor, customer] : [customer, advisor];
  const permission = writePermission(own, other, { known: true, workRuns });
  return {
    id: conversation.id,
    advisor_id: conversation.advisorId,
    customer_id: conversation.customerId,
    receiver: {
      id: other.id,
      name: other.name,
      photo: other.photo && context.fileAddresses(other.photo),
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
    answered_at: conversation.answeredAt?.toISOString() ?? null,
    receiver_read_id: own === customer ? conversation.advisorReadId : conversation.customerReadId,
    closed_because: permission.may === "read" ? permission.because : null,
  };
}
