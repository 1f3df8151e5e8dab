import { Link, NavLink } from "react-router";
import { useUnreadMessages } from "../features/messages/inbox.ts";
import { LiveHeader } from "../features/notifications/live-header.tsx";
import type { Session } from "../session.ts";
import { MailIcon } from "../ui/icons.tsx";
import { Portrait } from "../ui/portrait.tsx";
import { Dropdown } from "./dropdown.tsx";
import classes from "./header.module.css";
import { LogoutButton } from "./logout-button.tsx";
import { useMe } from "./me.ts";
import { accountLinks } from "./menu.ts";
import { NotificationBell } from "./notification-bell.tsx";

/** The right end of a member's header: messages, notifications, and the person. */
export function MemberTools({ session }: { session: Session }) {
  const me = useMe(session);
  const unread = useUnreadMessages();
  return (
    <div className={classes.tools}>
      {session.role !== "staff" && (
        <>
          <LiveHeader session={session} />
          <Link
            className={classes.icon}
            to={`/messages/${session.role}`}
            aria-label={unread > 0 ? `Messages, ${unread} unread` : "Messages"}
          >
            <MailIcon />
            {unread > 0 && <span className={classes.count}>{unread > 99 ? "99+" : unread}</span>}
          </Link>
          <NotificationBell notes={me.notifications} count={me.unreadNotifications} />
        </>
      )}
      <Dropdown
        label={<Portrait name={me.name || session.email} photo={me.photo} size={38} />}
        name="Your account"
        end
        bare
      >
        <p className={classes.person}>
          <strong>{me.name || session.email}</strong>
          {me.name && <span className="small">{session.email}</span>}
        </p>
        {accountLinks[session.role].map(({ to, text }) => (
          <NavLink key={to} to={to}>
            {text}
          </NavLink>
        ))}
        <LogoutButton />
      </Dropdown>
    </div>
  );
}
