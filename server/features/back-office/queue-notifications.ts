import { referenceDays } from "@plumbline/contract/back-office/queue-rules.ts";
import { greetingOf } from "@plumbline/contract/greeting.ts";
import { hashToken, newToken } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { EventsByKind } from "../../events.ts";
import { worded } from "../../mail/texts-store.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import { findMember, insertLink } from "../accounts/store.ts";
import { notificationsWith } from "../notifications/notification.ts";
import { nameOf } from "../profiles/store.ts";
import type { deskEvents } from "./desk-events.ts";
import { findReference, writeReferenceToken } from "./references-store.ts";

const notification = notificationsWith(async (context: AppContext, event: EventsByKind[keyof typeof deskEvents]) => {
  const member = await findMember(context.db, event.subjectId);
  if (!member) return null;
  const name = await nameOf(context.db, member.id);
  return { member, name };
});

/** By e-mail alone: neither applicants nor referees can sign in. */
export const queueNotifications: EventHandler[] = [
  notification("application.asked", {
    to: { address: ({ member }) => member.email },
    greeting: ({ name }) => greetingOf(name),
    email: async ({ context, member, event }) => {
      if (member.decision) return null;
      const token = await insertLink(context.db, member.id, "application", context.clock.now(), null);
      return {
        ...worded("application.asked", { question: event.data.question }),
        action: "Answer",
        path: `/application/${token}`,
        footnote: "Only the people who decide read your answer. Until it arrives, your application waits for you.",
      };
    },
  }),
  notification("application.undone", {
    to: { address: ({ member }) => member.email },
    greeting: ({ name }) => greetingOf(name),
    email: ({ event }) => ({
      ...worded("application.undone", {
        decision:
          event.data.decision === "approved"
            ? "We have taken back our approval of your application. A link to create a password no longer works."
            : "We have taken back our refusal of your application.",
        reason: event.data.reason,
      }),
    }),
  }),
  notification("application.reference_asked", {
    to: { address: ({ event }) => event.data.email },
    greeting: ({ event }) => greetingOf(event.data.name, "referee"),
    email: async ({ context, name, event }) => {
      const reference = await findReference(context.db, event.data.reference);
      if (!reference || reference.answeredAt) return null;
      const token = newToken();
      await writeReferenceToken(context.db, reference.id, hashToken(token));
      return {
        ...worded("application.reference_asked", { name }),
        action: "Give the reference",
        path: `/reference/${token}`,
        footnote: `The link works once and lasts ${referenceDays} days. If you would rather not, ignore this e-mail.`,
      };
    },
  }),
];
