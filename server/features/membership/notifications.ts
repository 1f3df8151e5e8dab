import { formatLong } from "@plumbline/contract/dates.ts";
import { endedReasons, graceEnd } from "@plumbline/contract/membership/rules.ts";
import { product } from "@plumbline/contract/product.ts";
import type { AppContext } from "../../context.ts";
import type { EventsByKind } from "../../events.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import { notificationsWith } from "../notifications/notification.ts";
import type { MembershipEvent } from "./events.ts";

const notification = notificationsWith((_context: AppContext, { subjectId, data }: EventsByKind[MembershipEvent]) => ({
  memberId: subjectId,
  plan: (data.plan ?? "membership").toLowerCase(),
  until: dayOf(data.until),
  graceUntil: dayOf(data.since && graceEnd(new Date(data.since)).toISOString()),
  late: data.late,
  because: data.because,
}));

const dayOf = (moment: string | null) => (moment === null ? "the end of the period" : formatLong(moment));

const shared = { to: ({ memberId }: { memberId: number }) => memberId, about: "membership" } as const;

export const membershipNotifications: EventHandler[] = [
  notification("membership.started", {
    ...shared,
    bell: ({ plan }) => `Your ${plan} has started.`,
    path: "/membership",
    email: ({ plan, until }) => ({
      subject: `Your ${product} membership has started`,
      paragraphs: [
        `Thank you. Your ${plan} has started. It renews on ${until}, and you can cancel anytime.`,
        "Your receipt is on your billing page.",
      ],
      action: "See my billing",
      path: "/billing",
    }),
  }),
  notification("membership.changed", {
    ...shared,
    bell: ({ plan }) => `You now have the ${plan}.`,
    path: "/membership",
    email: ({ plan, until }) => ({
      subject: "Your plan has been changed",
      paragraphs: [`You now have the ${plan}. It renews on ${until}. What was charged is on your billing page.`],
      action: "See my billing",
      path: "/billing",
    }),
  }),
  notification("membership.cancelled", {
    ...shared,
    bell: ({ until }) => `Your membership ends on ${until}.`,
    path: "/membership",
    email: ({ until }) => ({
      subject: "Your membership has been cancelled",
      paragraphs: [
        `You keep your membership until ${until}. Nothing more is charged.`,
        "You can resume it until that day, as if nothing had happened.",
      ],
      action: "Resume my membership",
    }),
  }),
  notification("membership.resumed", {
    ...shared,
    bell: ({ until }) => `Your membership goes on. It renews on ${until}.`,
    path: "/membership",
  }),
  notification("membership.renewal_failed", {
    ...shared,
    bell: ({ graceUntil }) => `Your card was refused. Please update it before ${graceUntil}, or your membership ends.`,
    path: "/billing",
    email: ({ graceUntil }) => ({
      subject: "Your membership could not be renewed",
      paragraphs: [
        "Your card was refused when we renewed your membership.",
        `You keep your membership until ${graceUntil}. Please update your card before then: we try the new one at once.`,
        "If you do nothing, your membership ends on that day and nothing is charged.",
      ],
      action: "Update my card",
    }),
  }),
  notification("membership.recovered", {
    ...shared,
    bell: ({ until }) => `Your payment has arrived. Your membership goes on until ${until}.`,
    path: "/billing",
  }),
  notification("membership.renewed", {
    ...shared,
    bell: ({ until }) => `Your membership has been renewed until ${until}.`,
    path: "/billing",
  }),
  notification("membership.ended", {
    ...shared,
    bell: ({ because }) => (because ? endedReasons[because] : "Your membership has ended."),
    path: "/membership",
    email: ({ late, because }) => ({
      subject: "Your membership has ended",
      paragraphs: [
        because
          ? `${endedReasons[because]} Nothing more is charged.`
          : late
            ? "Your last renewal could not be paid, so your membership has ended. We no longer try your card."
            : "Your membership has ended, as you asked. Nothing more is charged.",
        "Engagements that run, their invoices and your billing page stay open to you. To search and to write to advisors, choose a plan again.",
      ],
      action: "Choose a plan",
    }),
  }),
];
