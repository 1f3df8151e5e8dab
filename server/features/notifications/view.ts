import type { Notification } from "@plumbline/contract/notifications/contract.ts";
import type { NotificationRow } from "./store.ts";

export function notificationView({ id, message, action, isRead, createdAt }: NotificationRow): Notification {
  return { id, message, action, isRead, created_at: createdAt.toISOString() };
}
