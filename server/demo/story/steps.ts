import type { AppContext } from "../../context.ts";
import { readConversation, sendMessage } from "../../features/messages/actions.ts";
import { makeEngagement, type NewEngagement } from "../engagements.ts";
import { makeInvoice, makePaid, type NewInvoice } from "../invoices.ts";
import { daysAgo } from "../past.ts";
import type { Person } from "../people.ts";
import { inSandboxAt } from "../sandbox.ts";

/** Something that happened `daysAgo` days ago. */
export type Step = { daysAgo: number; happen: (then: AppContext) => Promise<unknown> };

/** Lets steps happen, the oldest first, so that numbers and lists are in the order of their dates. */
export async function tell(context: AppContext, steps: readonly Step[]): Promise<void> {
  for (const step of [...steps].sort((one, other) => other.daysAgo - one.daysAgo))
    await step.happen(daysAgo(context, step.daysAgo));
}

/** A line of a conversation: who, how many days after the line before, and what. A tenth of a day is under an hour. */
export type Line = readonly [who: "customer" | "advisor", later: number, text: string];
export type Pair = { advisor: Person; customer: Person };

/** A conversation that began some days ago, and that both have read. Between two people the customer writes first. */
export function talk({ advisor, customer }: Pair, began: number, lines: readonly Line[]): Step[] {
  let at = began;
  const steps = lines.map(([who, later, body]): Step => {
    at = Math.max(0, at - later);
    const [from, to] = who === "customer" ? [customer, advisor] : [advisor, customer];
    return { daysAgo: at, happen: (then) => sendMessage(then, from.member, { receiverId: to.id, body }) };
  });
  const writers = new Set(lines.map(([who]) => who));
  const read = (reader: Person, other: Person): Step => ({
    daysAgo: Math.max(0, at - 0.1),
    happen: (then) => readConversation(then, reader.member, other.id),
  });
  if (writers.has("advisor")) steps.push(read(customer, advisor));
  if (writers.has("customer")) steps.push(read(advisor, customer));
  return steps;
}

/** An engagement, whose id is known once its step has happened. */
export type Agreed = Pair & { id: number; steps: Step[] };
/** An invoice of it, likewise. */
export type Billed = Pair & { id: number; steps: Step[] };

/** A proposal that was sent so many days ago, and what followed to its status. */
export function agreed(context: AppContext, sentDaysAgo: number, terms: NewEngagement): Agreed {
  const made: Agreed = { advisor: terms.advisor, customer: terms.customer, id: 0, steps: [] };
  const happen = async () => {
    made.id = await makeEngagement(context, { ...terms, sentDaysAgo });
  };
  made.steps.push({ daysAgo: sentDaysAgo, happen });
  return made;
}

/** An invoice of an engagement. */
export function billed(of: Agreed, daysAgo: number, invoice: Pick<NewInvoice, "lines" | "draft">): Billed {
  const made: Billed = { advisor: of.advisor, customer: of.customer, id: 0, steps: [] };
  const happen = async (then: AppContext) => {
    made.id = await makeInvoice(then, { advisor: of.advisor, engagementId: of.id, ...invoice });
  };
  made.steps.push({ daysAgo, happen });
  return made;
}

/** The payment of an invoice, also at the card sandbox, so that payouts follow at dates of their own. */
export function paid(context: AppContext, invoice: Billed, daysAgo: number): Step {
  const happen = async (then: AppContext) => {
    await inSandboxAt(context, then);
    await makePaid(then, invoice.customer, invoice.id);
  };
  return { daysAgo, happen };
}
