import {
  listNotifications,
  readAllNotifications,
  readNotification,
} from "@plumbline/contract/notifications/contract.ts";
import { Link, useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { filtersIn } from "../../list-filters.ts";
import { momentHere } from "../../moment-here.ts";
import { updateMe } from "../../shell/me.ts";
import { titled } from "../../titled.ts";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { KeyedPages } from "../../ui/keyed-pages.tsx";
import { Page } from "../../ui/page.tsx";
import { ActionButton } from "../../ui/submit-button.tsx";
import type { Route } from "./+types/notifications-page.ts";
import { NotificationTabs } from "./notification-tabs.tsx";
import classes from "./notifications.module.css";

export const meta = () => titled("Notifications");

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return call(listNotifications, { query: filtersIn(listNotifications, request) });
}

/** All notifications of the bell, the newest first, older ones by key (decision 51). */
export default function NotificationsPage({ loaderData }: Route.ComponentProps) {
  const { entries, more, unread_count: unread, latest_id: latest } = loaderData;
  const { revalidate } = useRevalidator();

  const markAll = async () => {
    const { unread_count } = await call(readAllNotifications, { body: { isRead: true, up_to: latest } });
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
      {entries.length === 0 ? (
        <EmptyPage>
          <EmptyState
            title="Nothing has happened yet"
            text="Proposals, payments, reviews and what else needs you will be listed here."
          />
        </EmptyPage>
      ) : (
        <ol className={classes.list}>
          {entries.map(({ id, message, action, isRead, created_at: at }) => (
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
      <KeyedPages name="before" last={entries.at(-1)?.id} more={more} />
    </Page>
  );
}
