import type { Notification } from "./contract.ts";

/** The frames that the server broadcasts on NotificationsChannel (decision 30), by `type`. */
export type NotificationFrame =
  | ({ type: "notification" } & Notification)
  /** All notifications up to this id have been read. */
  | { type: "read"; up_to: number }
  /** Data that the page may show has changed; `id` belongs to a notification that is not shown on the bell. */
  | { type: "changed"; id?: number };
