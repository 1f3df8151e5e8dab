import type { AppContext } from "../context.ts";
import { askTheTeam, savePreference } from "../features/matching/actions.ts";
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

/** Sends the team a request in the customer's own words. */
export async function sendAdvisorRequest(context: AppContext, customer: Person, message: string): Promise<void> {
  await askTheTeam(context, customer.member, message);
}
