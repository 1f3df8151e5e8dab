import { listNotifications, type Notification } from "@plumbline/contract/notifications/contract.ts";
import { useEffect, useRef, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { closeLive, openLive, useLive } from "../../live.ts";
import type { Session } from "../../session.ts";
import { currentMe, heardOf, readUpTo, updateMe } from "../../shell/me.ts";
import { arrived, reloadInbox } from "../messages/inbox.ts";

const everything = {};
/** Several notifications of one event arrive together, and the page is loaded once. In milliseconds. */
const settle = 150;

/**
 * Subscribes to the live channels for a member's header: opens the socket on every page but the terms (row M-15), keeps
 * the badge and the bell up to date, and reloads the page's data after events, whether or not they are on the bell.
 * Renders nothing but an announcement for screen readers.
 */
export default function LiveHeader({ session }: { session: Session }) {
  const { pathname } = useLocation();
  const token = pathname === "/terms-and-conditions" ? null : session.accessToken;
  useEffect(() => {
    if (token) void openLive(token);
    else closeLive();
  }, [token]);
  useEffect(() => () => closeLive(), []);

  const { revalidate } = useRevalidator();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [announced, setAnnounced] = useState("");

  useLive("ConversationsChannel", everything, arrived, () => void reloadInbox());
  useLive(
    "NotificationsChannel",
    everything,
    (news) => {
      if (news.type === "read") {
        updateMe(readUpTo(news.up_to));
        return;
      }
      if (news.id !== undefined) heardOf(news.id);
      if (news.type === "notification") {
        if (!remember([news])) return;
        setAnnounced(news.message);
      }
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void revalidate(), settle);
    },
    () =>
      void loadNotifications().then((id) => {
        // Also before the first connect: the header's own notifications are loaded with the page.
        const { latestNotification: known } = currentMe();
        heardOf(id);
        if (known !== null && id > known) void revalidate();
      }, ignored),
  );
  return (
    <span className="visually-hidden" role="status">
      {announced}
    </span>
  );
}

/** Adds or replaces notifications by id, newest first; true when one of them is new and unread. */
function remember(notes: readonly Notification[]): boolean {
  const { notifications, unreadNotifications } = currentMe();
  const known = new Map(notifications.map((note) => [note.id, note]));
  let unread = unreadNotifications;
  let news = false;
  for (const note of notes) {
    const before = known.get(note.id);
    if (before ? before.isRead !== note.isRead : !note.isRead) unread += note.isRead ? -1 : 1;
    news ||= !before && !note.isRead;
    known.set(note.id, note);
  }
  updateMe({
    notifications: [...known.values()].sort((one, other) => other.id - one.id),
    unreadNotifications: Math.max(0, unread),
  });
  return news;
}

/** Loads the notifications; returns the newest id of all, on the bell or not. */
async function loadNotifications(): Promise<number> {
  const { entries, unread_count, latest_id, banner } = await call(listNotifications, {});
  updateMe({ notifications: entries, unreadNotifications: unread_count, banner });
  return latest_id;
}

function ignored(error: unknown) {
  console.warn("The bell did not load:", error);
}
