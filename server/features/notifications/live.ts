import type { NotificationFrame } from "@plumbline/contract/notifications/frames.ts";
import type { Channel } from "../../cable/channel.ts";
import { streamsOf } from "../../cable/stream.ts";
import type { AppContext } from "../../context.ts";
import { findNotification, highestNotificationId, type NotificationRow, notificationsAfter } from "./store.ts";
import { memberChangedTopic, notificationsReadTopic, notificationTopic } from "./topics.ts";
import { notificationView } from "./view.ts";

const streams = streamsOf<NotificationFrame>("notifications of");

/** Updates a member's open pages, in every process, after a notification is new or has changed. */
export function announceNotification(context: AppContext, row: NotificationRow): void {
  context.bus.publish(notificationTopic, { id: row.id, memberId: row.memberId }, row);
}

/** Updates a member's open pages after everything up to an id has been read. */
export function announceNotificationsRead(context: AppContext, memberId: number, upTo: number): void {
  context.bus.publish(notificationsReadTopic, { memberId, upTo });
}

/** Makes a member's open pages reload their data, without a notification. */
export function announceChange(context: AppContext, memberId: number): void {
  context.bus.publish(memberChangedTopic, { memberId });
}

/**
 * Sends a member's new and changed notifications; events that are not on the bell are sent as `changed`, so that open
 * pages reload.
 */
export const notificationsChannel = (context: AppContext): Channel => ({
  name: "NotificationsChannel",
  open: () => {
    const broadcast = (row: NotificationRow) =>
      context.cable.broadcast(
        streams.of(row.memberId),
        row.onBell ? { type: "notification", ...notificationView(row) } : { type: "changed", id: row.id },
      );
    // Before the frames are sent, because open pages then read at once what changed.
    for (const topic of [notificationTopic, notificationsReadTopic, memberChangedTopic])
      context.bus.subscribe(topic, ({ memberId }) => context.replicas?.changesVisibleTo([memberId]));
    catchUpAfterGaps(context, broadcast);
    context.bus.subscribe(notificationTopic, ({ id }, loaded) => {
      if (loaded) return broadcast(loaded);
      findNotification(context.db, id).then(
        (row) => row && broadcast(row),
        (error) => context.log.error({ err: error }, "a notification could not be broadcast"),
      );
    });
    context.bus.subscribe(notificationsReadTopic, ({ memberId, upTo }) =>
      context.cable.broadcast(streams.of(memberId), { type: "read", up_to: upTo }),
    );
    context.bus.subscribe(memberChangedTopic, ({ memberId }) =>
      context.cable.broadcast(streams.of(memberId), { type: "changed" }),
    );
  },
  subscribe: ({ member, listen }) => {
    listen(streams.of(member.id));
    return true;
  },
});

/** Reads notifications that the bus may have lost from the table, for members with an open page in this process. */
function catchUpAfterGaps(context: AppContext, broadcast: (row: NotificationRow) => void): void {
  let highest = 0;
  context.bus.subscribe(notificationTopic, ({ id }) => {
    highest = Math.max(highest, id);
    sent.add(id);
  });
  const sent = new Set<number>();
  const marks = context.bus.gapMarks(
    () => highest,
    () => sent.clear(),
  );
  highestNotificationId(context.db).then(
    (id) => {
      highest = Math.max(highest, id);
      marks.begin();
    },
    (error) => context.log.error({ err: error }, "the newest notification could not be read"),
  );
  context.bus.onGap(
    marks.during(async (since) => {
      const memberIds = [...streams.idsIn(context.cable.streams()), ...(await context.cable.membersUpstream())];
      if (memberIds.length === 0) return;
      for (const row of await notificationsAfter(context.db, memberIds, since)) {
        if (sent.has(row.id)) continue;
        sent.add(row.id);
        broadcast(row);
      }
    }),
  );
}
