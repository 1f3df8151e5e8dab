import type { Notification } from "@plumbline/contract/notifications/contract.ts";
import { plural } from "@plumbline/contract/product.ts";
import { useEffect, useSyncExternalStore } from "react";
import { call } from "../call.ts";
import { loadInbox } from "../features/messages/inbox.ts";
import { currentSession, type Session, updateSession } from "../session.ts";

/** What the header knows of the person: name and picture, what is unread. */
export type Me = {
  id: number | null;
  name: string;
  photo: string | null;
  unreadMessages: number;
  unreadNotifications: number;
  /** The newest of them. */
  notifications: readonly Notification[];
};

const nobody: Me = { id: null, name: "", photo: null, unreadMessages: 0, unreadNotifications: 0, notifications: [] };
let me = nobody;
let loadedFor: string | null = null;
const listeners = new Set<() => void>();

/** Live updates and pages patch it here: `updateMe({ unreadMessages: 0 })`. */
export function updateMe(part: Partial<Me>) {
  me = { ...me, ...part };
  for (const listener of listeners) listener();
}

export function currentMe(): Me {
  return me;
}

/** The bell once everything up to an id has been read. */
export function readUpTo(id: number): Pick<Me, "notifications" | "unreadNotifications"> {
  const notifications = me.notifications.map((note) => (note.id <= id ? { ...note, isRead: true } : note));
  return { notifications, unreadNotifications: notifications.filter(({ isRead }) => !isRead).length };
}

/** The header's knowledge, loaded once per session and patched live. */
export function useMe(session: Session | null): Me {
  const token = session?.accessToken ?? null;
  useEffect(() => {
    if (token === loadedFor) return;
    loadedFor = token;
    updateMe(nobody);
    if (token) void loadMe();
  }, [token]);
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    currentMe,
    () => nobody,
  );
}

/** Each part on its own: a header without a number is better than none (row W-08). */
export async function loadMe() {
  const session = currentSession();
  if (!session || session.role === "staff") return;
  const token = session.accessToken;
  // Declarations bring the schema language along: fetched when needed, so that public pages stay light.
  const [{ readOwnProfile }, { listNotifications }] = await Promise.all([
    import("@plumbline/contract/profiles/contract.ts"),
    import("@plumbline/contract/notifications/contract.ts"),
  ]);
  const same = () => currentSession()?.accessToken === token;
  await Promise.all([
    call(readOwnProfile, { params: { role: plural[session.role] } }).then((answer) => {
      if (!same()) return;
      updateMe({ id: answer.id, name: answer.profile.name, photo: answer.profile.photo });
      // The membership may have ended, or the payout account been connected, since this browser signed in.
      updateSession({ profileSetup: answer.profile_setup, stripeSetup: answer.stripe_setup });
    }, ignored),
    loadInbox(),
    call(listNotifications, {}).then((answer) => {
      if (same()) updateMe({ notifications: answer.entries, unreadNotifications: answer.unread_count });
    }, ignored),
  ]);
}

function ignored(error: unknown) {
  console.warn("The header is incomplete:", error);
}
