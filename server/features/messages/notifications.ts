import type { AppContext } from "../../context.ts";
import type { EventsByKind } from "../../events.ts";
import { worded } from "../../mail/texts-store.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import { notificationsWith } from "../notifications/notification.ts";
import { nameOf } from "../profiles/store.ts";
import { unreadBy } from "./store.ts";

const ofStarted = notificationsWith(async (context: AppContext, event: EventsByKind["conversation.started"]) => {
  const writerId = event.actorId;
  return writerId === null ? null : { writerId, writer: await nameOf(context.db, writerId) };
});

const ofUnread = notificationsWith(async (context: AppContext, event: EventsByKind["conversation.unread"]) => {
  const { receiverId, writerId } = event.data;
  const unread = await unreadBy(context.db, event.subjectId, receiverId);
  // The messages were read between the job and the delivery of its event.
  return unread === 0 ? null : { unread, writerId, writer: await nameOf(context.db, writerId) };
});

/** The start of a conversation is shown on the bell; every later message is shown by the messages icon. */
export const messagesNotifications: EventHandler[] = [
  ofStarted("conversation.started", {
    to: ({ event }) => event.data.receiverId,
    about: "messages",
    bell: ({ writer }) => `${writer} has started a conversation with you.`,
    path: ({ writerId }) => `/messages/${writerId}`,
    email: ({ writer }) => ({
      ...worded("conversation.started", { writer }),
      action: "Read the message",
    }),
  }),
  ofUnread("conversation.unread", {
    to: ({ event }) => event.data.receiverId,
    about: "messages",
    bell: ({ writer }) => `${writer} has written to you.`,
    path: ({ writerId }) => `/messages/${writerId}`,
    onBell: false,
    email: ({ writer, unread }) => ({
      ...worded("conversation.unread", {
        writer,
        waiting: unread === 1 ? `A message from ${writer} waits` : `${unread} messages from ${writer} wait`,
      }),
      action: "Read the messages",
    }),
  }),
];
