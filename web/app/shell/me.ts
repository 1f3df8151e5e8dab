import type { Notification } from "@plumbline/contract/notifications/contract.ts";
import { plural } from "@plumbline/contract/product.ts";
import { useEffect } from "react";
import { call } from "../call.ts";
import { loadInbox } from "../features/messages/inbox.ts";
import { memberStore } from "../member-store.ts";
import { currentSession, type Session, updateSession } from "../session.ts";

/** The member's data in the header: name, picture and notifications. */
export type HeaderData = {
  id: number | null;
  name: string;
  photo: string | null;
  unreadNotifications: number;
  /** The newest notifications. */
  notifications: readonly Notification[];
};

const noMember: HeaderData = { id: null, name: "", photo: null, unreadNotifications: 0, notifications: [] };
const meStore = memberStore(noMember);
let loadedFor: string | null = null;

/** Live updates and pages change it: `updateMe({ photo })`. */
export const updateMe = (part: Partial<HeaderData>) => meStore.setState(part);
export const currentMe = () => meStore.getState();

/** The bell once everything up to an id has been read. */
export function readUpTo(id: number): Pick<HeaderData, "notifications" | "unreadNotifications"> {
  const notifications = currentMe().notifications.map((note) => (note.id <= id ? { ...note, isRead: true } : note));
  return { notifications, unreadNotifications: notifications.filter(({ isRead }) => !isRead).length };
}

/** The header's data, loaded once per session and updated live. */
export function useMe(session: Session | null): HeaderData {
  const token = session?.accessToken ?? null;
  useEffect(() => {
    if (token === loadedFor) return;
    loadedFor = token;
    if (token) void loadMe();
  }, [token]);
  return meStore();
}

/** Each part is loaded independently: a header without a number is better than none (row W-08). */
async function loadMe() {
  const session = currentSession();
  if (!session || session.role === "staff") return;
  const token = session.accessToken;
  // Declarations include the schema library, so they are loaded when needed to keep public pages small.
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
