import { product } from "@plumbline/contract/product.ts";
import type { AppContext } from "../../context.ts";
import type { EventsByKind } from "../../events.ts";
import { worded } from "../../mail/texts-store.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import { notificationsWith } from "../notifications/notification.ts";
import { findRequest } from "./store.ts";

const notification = notificationsWith((context: AppContext, { subjectId }: EventsByKind["search.requested"]) =>
  findRequest(context.db, subjectId),
);

export const matchingNotifications: EventHandler[] = [
  // Decision 34.
  notification("search.requested", {
    to: "team",
    emailKind: "search.requested",
    greeting: `Dear ${product} team,`,
    email: ({ message, customer: { name, email, companyName } }) => ({
      replyTo: email,
      ...worded("search.requested", {
        name,
        email,
        message,
        customer: companyName ? `${name} of ${companyName}` : name,
      }),
      action: "Open the back office",
      path: "/back-office/correspondence?kind=request",
    }),
  }),
];
