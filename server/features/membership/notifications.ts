import { formatLong } from "@plumbline/contract/dates.ts";
import { endedReasons, graceEnd, planInSentence } from "@plumbline/contract/membership/rules.ts";
import type { AppContext } from "../../context.ts";
import type { EventsByKind } from "../../events.ts";
import { worded } from "../../mail/texts-store.ts";
import type { EventHandler } from "../../outbox/outbox.ts";
import { notificationsWith } from "../notifications/notification.ts";
import type { MembershipEvent } from "./events.ts";

const notification = notificationsWith((_context: AppContext, { subjectId, data }: EventsByKind[MembershipEvent]) => ({
  memberId: subjectId,
  plan: planInSentence(data.plan ?? ""),
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
      ...worded("membership.started", { plan, until }),
      action: "See my billing",
      path: "/billing",
    }),
  }),
  notification("membership.changed", {
    ...shared,
    bell: ({ plan }) => `You now have the ${plan}.`,
    path: "/membership",
    email: ({ plan, until }) => ({
      ...worded("membership.changed", { plan, until }),
      action: "See my billing",
      path: "/billing",
    }),
  }),
  notification("membership.cancelled", {
    ...shared,
    bell: ({ until }) => `Your membership ends on ${until}.`,
    path: "/membership",
    email: ({ until }) => ({
      ...worded("membership.cancelled", { until }),
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
      ...worded("membership.renewal_failed", { until: graceUntil }),
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
      ...worded("membership.ended", {
        how: because
          ? `${endedReasons[because]} Nothing more is charged.`
          : late
            ? "Your last renewal could not be paid, so your membership has ended. We no longer try your card."
            : "Your membership has ended, as you asked. Nothing more is charged.",
      }),
      action: "Choose a plan",
    }),
  }),
];
