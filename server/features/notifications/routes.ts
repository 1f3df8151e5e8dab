import * as contract from "@plumbline/contract/notifications/contract.ts";
import type { House } from "../../house.ts";
import { handle } from "../../platform/endpoints.ts";
import { markNotification, markNotificationsUpTo } from "./actions.ts";
import { changePreferencesOf } from "./preferences.ts";
import { preferencesOf } from "./preferences-store.ts";
import { latestOf, notificationsOf, unreadOf } from "./store.ts";
import { resubscribeWith, subscriptionBehind, unsubscribeWith } from "./unsubscribe.ts";
import { notificationView } from "./view.ts";

const page = 50;

export const notificationsRoutes = (house: House) => [
  handle(contract.listNotifications, async ({ member, query }) => {
    const [rows, unread, latest] = await Promise.all([
      notificationsOf(house.db, member.id, query.before, page),
      unreadOf(house.db, member.id),
      latestOf(house.db, member.id),
    ]);
    return { entries: rows.map(notificationView), unread_count: unread, latest_id: latest };
  }),
  handle(contract.readAllNotifications, async ({ member, body }) => ({
    unread_count: await markNotificationsUpTo(house, member, body.up_to),
  })),
  handle(contract.readNotification, async ({ member, params, body }) =>
    notificationView(await markNotification(house, member, params.id, body.isRead)),
  ),
  handle(contract.readPreferences, ({ member }) => preferencesOf(house.db, member.id)),
  handle(
    contract.changePreferences,
    async ({ member, body }) => (await changePreferencesOf(house, member.id, body)).after,
  ),
  handle(contract.readUnsubscribe, ({ params }) => subscriptionBehind(house, params.token)),
  handle(contract.unsubscribe, ({ params }) => unsubscribeWith(house, params.token)),
  handle(contract.resubscribe, ({ params, body }) => resubscribeWith(house, params.token, body.kinds)),
];
