import type { Attachment } from "@plumbline/contract/files/attachment.ts";
import { attachableFor } from "@plumbline/contract/files/rules.ts";
import { type Message, sendMessage } from "@plumbline/contract/messages/contract.ts";
import { create } from "zustand";
import { readStored, writeStored } from "../../browser-storage.ts";
import { call } from "../../call.ts";
import { asFailure, type Failure, isPassing } from "../../failure.ts";
import { isLike } from "../../is-like.ts";
import { currentSession, onSessionChange, type Session } from "../../session.ts";
import { draftKey, draftName, draftsOf } from "../../typed.ts";
import { addMessage, openChat } from "./chats.ts";
import { conversationWith, onFrame } from "./inbox.ts";
import { type Pending, unconfirmed } from "./thread.ts";

// Messages that are not stored on the server yet: drafts, and messages being sent. Each has a place of its own in this
// browser, as the draft of a form has, so that a tab that is closed loses none, and none replaces another's. Logging out
// deletes them; when a session ends by itself they are kept for its member's return.

/** `uploadedAt` is when the first of the files was uploaded, in milliseconds; 0 without files. */
export type Draft = { body: string; files: readonly Attachment[]; uploadedAt?: number };
type Unsent = { drafts: Record<number, Draft>; pending: Record<number, readonly Pending[]> };

const none: readonly Pending[] = [];
const noDraft: Draft = { body: "", files: [] };
/** Waits before another attempt, in milliseconds, while there is a network and the server cannot be reached. */
const retryDelays = [1000, 2000, 4000, 8000];

const outboxStore = create<Unsent & { owner: string }>(() => ({ owner: "", drafts: {}, pending: {} }));
const current = () => outboxStore.getState();
/** Messages to one member are sent one after another, so that they arrive in the order in which they were written. */
const queues = new Map<number, Promise<void>>();

const draftPlace = (receiverId: number) => draftKey(`message ${receiverId}`, current().owner);
const pendingPlace = (clientId: string) => draftKey(`sending ${clientId}`, current().owner);

const file = { id: 0, file: "", file_name: "", file_size: 0, content_type: "" };
const typed = { body: "", files: [file] };
const storedDraft = { ...typed, uploadedAt: 0 };
const storedPending = { ...typed, receiverId: 0, clientId: "", createdAt: "", trouble: null };

/** The draft that is stored under a key, without files that the server does not attach any more. */
function draftIn(key: string): Draft {
  const stored = readStored("local", key);
  if (!isLike(storedDraft, stored)) return noDraft;
  return Date.now() - stored.uploadedAt < attachableFor ? stored : { ...noDraft, body: stored.body };
}

/** What a member has typed in this browser, in whichever tab, and not sent. */
function unsentOf(owner: string): Unsent {
  const unsent: Unsent = { drafts: {}, pending: {} };
  const sending: (Pending & { receiverId: number })[] = [];
  for (const { key, name } of owner ? draftsOf(owner) : []) {
    const [kind, id] = name.split(" ");
    if (kind === "message") unsent.drafts[Number(id)] = draftIn(key);
    const stored = kind === "sending" && readStored("local", key);
    if (isLike(storedPending, stored)) sending.push(stored);
  }
  for (const one of sending.sort((one, other) => one.createdAt.localeCompare(other.createdAt)))
    unsent.pending[one.receiverId] = [...(unsent.pending[one.receiverId] ?? none), one];
  return unsent;
}

/** Loads the signed-in member's unsent messages. While nobody is signed in they stay stored. */
function loadUnsent(session: Session | null) {
  const owner = session?.email ?? "";
  if (owner === current().owner) return;
  const unsent = unsentOf(owner);
  outboxStore.setState({ owner, ...unsent });
  // A page that was closed or reloaded does not know whether these arrived: sending them again with the same id makes sure.
  for (const [receiverId, pending] of Object.entries(unsent.pending))
    for (const one of pending) if (!one.trouble) enqueue(Number(receiverId), one);
}

onSessionChange(loadUnsent);
loadUnsent(currentSession());

/** What another tab has typed, and which of the messages that failed it has sent again or deleted. */
function onStorage({ key, newValue }: StorageEvent) {
  const { owner, drafts, pending } = current();
  if (!key || !owner) return;
  const [kind, id] = draftName(key, owner)?.split(" ") ?? [];
  if (kind === "message") outboxStore.setState({ drafts: { ...drafts, [Number(id)]: draftIn(key) } });
  if (kind === "sending" && newValue === null) {
    const left = Object.entries(pending).map(([receiverId, waiting]) => [
      receiverId,
      waiting.filter(({ clientId }) => clientId !== id),
    ]);
    outboxStore.setState({ pending: Object.fromEntries(left) });
  }
}
// The server, which draws the pages of members without their data, has no other tabs.
if (typeof window !== "undefined") window.addEventListener("storage", onStorage);

