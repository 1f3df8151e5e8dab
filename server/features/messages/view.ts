import type { Attachment, Conversation, Correspondent, Message } from "@plumbline/contract/messages/contract.ts";
import { verdictOn } from "@plumbline/contract/messages/rules.ts";
import type { Party } from "@plumbline/contract/profiles/party.ts";
import type { z } from "zod";
import type { House } from "../../house.ts";
import { addressOf, type FileRow, filesOf } from "../../platform/files.ts";
import { partiesOf } from "../profiles/parties.ts";
import type { MessageRow, Pair, Thread } from "./store.ts";

type Signs = Pick<House, "db" | "secret" | "clock">;
type Parties = ReadonlyMap<number, Party>;

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
  pair: Pair,
  parties: Parties,
): Promise<Message[]> {
  const fileIds = rows.flatMap((row) => row.attachmentIds);
  const files = await filesOf(house.db, fileIds);
  return rows.map((row) => messageView(house, row, pair, parties, files));
}

/** One message; its files are among those given. */
export function messageView(
  house: Signs,
  row: MessageRow,
  pair: Pair,
  parties: Parties,
  files: readonly FileRow[],
): Message {
  const side = (id: number): z.infer<typeof Correspondent> => ({
    id,
    name: parties.get(id)?.profile.name ?? "",
    type: id === pair.advisorId ? "advisor" : "customer",
  });
  return {
    id: row.id,
    conversation_id: row.conversationId,
    body: row.body,
    created_at: row.createdAt.toISOString(),
    sender: side(row.senderId),
    receiver: side(row.senderId === pair.customerId ? pair.advisorId : pair.customerId),
    attachments: row.attachmentIds.flatMap((id) => {
      const file = files.find((each) => each.id === id);
      return file ? [attachmentView(house, file)] : [];
    }),
    client_id: row.clientId,
  };
}

/** Its conversation as `viewerId`, one of the two, sees it. */
export function conversationView(
  { conversation, last, customer, advisor }: Thread,
  viewerId: number,
  parties: Parties,
): Conversation {
  const [own, other] = viewerId === advisor.id ? [advisor, customer] : [customer, advisor];
  const party = parties.get(other.id);
  const verdict = verdictOn(own, other, true);
  return {
    id: conversation.id,
    advisor_id: conversation.advisorId,
    customer_id: conversation.customerId,
    receiver: {
      id: other.id,
      name: party?.profile.name ?? "",
      photo: party?.profile.photo ?? null,
      subtitle: other.role === "advisor" ? (party?.profile.head_line ?? null) : (party?.company.company_name ?? null),
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

export async function conversationViews(
  house: Signs,
  threads: readonly Thread[],
  viewerId: number,
): Promise<Conversation[]> {
  const parties = await partiesOf(
    house,
    threads.flatMap(({ customer, advisor }) => [customer.id, advisor.id]),
  );
  return threads.map((thread) => conversationView(thread, viewerId, parties));
}
