import type { Attachment } from "@plumbline/contract/files/attachment.ts";
import { type Message, sendMessage } from "@plumbline/contract/messages/contract.ts";
import { create } from "zustand";
import { readStored, writeStored } from "../../browser-storage.ts";
import { call } from "../../call.ts";
import { asFailure, type Failure, isPassing } from "../../failure.ts";
import { isLike } from "../../is-like.ts";
import { currentSession, onSessionChange, type Session } from "../../session.ts";
import { outboxKey } from "../../typed.ts";
import { addMessage, openChat } from "./chats.ts";
import { conversationWith, onFrame } from "./inbox.ts";
import { type Pending, unconfirmed } from "./thread.ts";

// Messages that are not stored on the server yet: drafts, and messages being sent. Both survive a reload of the page.
// Logging out deletes them; when a session ends by itself they are kept for its member's return.

export type Draft = { body: string; files: readonly Attachment[] };
type Kept = { owner: string; drafts: Record<number, Draft>; pending: Record<number, Pending[]> };

const none: readonly Pending[] = [];
const noDraft: Draft = { body: "", files: [] };
/** Waits before another attempt, in milliseconds, while there is a network and the server cannot be reached. */
const retryDelays = [1000, 2000, 4000, 8000];

const outboxStore = create<Kept>(() => ({ owner: "", drafts: {}, pending: {} }));
const current = () => outboxStore.getState();
/** Messages to one member are sent one after another, so that they arrive in the order in which they were written. */
const queues = new Map<number, Promise<void>>();

const file = { id: 0, file: "", file_name: "", file_size: 0, content_type: "" };
const draft = { body: "", files: [file] };
const waiting = [{ ...draft, clientId: "", createdAt: "", trouble: null }];
const isOutbox = (stored: unknown): stored is Kept =>
  isLike({ owner: "", drafts: {}, pending: {} }, stored) &&
  Object.values(stored.drafts).every((each) => isLike(draft, each)) &&
  Object.values(stored.pending).every((each) => isLike(waiting, each));

/** Loads the signed-in member's unsent messages. While nobody is signed in they stay stored. */
function loadUnsent(session: Session | null) {
  const owner = session?.email ?? "";
  if (owner === current().owner) return;
  const found = owner ? readStored("session", outboxKey) : null;
  const mine = isOutbox(found) && found.owner === owner ? found : { owner, drafts: {}, pending: {} };
  if (owner && found !== mine) writeStored("session", outboxKey, null);
  outboxStore.setState(mine, true);
  // A reloaded page does not know whether these arrived: sending them again with the same id makes sure.
  for (const [receiverId, pending] of Object.entries(mine.pending))
    for (const one of pending) if (!one.trouble) enqueue(Number(receiverId), one);
}

onSessionChange(loadUnsent);
loadUnsent(currentSession());

/** An upload may finish, or an attempt fail, after its member has logged out: then nothing is stored. */
function save(change: (kept: Kept) => Kept) {
  if (!current().owner) return;
  outboxStore.setState(change, true);
  writeStored("session", outboxKey, isEmpty(current()) ? null : current());
}

const isEmpty = ({ drafts, pending }: Kept): boolean =>
  Object.values(drafts).every(({ body, files }) => body === "" && files.length === 0) &&
  Object.values(pending).every((waiting) => waiting.length === 0);

function setPending(receiverId: number, change: (pending: readonly Pending[]) => Pending[]) {
  save((all) => ({ ...all, pending: { ...all.pending, [receiverId]: change(all.pending[receiverId] ?? none) } }));
}

export function saveDraft(receiverId: number, draft: Draft) {
  save((all) => ({ ...all, drafts: { ...all.drafts, [receiverId]: draft } }));
}

export const draftFor = (receiverId: number): Draft => current().drafts[receiverId] ?? noDraft;

/** Shows the message at once, sends it, and empties the draft (row M-08). */
export function send(receiverId: number, { body, files }: Draft) {
  const pending: Pending = {
    clientId: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`,
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
  const pending = current().pending[receiverId] ?? none;
  const left = unconfirmed(pending, messages);
  if (left.length < pending.length) setPending(receiverId, () => left);
}

const isWaiting = (receiverId: number, clientId: string) =>
  (current().pending[receiverId] ?? none).some((one) => one.clientId === clientId);

// The response to a message may be lost while the message itself is not: it then arrives live.
onFrame((frame) => {
  if (frame.type !== "message" || !frame.client_id) return;
  const { client_id: clientId, receiver } = frame;
  if (isWaiting(receiver.id, clientId)) discard(receiver.id, { clientId });
});

/** The first error message of a refusal, without its field. */
export const sentence = ({ errors, message }: Failure) => Object.values(errors)[0]?.[0] ?? message;

export const usePending = (receiverId: number) => outboxStore(({ pending }) => pending[receiverId] ?? none);
export const useDraft = (receiverId: number) => outboxStore(({ drafts }) => drafts[receiverId] ?? noDraft);
