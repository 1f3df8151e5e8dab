import { product } from "@plumbline/contract/product.ts";
import type { AppContext } from "../../context.ts";
import type { EventsByKind } from "../../events.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import { notificationsWith } from "../notifications/notification.ts";
import { findProfile } from "./store.ts";

const notification = notificationsWith(async (context: AppContext, event: EventsByKind["profile.email_changed"]) => {
  const found = await findProfile(context.db, event.subjectId);
  return found && { firstName: found.profile.name.split(" ")[0] };
});

const greeting = ({ firstName }: { firstName: string | undefined }) => `Dear ${firstName},`;

/** Both addresses get an e-mail: the owner of the old one must learn of a change they did not make. */
export const profilesNotifications: EventHandler[] = [
  notification("profile.email_changed", {
    to: { address: ({ event }) => event.data.from },
    emailKind: "profile.email_changed.old",
    greeting,
    email: ({ event }) => ({
      subject: "Your e-mail address has been changed",
      paragraphs: [`Your ${product} account now uses ${event.data.to}. Sign in with that address from now on.`],
      action: "This was not me",
      path: "/contact",
    }),
  }),
  notification("profile.email_changed", {
    to: { address: ({ event }) => event.data.to },
    emailKind: "profile.email_changed.new",
    greeting,
    email: () => ({
      subject: `This is now the e-mail of your ${product} account`,
      paragraphs: [
        "You changed the e-mail of your account to this address. Sign in with it from now on; your password stays as it is.",
      ],
    }),
  }),
];
