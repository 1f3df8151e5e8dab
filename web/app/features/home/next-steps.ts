import { formatLong } from "@plumbline/contract/dates.ts";
import type { Project } from "@plumbline/contract/engagements/contract.ts";
import type { Invoice } from "@plumbline/contract/invoices/contract.ts";
import type { Membership } from "@plumbline/contract/membership/contract.ts";
import type { Conversation } from "@plumbline/contract/messages/contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import type { Standing } from "@plumbline/contract/sanctions/rules.ts";
import { dotted } from "../../dotted.ts";

/** One next step of a member: what to do, about what, and where. */
export type Step = { key: string; what: string; about: string; to: string; label: string };

type Overview = { projects: readonly Project[]; invoices: readonly Invoice[]; conversations: readonly Conversation[] };

/** An advisor's next steps, the most urgent first; from the actions that the server allows, never from statuses. */
export function advisorSteps({ projects, invoices, conversations }: Overview): Step[] {
  return [
    ...unread(conversations),
    ...projects.filter(may("update")).map((project) => ({
      key: `update ${project.id}`,
      what: `${project.customer.profile.name} has asked for changes`,
      about: project.name,
      to: `/project/${project.id}`,
      label: "Edit the proposal",
    })),
    ...invoices
      .filter(({ status }) => status === "draft")
      .map((invoice) => ({
        key: `draft ${invoice.id}`,
        what: "An invoice is not sent yet",
        about: `${invoice.project.name} · ${formatPounds(invoice.total)}`,
        to: `/invoices/${invoice.id}`,
        label: "Finish the invoice",
      })),
    ...projects.filter(may("start")).map((project) => ({
      key: `start ${project.id}`,
      what: `${project.customer.profile.name} has accepted`,
      about: `${project.name} · starts ${formatLong(project.start_date)}`,
      to: `/project/${project.id}`,
      label: "Open the engagement",
    })),
    ...projects
      .filter(may("ask_for_review"))
      .filter(({ review_asked_at }) => review_asked_at === null)
      .map((project) => ({
        key: `ask ${project.id}`,
        what: `Ask ${project.customer.profile.name} for a review`,
        about: project.name,
        to: `/project/${project.id}`,
        label: "Ask for a review",
      })),
  ];
}

/** Where to go when nothing waits. */
export type Suggestion = { text: string; to: string; label: string };

/** For restricted members: the other suggestions all begin something new. */
const whatRuns: Suggestion = {
  text: "Nothing waits for you. What you have agreed goes on.",
  to: "/engagements",
  label: "See your engagements",
};

/** For an advisor for whom nothing waits: a proposal needs somebody to propose to, and customers write first. */
export function advisorSuggestion(
  { projects, conversations }: Pick<Overview, "projects" | "conversations">,
  standing: Standing,
): Suggestion {
  if (standing !== "open") return whatRuns;
  return projects.length + conversations.length > 0
    ? {
        text: "Nothing waits for you. A proposal to a customer you are talking to might be a good idea.",
        to: "/create-project",
        label: "Write a proposal",
      }
    : {
        text: "Nobody has written to you yet. Customers write first, to the advisors they are matched with, and a fuller profile is matched more often.",
        to: "/edit-profile/advisor",
        label: "Complete your profile",
      };
}

/** Why an advisor is among no customer's matches. */
export const whyNotListed = (standing: Standing): string =>
  standing === "open"
    ? "You appear in matches once your profile is complete and your payout account is connected."
    : `You do not appear in matches while your account is ${standing}.`;

/** For a customer for whom nothing waits. */
export function customerSuggestion(standing: Standing): Suggestion {
  if (standing !== "open") return whatRuns;
  return {
    text: "Nothing waits for you. Your matched advisors might be worth a conversation.",
    to: "/advisor-list",
    label: "Find An Advisor",
  };
}

/** A customer's next steps, the most urgent first. Without a membership nothing is known of its renewal. */
export function customerSteps(
  { projects, invoices, conversations }: Overview,
  membership: Pick<Membership, "overdue"> | null,
): Step[] {
  return [
    ...renewal(membership?.overdue ?? null),
    ...projects.filter(may("accept")).map((project) => ({
      key: `answer ${project.id}`,
      what: `${project.advisor.profile.name} has sent you a proposal`,
      about: `${project.name} · ${formatPounds(project.total_payment)}`,
      to: `/project/${project.id}`,
      label: "Read and answer",
    })),
    ...invoices
      .filter((invoice) => invoice.allowed_actions.includes("accept"))
      .map((invoice) => ({
        key: `pay ${invoice.id}`,
        what: `${invoice.advisor.profile.name} has sent you an invoice`,
        about: dotted(
          invoice.project.name,
          formatPounds(invoice.total),
          invoice.due_date && `due ${formatLong(invoice.due_date)}`,
        ),
        to: `/invoices/${invoice.id}`,
        label: "Open the invoice",
      })),
    ...unread(conversations),
    ...projects.filter(may("review")).map((project) => ({
      key: `review ${project.id}`,
      what: `Say how it went with ${project.advisor.profile.name}`,
      about: project.name,
      to: `/project/${project.id}`,
      label: "Leave a review",
    })),
  ];
}

/** A renewal that failed: the membership ends without it. */
function renewal(overdue: Membership["overdue"]): Step[] {
  if (!overdue) return [];
  return [
    {
      key: "renewal",
      what: overdue.message,
      about: `${formatPounds(overdue.amount)} · your membership goes on until ${formatLong(overdue.until)}`,
      to: "/billing",
      label: "Pay for your membership",
    },
  ];
}

function may(action: Project["allowed_actions"][number]) {
  return ({ allowed_actions }: Project) => allowed_actions.includes(action);
}

function unread(conversations: readonly Conversation[]): Step[] {
  return conversations
    .filter(({ unread_count }) => unread_count > 0)
    .map(({ id, receiver, unread_count, last_message }) => ({
      key: `read ${id}`,
      what: `${receiver.name} has written to you`,
      about: `${unread_count} unread${last_message?.body ? ` · ${shortened(last_message.body)}` : ""}`,
      to: `/messages/${receiver.id}`,
      label: "Read and answer",
    }));
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 80 ? `${line.slice(0, 79).trimEnd()}…` : line;
}
