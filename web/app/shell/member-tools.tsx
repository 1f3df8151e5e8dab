import { Suspense } from "react";
import { Link, NavLink } from "react-router";
import { useUnreadMessages } from "../features/messages/inbox.ts";
import { isOpenTo } from "../guards.ts";
import type { Session } from "../session.ts";
import { MailIcon, SearchIcon } from "../ui/icons.tsx";
import { loadedLater } from "../ui/on-demand.ts";
import { Portrait } from "../ui/portrait.tsx";
import { open } from "./commands.ts";
import { Dropdown } from "./dropdown.tsx";
import classes from "./header.module.css";
import { LogoutButton } from "./logout-button.tsx";
import { useMe } from "./me.ts";
import { accountLinksFor } from "./menu.ts";
import { NotificationBell } from "./notification-bell.tsx";

// Not needed to draw the page.
const StaffRoleName = loadedLater(() => import("./staff-role-name.tsx"));
const LiveHeader = loadedLater(() => import("../features/notifications/live-header.tsx"));

/** The right end of a member's header: messages, notifications, and the person (row H-05). */
export function MemberTools({ session }: { session: Session }) {
  const me = useMe(session);
  const unread = useUnreadMessages();
  const messages = `/messages/${session.role}`;
  // Nothing is found before two-step sign-in is set up, where it is required.
  const mayFind = me.staffRole === null || me.access !== null;
  return (
    <div className={classes.tools}>
      {session.role === "staff" && mayFind && (
        <button
          type="button"
          className={classes.find}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => open("palette")}
        >
          Find anybody or anything <kbd>Ctrl K</kbd>
        </button>
      )}
      {mayFind && (
        <button
          type="button"
          className={`${classes.icon} ${classes.search}`}
          aria-label="Search"
          aria-keyshortcuts="Control+K Meta+K"
          title="Search (Ctrl or ⌘ + K)"
          onClick={() => open("palette")}
        >
          <SearchIcon />
        </button>
      )}
      {session.role !== "staff" && (
        <>
          <Suspense>
            <LiveHeader session={session} />
          </Suspense>
          {isOpenTo(session, messages) && (
            <Link
              className={classes.icon}
              to={messages}
              aria-label={unread > 0 ? `Messages, ${unread} unread` : "Messages"}
            >
              <MailIcon />
              {unread > 0 && <span className={classes.count}>{unread > 99 ? "99+" : unread}</span>}
            </Link>
          )}
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
          {me.staffRole && (
            <Suspense>
              <StaffRoleName role={me.staffRole} />
            </Suspense>
          )}
        </p>
        {accountLinksFor(session).map(({ to, text }) => (
          <NavLink key={to} to={to}>
            {text}
          </NavLink>
        ))}
        <LogoutButton />
      </Dropdown>
    </div>
  );
}
