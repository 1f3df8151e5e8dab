import {
  listNotifications,
  type Notification,
  readAllNotifications,
  readNotification,
} from "@plumbline/contract/notifications/contract.ts";
import { useState } from "react";
import { Link, useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { momentHere } from "../../moment-here.ts";
import { updateMe } from "../../shell/me.ts";
import { titled } from "../../titled.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { ActionButton } from "../../ui/submit-button.tsx";
import type { Route } from "./+types/notifications-page.ts";
import { NotificationTabs } from "./notification-tabs.tsx";
import classes from "./notifications.module.css";

export const meta = () => titled("Notifications");

export function clientLoader() {
  return call(listNotifications, {});
}

/** The server's page size of the list of notifications (server/features/notifications/routes.ts). */
const pageLength = 50;

/** All notifications of the bell, the newest first, older ones by key (decision 51). */
export default function NotificationsPage({ loaderData }: Route.ComponentProps) {
  const { entries, unread_count: unread } = loaderData;
  const { revalidate } = useRevalidator();
  const [older, setOlder] = useState<readonly Notification[]>([]);
  const [more, setMore] = useState(entries.length === pageLength);
  const shown = [...new Map([...older, ...entries].map((note) => [note.id, note])).values()].sort(
    (one, other) => other.id - one.id,
  );
  const [newest] = shown;

  const loadOlder = async () => {
    const page = await call(listNotifications, { query: { before: shown.at(-1)?.id } });
    setOlder((before) => [...before, ...page.entries]);
    setMore(page.entries.length === pageLength);
  };
  const markAll = async () => {
    if (!newest) return;
    const { unread_count } = await call(readAllNotifications, { body: { isRead: true, up_to: newest.id } });
    setOlder((before) => before.map((note) => ({ ...note, isRead: true })));
    updateMe({ unreadNotifications: unread_count });
    await revalidate();
  };
  const markOne = (id: number) =>
    call(readNotification, { params: { id }, body: { isRead: true } }).catch((error) => console.warn(error));

  return (
    <Page
      title="Notifications"
      sentence="What happened to your engagements, invoices and account, the newest first."
      action={
        unread > 0 ? (
          <ActionButton variant="line" onPress={markAll}>
            Mark all read
          </ActionButton>
        ) : undefined
      }
      width="reading"
    >
      <NotificationTabs current="/notifications" />
      {shown.length === 0 ? (
        <EmptyState
          title="Nothing has happened yet"
          text="Proposals, payments, reviews and what else needs you will be listed here."
        />
      ) : (
        <ol className={classes.list}>
          {shown.map(({ id, message, action, isRead, created_at: at }) => (
            <li key={id} className={isRead ? classes.note : `${classes.note} ${classes.unread}`}>
              <p>
                {!isRead && <span className="visually-hidden">New: </span>}
                {action.startsWith("/") ? (
                  <Link to={action} onClick={isRead ? undefined : () => void markOne(id)}>
                    {message}
                  </Link>
                ) : (
                  message
                )}
              </p>
              <time dateTime={at}>{momentHere(at)}</time>
            </li>
          ))}
        </ol>
      )}
      {more && (
        <p className={classes.more}>
          <ActionButton variant="line" onPress={loadOlder}>
            Load older
          </ActionButton>
        </p>
      )}
    </Page>
  );
}
