import * as contract from "@plumbline/contract/notifications/contract.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { bannerFor } from "../announcements/store.ts";
import { announcedView } from "../announcements/view.ts";
import { markNotification, markNotificationsUpTo } from "./actions.ts";
import { changePreferencesOf } from "./preferences.ts";
import { preferencesOf } from "./preferences-store.ts";
import { latestOf, notificationsOf, unreadOf } from "./store.ts";
import { resubscribeWith, subscriptionOf, unsubscribeWith } from "./unsubscribe.ts";
import { notificationView } from "./view.ts";

const page = 50;

export const notificationsRoutes = (context: AppContext) => [
  handle(contract.listNotifications, async ({ member, query }) => {
    const [rows, unread, latest, banner] = await Promise.all([
      // One more than a page, to tell whether there are older ones.
      notificationsOf(context.db, member.id, query.before, page + 1),
      unreadOf(context.db, member.id),
      latestOf(context.db, member.id),
      bannerFor(context.db, member.id, context.clock.now()),
    ]);
    return {
      entries: rows.slice(0, page).map(notificationView),
      more: rows.length > page,
      unread_count: unread,
      latest_id: latest,
      banner: banner && announcedView(banner),
    };
  }),
  handle(contract.readAllNotifications, async ({ member, body }) => ({
    unread_count: await markNotificationsUpTo(context, member, body.up_to),
  })),
  handle(contract.readNotification, async ({ member, params, body }) =>
    notificationView(await markNotification(context, member, params.id, body.isRead)),
  ),
  handle(contract.readPreferences, ({ member }) => preferencesOf(context.db, member.id)),
  handle(
    contract.changePreferences,
    async ({ member, body }) => (await changePreferencesOf(context, member.id, body)).after,
  ),
  handle(contract.readUnsubscribe, ({ params }) => subscriptionOf(context, params.token)),
  handle(contract.unsubscribe, ({ params }) => unsubscribeWith(context, params.token)),
  handle(contract.resubscribe, ({ params, body }) => resubscribeWith(context, params.token, body.kinds)),
];
