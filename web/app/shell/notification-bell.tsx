import { formatMoment } from "@plumbline/contract/dates.ts";
import type { Notification } from "@plumbline/contract/notifications/contract.ts";
import { Link } from "react-router";
import { call } from "../call.ts";
import { BellIcon } from "../ui/icons.tsx";
import { Dropdown } from "./dropdown.tsx";
import look from "./header.module.css";
import { readUpTo, updateMe } from "./me.ts";

const mostShown = 8;

/** What happened while the member was away: added unread, all of it marked read when the list is closed (decision 51). */
export function NotificationBell({ notes, count }: { notes: readonly Notification[]; count: number }) {
  const shown = notes.slice(0, mostShown);
  const markRead = async () => {
    const [newest] = notes;
    if (!newest || count === 0) return;
    updateMe(readUpTo(newest.id));
    const { readAllNotifications } = await import("@plumbline/contract/notifications/contract.ts");
    call(readAllNotifications, { body: { isRead: true, up_to: newest.id } }).then(
      ({ unread_count }) => updateMe({ unreadNotifications: unread_count }),
      (error) => console.warn(error),
    );
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
        All notifications
      </Link>
    </Dropdown>
  );
}
