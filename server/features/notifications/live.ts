import type { House } from "../../house.ts";
import { openGapMarks } from "../../platform/bus-gaps.ts";
import type { Channel } from "../../platform/cable-channel.ts";
import { findNotification, highestNotificationId, type NotificationRow, notificationsAfter } from "./store.ts";
import { notificationView } from "./view.ts";

const streamOf = (memberId: number | "") => `notifications of ${memberId}`;

/** Tells a member's open pages, in every process, of a new or changed notification. */
export function announceNotification(house: House, row: NotificationRow): void {
  house.bus.publish("notification", { id: row.id }, row);
}

/** Tells a member's open pages that everything up to an id has been read. */
export function announceNotificationsRead(house: House, memberId: number, upTo: number): void {
  house.bus.publish("notifications read", { memberId, upTo });
}

/** Tells a member's open pages that something they may show is different, with nothing to say about it. */
export function announceChange(house: House, memberId: number): void {
  house.bus.publish("changed for member", { memberId });
}

/** What is on a member's bell; and, as `changed`, what happened beside it, so that open pages are right all the same. */
export const notificationsChannel: Channel = {
  name: "NotificationsChannel",
  open: (house) => {
    const pass = (row: NotificationRow) =>
      house.cable.broadcast(
        streamOf(row.memberId),
        row.onBell ? { type: "notification", ...notificationView(row) } : { type: "changed", id: row.id },
      );
    catchUpAfterGaps(house, pass);
    house.bus.subscribe("notification", ({ id }: { id: number }, inHand?: NotificationRow) => {
      if (inHand) return pass(inHand);
      findNotification(house.db, id).then(
        (row) => row && pass(row),
        (error) => house.log.error({ err: error }, "a notification could not be passed on live"),
      );
    });
    house.bus.subscribe("notifications read", ({ memberId, upTo }: { memberId: number; upTo: number }) =>
      house.cable.broadcast(streamOf(memberId), { type: "read", up_to: upTo }),
    );
    house.bus.subscribe("changed for member", ({ memberId }: { memberId: number }) =>
      house.cable.broadcast(streamOf(memberId), { type: "changed" }),
    );
  },
  subscribe: ({ member, listen }) => {
    listen(streamOf(member.id));
    return true;
  },
};

/** Notifications that the bus may not have brought are read from the table, for members who listen here. */
function catchUpAfterGaps(house: House, pass: (row: NotificationRow) => void): void {
  let highest = 0;
  house.bus.subscribe("notification", ({ id }: { id: number }) => {
    highest = Math.max(highest, id);
    told.add(id);
  });
  const told = new Set<number>();
  const marks = openGapMarks(
    () => highest,
    () => told.clear(),
  );
  highestNotificationId(house.db).then(
    (id) => {
      highest = Math.max(highest, id);
      marks.begin();
    },
    (error) => house.log.error({ err: error }, "the newest notification could not be read"),
  );
  house.bus.onGap(
    marks.during(async (since) => {
      const own = streamOf("");
      const memberIds = [...house.cable.streams()].flatMap((stream) =>
        stream.startsWith(own) ? [Number(stream.slice(own.length))] : [],
      );
      if (memberIds.length === 0) return;
      for (const row of await notificationsAfter(house.db, memberIds, since)) {
        if (told.has(row.id)) continue;
        told.add(row.id);
        pass(row);
      }
    }),
  );
}
