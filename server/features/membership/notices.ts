import { formatLong } from "@plumbline/contract/dates.ts";
import { endedBecause, graceEnd } from "@plumbline/contract/membership/rules.ts";
import { product } from "@plumbline/contract/product.ts";
import { type Event, type Notice, notice } from "../../platform/events.ts";
import { notify } from "../notifications/actions.ts";
import type { MembershipEvent } from "./what-changed.ts";

type Telling = {
  /** For the bell, and where it leads. */
  bell: string;
  to: "/membership" | "/billing";
  letter?: { subject: string; paragraphs: string[]; action: string };
};

export const membershipNotices: Notice[] = [
  tell("membership.started", ({ plan, until }) => ({
    bell: `Your ${plan} has started.`,
    to: "/membership",
    letter: {
      subject: `Your ${product} membership has started`,
      paragraphs: [
        `Thank you. Your ${plan} has started. It renews on ${until}, and you can cancel anytime.`,
        "Your receipt is on your billing page.",
      ],
      action: "See my billing",
    },
  })),
  tell("membership.changed", ({ plan, until }) => ({
    bell: `You now have the ${plan}.`,
    to: "/membership",
    letter: {
      subject: "Your plan has been changed",
      paragraphs: [`You now have the ${plan}. It renews on ${until}. What was charged is on your billing page.`],
      action: "See my billing",
    },
  })),
  tell("membership.cancelled", ({ until }) => ({
    bell: `Your membership ends on ${until}.`,
    to: "/membership",
    letter: {
      subject: "Your membership has been cancelled",
      paragraphs: [
        `You keep your membership until ${until}. Nothing more is charged.`,
        "You can resume it until that day, as if nothing had happened.",
      ],
      action: "Resume my membership",
    },
  })),
  tell("membership.resumed", ({ until }) => ({
    bell: `Your membership goes on. It renews on ${until}.`,
    to: "/membership",
  })),
  tell("membership.renewal_failed", ({ graceUntil }) => ({
    bell: `Your card was refused. Please update it before ${graceUntil}, or your membership ends.`,
    to: "/billing",
    letter: {
      subject: "Your membership could not be renewed",
      paragraphs: [
        "Your card was refused when we renewed your membership.",
        `You keep your membership until ${graceUntil}. Please update your card before then: we try the new one at once.`,
        "If you do nothing, your membership ends on that day and nothing is charged.",
      ],
      action: "Update my card",
    },
  })),
  tell("membership.recovered", ({ until }) => ({
    bell: `Your payment has arrived. Your membership goes on until ${until}.`,
    to: "/billing",
  })),
  tell("membership.renewed", ({ until }) => ({
    bell: `Your membership has been renewed until ${until}.`,
    to: "/billing",
  })),
  tell("membership.ended", ({ late, because }) => ({
    bell: because ? endedBecause[because] : "Your membership has ended.",
    to: "/membership",
    letter: {
      subject: "Your membership has ended",
      paragraphs: [
        because
          ? `${endedBecause[because]} Nothing more is charged.`
          : late
            ? "Your last renewal could not be paid, so your membership has ended. We no longer try your card."
            : "Your membership has ended, as you asked. Nothing more is charged.",
        "Engagements that run, their invoices and your billing page stay open to you. To search and to write to advisors, choose a plan again.",
      ],
      action: "Choose a plan",
    },
  })),
];

type Words = {
  plan: string;
  until: string;
  graceUntil: string;
  late: boolean;
  because: keyof typeof endedBecause | null;
};

function tell(kind: MembershipEvent, write: (words: Words) => Telling): Notice {
  return notice(kind, async (house, event) => {
    const { bell, to, letter } = write(wordsOf(event));
    await notify(house, event, event.subjectId, {
      about: "membership",
      message: bell,
      path: to,
      ...(letter && {
        letter: {
          subject: letter.subject,
          paragraphs: letter.paragraphs,
          button: letter.action,
          path: letter.action === "See my billing" ? "/billing" : to,
        },
      }),
    });
  });
}

function wordsOf({ data }: Event): Words {
  const day = (value: unknown) => (typeof value === "string" ? formatLong(value) : "the end of the period");
  const since = data["since"];
  return {
    plan: String(data["plan"] ?? "membership").toLowerCase(),
    until: day(data["until"]),
    graceUntil: day(typeof since === "string" ? graceEnd(new Date(since)).toISOString() : null),
    late: data["late"] === true,
    because: data["because"] === "refunded" || data["because"] === "dispute_lost" ? data["because"] : null,
  };
}
