import type { Announced } from "@plumbline/contract/announcements/contract.ts";
import { readStaffAccount } from "@plumbline/contract/back-office/contract.ts";
import type { StaffRole } from "@plumbline/contract/back-office/staff-roles.ts";
import { listNotifications, type Notification } from "@plumbline/contract/notifications/contract.ts";
import { plural } from "@plumbline/contract/product.ts";
import { readOwnProfile } from "@plumbline/contract/profiles/contract.ts";
import type { Standing } from "@plumbline/contract/sanctions/rules.ts";
import { useEffect } from "react";
import { call } from "../call.ts";
import { loadInbox } from "../features/messages/inbox.ts";
import { memberStore } from "../member-store.ts";
import { currentSession, type Session, updateSession } from "../session.ts";
import type { StaffAccess } from "./back-office-menu.ts";

/** The member's data in the header: name, picture and notifications. */
export type HeaderData = {
  id: number | null;
  name: string;
  photo: string | null;
  unreadNotifications: number;
  /** The newest notifications. */
  notifications: readonly Notification[];
  /** What a member of staff may do; null for members, and until it is known. */
  access: StaffAccess | null;
  /** The role of a member of staff; null for members, and until it is known. */
  staffRole: StaffRole | null;
  /** The id of the newest that this tab has heard of, on the bell or not; null until they are loaded. */
  latestNotification: number | null;
  /** The announcement whose banner stands on the member's pages. */
  banner: Announced | null;
  /** What decisions about the member's account leave it. */
  standing: Standing;
};

const noMember: HeaderData = {
  id: null,
  name: "",
  photo: null,
  unreadNotifications: 0,
  notifications: [],
  access: null,
  staffRole: null,
  latestNotification: null,
  banner: null,
  standing: "open",
};
const meStore = memberStore(noMember);
let loadedFor: string | null = null;

/** Live updates and pages change it: `updateMe({ photo })`. */
export const updateMe = (part: Partial<HeaderData>) => meStore.setState(part);
export const currentMe = () => meStore.getState();

/** Records that this tab has heard of a notification. */
export function heardOf(id: number) {
  updateMe({ latestNotification: Math.max(currentMe().latestNotification ?? 0, id) });
}

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

/**
 * Loads what the back office needs to know of its reader, and says whether two-step sign-in has to be set up before
 * anything else. Throws a Failure when it cannot be read.
 */
export async function loadStaff(): Promise<{ mustSetUpTwoStep: boolean }> {
  const token = currentSession()?.accessToken;
  const answer = await call(readStaffAccount, {});
  const { id, name, role, must_set_up_two_step: mustSetUpTwoStep } = answer;
  // Until then no page answers, so that none is offered.
  const access = mustSetUpTwoStep ? null : answer.access;
  if (currentSession()?.accessToken === token) updateMe({ id, name, access, staffRole: role });
  return { mustSetUpTwoStep };
}

/** Each part is loaded independently: a header without a number is better than none (row W-08). */
async function loadMe() {
  const session = currentSession();
  if (!session) return;
  if (session.role === "staff") return void (await loadStaff().catch(ignored));
  const token = session.accessToken;
  const same = () => currentSession()?.accessToken === token;
  await Promise.all([
    call(readOwnProfile, { params: { role: plural[session.role] } }).then((answer) => {
      if (!same()) return;
      updateMe({ id: answer.id, name: answer.profile.name, photo: answer.profile.photo, standing: answer.standing });
      // The membership may have ended, or the payout account been connected, since this browser signed in.
      updateSession({ profileSetup: answer.profile_setup, stripeSetup: answer.stripe_setup });
    }, ignored),
    loadInbox(),
    call(listNotifications, {}).then((answer) => {
      if (!same()) return;
      updateMe({ notifications: answer.entries, unreadNotifications: answer.unread_count, banner: answer.banner });
      heardOf(answer.latest_id);
    }, ignored),
  ]);
}

function ignored(error: unknown) {
  console.warn("The header is incomplete:", error);
}
