import type { Attachment, Message } from "@plumbline/contract/messages/contract.ts";
import { useSyncExternalStore } from "react";
import { call } from "../../call.ts";
import { asFailure, type Failure } from "../../failure.ts";
import { currentSession } from "../../session.ts";
import { addMessage, openChat } from "./chats.ts";
import { conversationWith, onFrame, outboxKey } from "./inbox.ts";
import { type Pending, unconfirmed } from "./thread.ts";

// What a member wrote and the server does not have yet: drafts, and messages on their way. Both outlive a reload of the
// page. Logging out drops them; a session that ends by itself keeps them until its member is back.

export type Draft = { body: string; files: readonly Attachment[] };
type Kept = { owner: string; drafts: Record<number, Draft>; pending: Record<number, Pending[]> };

const none: readonly Pending[] = [];
const noDraft: Draft = { body: "", files: [] };
/** Waits before another attempt, in milliseconds, while the server cannot be reached. */
const patience = [1000, 2000, 4000, 8000];

let kept: Kept | null = null;
const watchers = new Set<() => void>();
/** Messages to one member leave one after another, so that they arrive in the order in which they were written. */
const queues = new Map<number, Promise<void>>();

function current(): Kept {
  const owner = currentSession()?.email ?? "";
  if (kept?.owner === owner) return kept;
  kept = stored(owner) ?? { owner, drafts: {}, pending: {} };
  // A page that was reloaded does not know whether these arrived: asking again with the same id settles it.
  for (const [receiverId, pending] of Object.entries(kept.pending))
    for (const one of pending) if (!one.trouble) enqueue(Number(receiverId), one);
  return kept;
}

function stored(owner: string): Kept | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(outboxKey) ?? "null") as Kept | null;
    // Between a session that ended and the next sign-in nobody is the owner: what waits is kept for them (decision 50).
    if (!owner) return null;
    if (found?.owner === owner) return found;
    sessionStorage.removeItem(outboxKey);
  } catch {
    // Private windows may keep nothing.
  }
  return null;
}

function save(change: (kept: Kept) => Kept) {
  kept = change(current());
  try {
    sessionStorage.setItem(outboxKey, JSON.stringify(kept));
  } catch {
    // Then it lives as long as the page.
  }
  for (const watch of watchers) watch();
}

function setPending(receiverId: number, change: (pending: readonly Pending[]) => Pending[]) {
  save((all) => ({ ...all, pending: { ...all.pending, [receiverId]: change(all.pending[receiverId] ?? none) } }));
}

export function saveDraft(receiverId: number, draft: Draft) {
  save((all) => ({ ...all, drafts: { ...all.drafts, [receiverId]: draft } }));
}

export const draftFor = (receiverId: number): Draft => current().drafts[receiverId] ?? noDraft;

/** Shows the message at once and sends it; the draft is empty from now on. */
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

/** Tries until it is stored or refused. A repeated attempt carries the same id, so nothing is ever sent twice. */
async function deliver(receiverId: number, { clientId, body, files }: Pending) {
  const token = currentSession()?.accessToken;
  const { sendMessage } = await import("@plumbline/contract/messages/contract.ts");
  const message = { body, attachment_ids: files.map(({ id }) => id), client_id: clientId };
  for (let attempt = 0; ; attempt++) {
    // Signed out meanwhile: it is nobody's to send. No longer waiting: it has arrived after all, or was deleted.
    if (!token || currentSession()?.accessToken !== token || !isWaiting(receiverId, clientId)) return;
    try {
      const answer = await call(sendMessage, { body: { receiver_id: receiverId, message } });
      addMessage(answer);
      discard(receiverId, { clientId });
      if (!conversationWith(receiverId)?.id) void openChat(receiverId);
      return;
    } catch (error) {
      const failure = asFailure(error);
      const wait = patience[attempt];
      if (passing(failure) && wait !== undefined) {
        await new Promise((resolve) => setTimeout(resolve, wait));
        continue;
      }
      // What may be written here has changed: the composer should say so too.
      if (failure.status === 409) void openChat(receiverId);
      setPending(receiverId, (all) =>
        all.map((one) => (one.clientId === clientId ? { ...one, trouble: sentence(failure) } : one)),
      );
      return;
    }
  }
}

/** What the history holds has arrived, whatever became of the answer to it. */
export function settle(receiverId: number, messages: readonly Message[]) {
  const pending = current().pending[receiverId] ?? none;
  const left = unconfirmed(pending, messages);
  if (left.length < pending.length) setPending(receiverId, () => left);
}

const isWaiting = (receiverId: number, clientId: string) =>
  (current().pending[receiverId] ?? none).some((one) => one.clientId === clientId);

// The answer to a message may be lost while the message itself is not: it comes back live.
onFrame((frame) => {
  if (frame.type !== "message" || !frame.client_id) return;
  const { client_id: clientId, receiver } = frame;
  if (isWaiting(receiver.id, clientId)) discard(receiver.id, { clientId });
});

/** Worth another attempt: it never arrived, or the server is not itself at the moment. */
const passing = ({ status }: Failure) => status === 0 || status === 429 || status >= 500;
/** The first thing that was said about a refusal, without its field. */
export const sentence = ({ errors, message }: Failure) => Object.values(errors)[0]?.[0] ?? message;

function useKept<T>(read: () => T, otherwise: T): T {
  return useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    read,
    () => otherwise,
  );
}

export const usePending = (receiverId: number) => useKept(() => current().pending[receiverId] ?? none, none);
export const useDraft = (receiverId: number) => useKept(() => draftFor(receiverId), noDraft);
