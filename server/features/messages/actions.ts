import type { Message } from "@plumbline/contract/messages/contract.ts";
import { texts, writePermission } from "@plumbline/contract/messages/rules.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { type FileRow, filesOf, type ReceivedFile } from "../../files/files.ts";
import { conflict, invalid, notFound } from "../../http/problems.ts";
import { haveEngagement } from "../engagements/store.ts";
import { attachableFiles, storeUpload } from "../files/actions.ts";
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
import { findSent, type StoredMessage } from "./writing-store.ts";

export type NewMessageInput = {
  receiverId: number;
  body: string;
  attachmentIds?: readonly number[];
  clientId?: string | null;
};

/** The customer and the advisor among two members. */
function pairOf(one: { id: number; role: string }, other: { id: number }): Pair {
  return one.role === "advisor"
    ? { advisorId: one.id, customerId: other.id }
    : { customerId: one.id, advisorId: other.id };
}

/**
 * Sends a message to a member (decisions 28 and 29). A repeated clientId stores nothing and returns the first message.
 * Throws notFound, conflict when the writer may only read, invalid for an empty message or files that are not the writer's.
 */
export async function sendMessage(context: AppContext, member: Member, input: NewMessageInput): Promise<Message> {
  const { receiverId, body, attachmentIds = [], clientId = null } = input;
  if (!body.trim() && attachmentIds.length === 0) throw invalid({ "message.body": [texts.empty] });
  const message = {
    ...pairOf(member, { id: receiverId }),
    senderId: member.id,
    body,
    attachmentIds: [...attachmentIds],
    clientId,
    createdAt: context.clock.now(),
  };
  const files = await attachableFiles(context, context.db, member.id, "message", attachmentIds);
  const filesAreOwn = files.length === attachmentIds.length;
  const stored = filesAreOwn ? await context.writeMessage({ ...message, begins: false }) : null;
  if (stored) return announce(context, stored, files);

  // The rare cases: the first message of a conversation, a repeated message, or one that is not allowed. The second round
  // finds out why nothing was stored: an account was closed meanwhile, or another tab sent the same message.
  for (let round = 1; round <= 2; round++) {
    const correspondents = await findBetween(context.db, message);
    if (!correspondents) throw notFound();
    const before = await findSent(context.db, { ...message, conversationId: correspondents.conversationId });
    if (before) return messageView(context, before, correspondents, await filesOf(context.db, before.attachmentIds));
    const refused = await writeError(context.db, member, correspondents);
    if (refused) throw refused;
    if (!filesAreOwn) throw invalid({ "message.attachment_ids": [texts.foreignFile] });
    const first = await context.writeMessage({ ...message, begins: true });
    if (first) return announce(context, first, files);
  }
  throw new Error("writePermission allows a message that storeMessages does not store");
}

/** Synchronous, so that messages are announced in the order in which they were stored. */
function announce(context: AppContext, thread: StoredMessage, files: readonly FileRow[]): Message {
  const message = messageView(context, thread.last, thread, files);
  announceMessage(context, { message, thread }, thread.previous);
  return message;
}

/** The error for a member who cannot write now; null when they can. */
async function writeError(db: Db, member: Member, { conversationId, customer, advisor, workRuns }: Between) {
  const [own, other] = member.role === "advisor" ? [advisor, customer] : [customer, advisor];
  const known = conversationId !== null || (await isOwnCustomer(db, member, other));
  const permission = writePermission(own, other, { known, workRuns });
  if (permission.may === "nothing") return notFound();
  return permission.may === "read" ? conflict(permission.because, ["read"]) : null;
}

/** Whether the two share an engagement, which counts as knowing each other before there is a conversation (decision 24). */
async function isOwnCustomer(db: Db, member: Member, receiver: { id: number }): Promise<boolean> {
  const { advisorId, customerId } = pairOf(member, receiver);
  return haveEngagement(db, advisorId, customerId);
}

/** Stores a file for a message that is being written; members who cannot write cannot upload either. */
export async function uploadFile(context: AppContext, member: Member, file: ReceivedFile): Promise<FileRow> {
  if (!member.stripeSetup)
    throw conflict(member.role === "advisor" ? texts.closedForAdvisor : texts.closedForCustomer, ["read"]);
  return storeUpload(context, member, { purpose: "message", field: "file" }, file);
}

/**
 * The conversation with a member; before the first message it is empty and has the id 0 (row M-14). Throws notFound when
 * the two may not have a conversation.
 */
export async function openThread(context: AppContext, member: Member, receiverId: number): Promise<Thread> {
  const pair = pairOf(member, { id: receiverId });
  const thread = await findThread(context.db, pair);
  if (thread) return thread;
  const between = await findBetween(context.db, pair);
  if (!between || (await writeError(context.db, member, between))?.status === 404) throw notFound();
  const { conversationId: _, ...correspondents } = between;
  return { conversation: emptyConversation(pair, context.clock.now()), last: null, ...correspondents };
}

/** A conversation before its first message. */
function emptyConversation(pair: Pair, now: Date): ConversationRow {
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
    askedAt: null,
    answeredAt: null,
    createdAt: now,
  };
}

/** Marks the conversation as read and notifies the other member's open pages (decision 27). */
export async function readConversation(context: AppContext, member: Member, receiverId: number): Promise<void> {
  const pair = pairIn(await openThread(context, member, receiverId));
  const read = await updateRead(context.db, pair, member.role === "advisor" ? "advisor" : "customer");
  if (!read) return;
  const messageId = member.role === "advisor" ? read.advisorReadId : read.customerReadId;
  announceRead(context, { ...pair, conversationId: read.id, memberId: member.id, messageId });
}
