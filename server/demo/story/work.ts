import type { AppContext } from "../../context.ts";
import { refreshEarnings } from "../../features/earnings/refresh.ts";
import { sendAdvisorRequest } from "../matching.ts";
import type { Person } from "../people.ts";
import { toPresent } from "../sandbox.ts";
import { completedElsewhere } from "./completed-elsewhere.ts";
import { completedInFinance } from "./completed-in-finance.ts";
import { completed, type Find, metDaysAgo } from "./completed-work.ts";
import { firstPair } from "./first-pair.ts";
import { runningWork } from "./running-work.ts";
import { type Step, tell } from "./steps.ts";

const over = [...completedInFinance, ...completedElsewhere];

/** When a member joined: some weeks before the first work that they are in, and otherwise at a time of their own. */
export function joinedDaysAgo(name: string, at: number): number {
  const met = over.filter(({ advisor, customer }) => name === advisor || name === customer).map(metDaysAgo);
  return Math.max(70 + ((at * 37) % 230), ...met.map((days) => days + 20));
}

/**
 * The work of the demo's people: engagements and invoices in every status, conversations, reviews. Returns the id of the
 * running engagement between the two people whose accounts a newcomer opens first.
 */
export async function makeDemoWork(context: AppContext, staff: Person, find: Find): Promise<number> {
  const first = firstPair(context, find);
  await tell(context, [
    ...over.flatMap((work) => completed(context, find, work)),
    ...runningWork(context, staff, find),
    ...first.steps,
    ...requests.map(([daysAgo, name, message]): Step => {
      return { daysAgo, happen: (then) => sendAdvisorRequest(then, find(name), message) };
    }),
  ]);
  await toPresent(context);
  const paid = new Set([...over.map(({ advisor }) => advisor), "Hassan Ali", "Elena Petrova"]);
  for (const name of paid) await refreshEarnings(context, find(name).id);
  return first.engagement.id;
}

const requests: readonly (readonly [daysAgo: number, customer: string, message: string])[] = [
  [16, "Olivia Grange", "Somebody who has run a tour operator through a winter without firing everybody in October."],
  [5, "Tessa Brook", "We are looking for somebody who has sold to academy trusts, ideally in the north."],
];
