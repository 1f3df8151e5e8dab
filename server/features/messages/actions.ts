import type { Message } from "@plumbline/contract/messages/contract.ts";
import { texts, verdictOn } from "@plumbline/contract/messages/rules.ts";
import type { House } from "../../house.ts";
import type { Db } from "../../platform/database.ts";
import { type FileRow, filesOf, type ReceivedFile } from "../../platform/files.ts";
import type { Member } from "../../platform/members.ts";
import { conflict, invalid, notFound } from "../../platform/problems.ts";
import { customersOfEngagementsWith } from "../engagements/store.ts";
import { attachableFiles, keepUploads } from "../files/actions.ts";
import { announceMessage, announceRead } from "./live.ts";
import {
  type Between,
  type ConversationRow,
  findBetween,
  findThread,
  type Pair,
  pairIn,
  type Thread,
  updateRead,
} from "./store.ts";
import { messageView } from "./view.ts";
import { storeMessage } from "./writing.ts";
import { findSent, type StoredMessage } from "./writing-store.ts";

export type Draft = { receiverId: number; body: string; attachmentIds?: readonly number[]; clientId?: string | null };

/** The conversation two members have or could have. */
function pairOf(one: { id: number; role: string }, other: { id: number }): Pair {
  return one.role === "advisor"
    ? { advisorId: one.id, customerId: other.id }
    : { customerId: one.id, advisorId: other.id };
}

/**
 * Writes to a member (decisions 28 and 29). A repeated clientId stores nothing and answers the first message. Throws
 * notFound, conflict when the writer may only read now, invalid for an empty message or files that are not the writer's.
 */
export async function sendMessage(house: House, member: Member, draft: Draft): Promise<Message> {
  const { receiverId, body, attachmentIds = [], clientId = null } = draft;
  if (!body.trim() && attachmentIds.length === 0) throw invalid({ "message.body": [texts.empty] });
  const letter = {
    ...pairOf(member, { id: receiverId }),
    senderId: member.id,
    body,
    attachmentIds: [...attachmentIds],
    clientId,
    createdAt: house.clock.now(),
  };
  const files = await attachableFiles(house, house.db, member.id, "message", attachmentIds);
  const isTheirs = files.length === attachmentIds.length;
  const stored = isTheirs ? await storeMessage(house, { ...letter, begins: false }) : null;
  if (stored) return tell(house, stored, files);

  // Not the usual message: the first of two members, one that was sent before, or one that may not be written.
  const between = await findBetween(house.db, letter);
  if (!between) throw notFound();
  const before = await findSent(house.db, { ...letter, conversationId: between.conversationId });
  if (before) return messageView(house, before, between, await filesOf(house.db, before.attachmentIds));
  const refused = await refusalOf(house.db, member, between);
  if (refused) throw refused;
  if (!isTheirs) throw invalid({ "message.attachment_ids": [texts.foreignFile] });
  const first = await storeMessage(house, { ...letter, begins: true });
  // Between the question and the storing one of the two was closed, or another tab sent the same.
  if (!first) return sendMessage(house, member, draft);
  return tell(house, first, files);
}

/** Nothing is waited for between the commit and the telling of it: the order told is the order stored. */
function tell(house: House, thread: StoredMessage, files: readonly FileRow[]): Message {
  const message = messageView(house, thread.last, thread, files);
  announceMessage(house, { message, thread }, thread.previous);
  return message;
}

/** Why a member cannot write now; null when they can. */
async function refusalOf(db: Db, member: Member, { conversationId, customer, advisor }: Between) {
  const [own, other] = member.role === "advisor" ? [advisor, customer] : [customer, advisor];
  const verdict = verdictOn(own, other, conversationId !== null || (await isOwnCustomer(db, member, other)));
  if (verdict.may === "nothing") return notFound();
  return verdict.may === "read" ? conflict(verdict.because, ["read"]) : null;
}

/** Before there is a conversation, an engagement makes a customer an advisor's own (decision 24). */
async function isOwnCustomer(db: Db, member: Member, receiver: { id: number }): Promise<boolean> {
  const { advisorId, customerId } = pairOf(member, receiver);
  return (await customersOfEngagementsWith(db, advisorId)).includes(customerId);
}

/** Keeps a file for a message that is being written. The chat gate holds for files too. */
export async function uploadFile(house: House, member: Member, file: ReceivedFile): Promise<FileRow> {
  if (!member.stripeSetup)
    throw conflict(member.role === "advisor" ? texts.closedForAdvisor : texts.closedForCustomer, ["read"]);
  const [kept] = await keepUploads(house, member, { purpose: "message", field: "file" }, [file]);
  return kept as FileRow;
}

/**
 * The conversation with a member, which may not have begun: its id is 0 then, and whoever may see it may see it empty
 * (row M-14). Throws notFound where there could be none.
 */
export async function openThread(house: House, member: Member, receiverId: number): Promise<Thread> {
  const pair = pairOf(member, { id: receiverId });
  const thread = await findThread(house.db, pair);
  if (thread) return thread;
  const between = await findBetween(house.db, pair);
  if (!between || (await refusalOf(house.db, member, between))?.status === 404) throw notFound();
  const { customer, advisor } = between;
  return { conversation: seed(pair, house.clock.now()), last: null, customer, advisor };
}

/** A conversation that nobody has written in. */
function seed(pair: Pair, now: Date): ConversationRow {
  return {
    id: 0,
    ...pair,
    lastMessageId: null,
    lastMessageAt: null,
    customerReadId: 0,
    advisorReadId: 0,
    customerUnread: 0,
    advisorUnread: 0,
    customerRemindAt: null,
    advisorRemindAt: null,
    createdAt: now,
  };
}

/** Everything in the conversation is read now; the other side is told (decision 27). */
export async function readConversation(house: House, member: Member, receiverId: number): Promise<void> {
  const pair = pairIn(await openThread(house, member, receiverId));
  const read = await updateRead(house.db, pair, member.role === "advisor" ? "advisor" : "customer");
  if (!read) return;
  const messageId = member.role === "advisor" ? read.advisorReadId : read.customerReadId;
  announceRead(house, { ...pair, conversationId: read.id, memberId: member.id, messageId });
}
