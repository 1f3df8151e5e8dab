import { askTheTeam, savePreference } from "../features/matching/actions.ts";
import type { House } from "../house.ts";
import { choices, type Person } from "./people.ts";

/** What a customer looks for, by the names of the reference lists. */
export type Looking = { expertise?: string[]; industry?: string; size?: string };

/** A customer says what they look for. */
export async function lookFor(
  house: House,
  customer: Person,
  { expertise = ["Fundraising", "Finance"], industry = "Consumer goods", size = "11–50 people" }: Looking = {},
): Promise<void> {
  const choice = await choices(house.db);
  await savePreference(house, customer.member, {
    expertiseAreaIds: expertise.map((name) => choice("expertise_areas", name)),
    industryId: choice("industries", industry),
    companySizeId: choice("company_sizes", size),
  });
}

/** A customer asks in their own words. */
export async function ask(house: House, customer: Person, message: string): Promise<void> {
  await askTheTeam(house, customer.member, message);
}