/** An upload may finish, or an attempt fail, after its member has logged out: then nothing is stored. */
function setPending(receiverId: number, change: (pending: readonly Pending[]) => readonly Pending[]) {
  const { owner, pending } = current();
  if (!owner) return;
  const before = pendingFor(receiverId);
  const after = change(before);
  outboxStore.setState({ pending: { ...pending, [receiverId]: after } });
  const left = new Set(after.map(({ clientId }) => clientId));
  for (const { clientId } of before) if (!left.has(clientId)) writeStored("local", pendingPlace(clientId), null);
  for (const one of after)
    if (!before.includes(one)) writeStored("local", pendingPlace(one.clientId), { ...one, receiverId });
}

export function saveDraft(receiverId: number, { body, files }: Draft) {
  const { owner, drafts } = current();
  if (!owner) return;
  const uploadedAt = files.length > 0 ? draftFor(receiverId).uploadedAt || Date.now() : 0;
  const draft = { body, files, uploadedAt };
  outboxStore.setState({ drafts: { ...drafts, [receiverId]: draft } });
  writeStored("local", draftPlace(receiverId), body === "" && files.length === 0 ? null : draft);
}

export const draftFor = (receiverId: number): Draft => current().drafts[receiverId] ?? noDraft;

/** Shows the message at once, sends it, and empties the draft (row M-08). */
export function send(receiverId: number, { body, files }: Draft) {
  const pending: Pending = {
    clientId: crypto.randomUUID?.() ?? `${Date.now()}-${String(Math.random()).slice(2)}`,
    body,
    files,
    createdAt: new Date().toISOString(),
    trouble: null,
  };
  saveDraft(receiverId, noDraft);
  setPending(receiverId, (all) => [...all, pending]);
  enqueue(receiverId, pending);
}

export function sendAgain(receiverId: number, pending: Pending) {
  setPending(receiverId, (all) =>
    all.map((one) => (one.clientId === pending.clientId ? { ...one, trouble: null } : one)),
  );
  enqueue(receiverId, pending);
}

export function discard(receiverId: number, { clientId }: Pick<Pending, "clientId">) {
  setPending(receiverId, (all) => all.filter((one) => one.clientId !== clientId));
}

function enqueue(receiverId: number, pending: Pending) {
  const before = queues.get(receiverId) ?? Promise.resolve();
  queues.set(
    receiverId,
    before.then(() => deliver(receiverId, pending)),
  );
}

/** Sends until it is stored or refused. Every attempt has the same id, so nothing is stored twice. */
async function deliver(receiverId: number, { clientId, body, files }: Pending) {
  const token = currentSession()?.accessToken;
  const message = { body, attachment_ids: files.map(({ id }) => id), client_id: clientId };
  for (let attempt = 0; ; attempt++) {
    // The line under the header promises that it is sent then (offline-line.tsx).
    if (!navigator.onLine) {
      await new Promise((online) => window.addEventListener("online", online, { once: true }));
      attempt = 0;
    }
    // Signed out meanwhile: it must not be sent. No longer pending: it has arrived after all, or was deleted.
    if (!token || currentSession()?.accessToken !== token || !isWaiting(receiverId, clientId)) return;
    try {
      const answer = await call(sendMessage, { body: { receiver_id: receiverId, message } });
      addMessage(answer);
      discard(receiverId, { clientId });
      if (!conversationWith(receiverId)?.id) void openChat(receiverId);
      return;
    } catch (error) {
      const failure = asFailure(error);
      const wait = navigator.onLine ? retryDelays[attempt] : 0;
      if (isPassing(failure.status) && wait !== undefined) {
        await new Promise((resolve) => setTimeout(resolve, wait));
        continue;
      }
      // The write permission has changed, so the composer must show that as well.
      if (failure.status === 409) void openChat(receiverId);
      setPending(receiverId, (all) =>
        all.map((one) => (one.clientId === clientId ? { ...one, trouble: sentence(failure) } : one)),
      );
      return;
    }
  }
}

/** Messages in the history have arrived, even if the response to sending them was lost. */
export function settle(receiverId: number, messages: readonly Message[]) {
  const pending = pendingFor(receiverId);
  const left = unconfirmed(pending, messages);
  if (left.length < pending.length) setPending(receiverId, () => left);
}

const isWaiting = (receiverId: number, clientId: string) =>
  pendingFor(receiverId).some((one) => one.clientId === clientId);

// The response to a message may be lost while the message itself is not: it then arrives live.
onFrame((frame) => {
  if (frame.type !== "message" || !frame.client_id) return;
  const { client_id: clientId, receiver } = frame;
  if (isWaiting(receiver.id, clientId)) discard(receiver.id, { clientId });
});

/** The first error message of a refusal, without its field. */
export const sentence = ({ errors, message }: Failure) => Object.values(errors)[0]?.[0] ?? message;

export const pendingFor = (receiverId: number): readonly Pending[] => current().pending[receiverId] ?? none;
export const usePending = (receiverId: number) => outboxStore(({ pending }) => pending[receiverId] ?? none);
export const useDraft = (receiverId: number) => outboxStore(({ drafts }) => drafts[receiverId] ?? noDraft);
