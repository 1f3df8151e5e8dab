import { greetingOf } from "@plumbline/contract/greeting.ts";
import type { AppContext } from "../../context.ts";
import type { EventsByKind } from "../../events.ts";
import { worded } from "../../mail/texts-store.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import { notificationsWith } from "../notifications/notification.ts";
import { findProfile } from "./store.ts";

const notification = notificationsWith(async (context: AppContext, event: EventsByKind["profile.email_changed"]) => {
  const found = await findProfile(context.db, event.subjectId);
  return found && { name: found.profile.name };
});

const greeting = ({ name }: { name: string }) => greetingOf(name);

/** Both addresses get an e-mail: the owner of the old one must learn of a change they did not make. */
export const profilesNotifications: EventHandler[] = [
  notification("profile.email_changed", {
    to: { address: ({ event }) => event.data.from },
    emailKind: "profile.email_changed.old",
    greeting,
    email: ({ event }) => ({
      ...worded("profile.email_changed.old", { address: event.data.to }),
      action: "This was not me",
      path: "/contact",
    }),
  }),
  notification("profile.email_changed", {
    to: { address: ({ event }) => event.data.to },
    emailKind: "profile.email_changed.new",
    greeting,
    email: () => ({
      ...worded("profile.email_changed.new", {}),
    }),
  }),
];
