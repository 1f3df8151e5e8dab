import { formatLong } from "@plumbline/contract/dates.ts";
import type { Project } from "@plumbline/contract/engagements/contract.ts";
import type { Preference } from "@plumbline/contract/matching/contract.ts";
import type { Conversation } from "@plumbline/contract/messages/contract.ts";
import type { OwnProfile } from "@plumbline/contract/profiles/contract.ts";
import type { z } from "zod";
import { dotted } from "../../dotted.ts";

/** One step of a new member's path; `to` is where it is done, null where only others can do it. */
export type PathStep = { title: string; about: string; to: string | null; done: boolean };

type Known = {
  own: Pick<OwnProfile, "profile_setup" | "stripe_setup" | "current_package"> | null;
  projects: readonly Pick<Project, "status">[];
  conversations: readonly Pick<Conversation, "answered_at" | "receiver" | "last_message">[];
  /** Something did not load, so that a step may look undone that is done. */
  incomplete: boolean;
};

const agreed: readonly Project["status"][] = ["accepted", "in_progress", "completed"];

/** Nobody is new any more once an engagement is agreed. */
function isOver({ own, projects, incomplete }: Known): boolean {
  return own === null || incomplete || projects.some(({ status }) => agreed.includes(status));
}

/** A new customer's path to the first engagement; null when it is over, or not known. */
export function customerPath(known: Known & { preference: z.infer<typeof Preference> | null }): PathStep[] | null {
  const { own, preference, projects, conversations } = known;
  if (own === null || isOver(known)) return null;
  const areas = preference?.expertise_areas.map(({ name }) => name) ?? [];
  const size = preference?.company_size?.name;
  return [
    { title: "Membership", about: membershipText(own.current_package), to: "/membership", done: own.stripe_setup },
    {
      title: "What you need",
      about:
        dotted(areas.slice(0, 3).join(", "), areas.length > 3 && `${areas.length - 3} more`, size) ||
        "Say it once, and up to eight advisors appear with the reasons why",
      to: "/search-advisor",
      done: areas.length > 0 && preference?.industry != null && size !== undefined,
    },
    {
      title: "Write to an advisor",
      about: "One question is enough to begin",
      to: "/advisor-list",
      done: conversations.length > 0 || projects.length > 0,
    },
    {
      title: "Agree a first engagement",
      about:
        projects.length > 0
          ? "A proposal is under way"
          : "The advisor proposes, you decide. Nothing is charged until you pay an invoice",
      to: projects.length > 0 ? "/engagements" : null,
      done: false,
    },
  ];
}

function membershipText(plan: OwnProfile["current_package"]): string {
  if (!plan?.current_period_end) return "Your plan and your bills";
  return `${[plan.name, plan.cancel_at_period_end ? "until" : "renews on"].filter(Boolean).join(", ")} ${formatLong(plan.current_period_end)}`;
}

/** A new advisor's path to the first engagement; null when it is over, or not known. `kept` is our commission in percent. */
export function advisorPath(known: Known, kept: number | null = null): PathStep[] | null {
  const { own, projects, conversations } = known;
  if (own === null || isOver(known)) return null;
  const waiting = conversations.find(({ answered_at }) => answered_at === null);
  const answered = projects.length > 0 || conversations.some(({ answered_at }) => answered_at !== null);
  return [
    {
      title: "Your profile",
      about: "What members read, and what they are matched by",
      to: "/create-profile/advisor",
      done: own.profile_setup,
    },
    {
      title: "Your payout account",
      about: `${kept === null ? "Your share" : `${100 - kept}%`} of every invoice goes straight to your bank`,
      to: "/create-profile/advisor",
      done: own.stripe_setup,
    },
    {
      title: "Answer a first customer",
      about: answered
        ? "Those who answer soon are matched more often"
        : waiting
          ? `${waiting.receiver.name} has written to you`
          : "Members write first, to the advisors they are matched with",
      to: waiting ? `/messages/${waiting.receiver.id}` : null,
      done: answered,
    },
    {
      title: "Agree a first engagement",
      about: projects.length > 0 ? "Your proposal is with your customer" : "Propose the work, the dates and the fee",
      to: projects.length > 0 ? "/engagements" : answered ? "/create-project" : null,
      done: false,
    },
  ];
}
