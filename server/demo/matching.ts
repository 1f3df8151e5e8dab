import type { AppContext } from "../context.ts";
import { askTheTeam, findMatches, savePreference } from "../features/matching/actions.ts";
import { daysAgo } from "./past.ts";
import { choices, type Person } from "./people.ts";

/** What a customer looks for, by the names in the reference data. */
export type SearchNames = { expertise?: string[]; industry?: string; size?: string };

/** Saves what a customer looks for. */
export async function saveSearch(
  context: AppContext,
  customer: Person,
  { expertise = ["Fundraising", "Finance"], industry = "Consumer goods", size = "11–50 people" }: SearchNames = {},
): Promise<void> {
  const choice = await choices(context.db);
  await savePreference(context, customer.member, {
    expertiseAreaIds: expertise.map((name) => choice("expertise_areas", name)),
    industryId: choice("industries", industry),
    companySizeId: choice("company_sizes", size),
  });
}

/** Shows customers their matches, some of them a week ago too: how advisors see that they were found. */
export async function makeShowings(context: AppContext, people: readonly Person[]): Promise<void> {
  const customers = people.filter(({ role }) => role === "customer");
  for (const [at, { member }] of customers.entries()) {
    if (at % 2 === 0) await findMatches(daysAgo(context, 7), member);
    if (at % 3 !== 2) await findMatches(context, member);
  }
}

/** Sends the team a request in the customer's own words. */
export async function sendAdvisorRequest(context: AppContext, customer: Person, message: string): Promise<void> {
  await askTheTeam(context, customer.member, message);
}
