import { type Notification, readAllNotifications } from "@plumbline/contract/notifications/contract.ts";
import { Link } from "react-router";
import { call } from "../call.ts";
import { momentHere } from "../moment-here.ts";
import { BellIcon } from "../ui/icons.tsx";
import { unbroken } from "../ui/unbroken.tsx";
import { Dropdown } from "./dropdown.tsx";
import classes from "./header.module.css";
import { readUpTo, updateMe } from "./me.ts";

const maxShown = 8;

/** The newest notifications; closing the list marks them read (decision 51). */
export function NotificationBell({ notes, count }: { notes: readonly Notification[]; count: number }) {
  const shown = notes.slice(0, maxShown);
  const markRead = async () => {
    const [newest] = notes;
    if (!newest || count === 0) return;
    updateMe(readUpTo(newest.id));
    call(readAllNotifications, { body: { isRead: true, up_to: newest.id } }).then(
      ({ unread_count }) => updateMe({ unreadNotifications: unread_count }),
      (error) => console.warn(error),
    );
  };
  return (
    <Dropdown
      label={
        <span className={classes.icon}>
          <BellIcon />
          {count > 0 && <span className={classes.count}>{count > 99 ? "99+" : count}</span>}
        </span>
      }
      name={count > 0 ? `Notifications, ${count} unread` : "Notifications"}
      end
      bare
      onClose={markRead}
    >
      {notes.length === 0 && <p className={classes.nothing}>Nothing new. What needs you will show up here.</p>}
      {shown.map(({ id, message, action, isRead, created_at: at }) => {
        const kind = isRead ? classes.note : `${classes.note} ${classes.fresh}`;
        const words = (
          <>
            {!isRead && <span className="visually-hidden">New: </span>}
            {unbroken(message)} <time dateTime={at}>{momentHere(at)}</time>
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
      <Link to="/notifications" className={classes.choose}>
        All notifications
      </Link>
    </Dropdown>
  );
}
