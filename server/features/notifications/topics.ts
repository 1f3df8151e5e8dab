import { topic } from "../../bus/topic.ts";
import type { NotificationRow } from "./store.ts";

/** A notification is new or has changed. */
export const notificationTopic = topic<{ id: number; memberId: number }, NotificationRow>("notification");
/** A member has read everything up to an id. */
export const notificationsReadTopic = topic<{ memberId: number; upTo: number }>("notifications read");
/** Data that a member's pages show has changed. */
export const memberChangedTopic = topic<{ memberId: number }>("changed for member");
