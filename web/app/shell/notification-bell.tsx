import { formatMoment } from "@plumbline/contract/dates.ts";
import type { Notification } from "@plumbline/contract/notifications/contract.ts";
import { Link } from "react-router";
import { call } from "../call.ts";
import { BellIcon } from "../ui/icons.tsx";
import { Dropdown } from "./dropdown.tsx";
import look from "./header.module.css";
import { currentMe, updateMe } from "./me.ts";

const mostShown = 8;

/** What happened while the member was away: added unread, marked read when the list is closed. */
export function NotificationBell({ notes, count }: { notes: readonly Notification[]; count: number }) {
  const shown = notes.slice(0, mostShown);
  const markRead = async () => {
    const unread = shown.filter((note) => !note.isRead);
    if (unread.length === 0) return;
    const read = new Set(unread.map(({ id }) => id));
    updateMe({
      notifications: currentMe().notifications.map((note) => (read.has(note.id) ? { ...note, isRead: true } : note)),
      unreadNotifications: Math.max(0, currentMe().unreadNotifications - read.size),
    });
    const { readNotification } = await import("@plumbline/contract/notifications/contract.ts");
    for (const id of read)
      call(readNotification, { params: { id }, body: { isRead: true } }).catch((error) => console.warn(error));
  };
  return (
    <Dropdown
      label={
        <span className={look.icon}>
          <BellIcon />
          {count > 0 && <span className={look.count}>{count > 99 ? "99+" : count}</span>}
        </span>
      }
      name={count > 0 ? `Notifications, ${count} unread` : "Notifications"}
      end
      bare
      onClose={markRead}
    >
      {notes.length === 0 && <p className={look.nothing}>Nothing new. What needs you will show up here.</p>}
      {shown.map(({ id, message, action, isRead, created_at: at }) => {
        const kind = isRead ? look.note : `${look.note} ${look.fresh}`;
        const words = (
          <>
            {!isRead && <span className="visually-hidden">New: </span>}
            {message} <time dateTime={at}>{formatMoment(at)}</time>
          </>
        );
        return action.startsWith("/") ? (
          <Link key={id} to={action} className={kind}>
            {words}
          </Link>
        ) : (
          <p key={id} className={kind}>
            {words}
          </p>
        );
      })}
      <Link to="/notifications" className={look.choose}>
        Choose what reaches you
      </Link>
    </Dropdown>
  );
}
