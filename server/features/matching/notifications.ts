import { product } from "@plumbline/contract/product.ts";
import type { AppContext } from "../../context.ts";
import type { EventsByKind } from "../../events.ts";
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
      subject: `${name}${companyName ? ` of ${companyName}` : ""} is looking for an advisor`,
      paragraphs: [`${name} (${email}) wrote:`, message],
      action: "Open the back office",
      path: "/back-office/requests",
    }),
  }),
];
