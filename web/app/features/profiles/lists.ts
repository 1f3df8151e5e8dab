import type { OwnProfile } from "@plumbline/contract/profiles/contract.ts";
import { advisorDatatables, customerDatatables } from "@plumbline/contract/reference/contract.ts";
import { call } from "../../call.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { withOwn } from "../reference/with-own.ts";

/** The reference data of the advisor's forms, with what is on the profile already. */
export function useAdvisorLists({ profile, company }: OwnProfile) {
  const { expertise_areas, industries, company_sizes, availabilities, value_sets, seniorities, business_experiences } =
    profile;
  const lists = useLoaded(() => call(advisorDatatables, {}));
  return withOwn(lists, {
    expertise_areas,
    industries,
    company_sizes,
    availabilities,
    value_sets,
    seniorities,
    business_experiences,
    countries: [company.country],
    classification_types: [profile.classification_type],
  });
}
export type AdvisorLists = ReturnType<typeof useAdvisorLists>;

export function useCustomerLists({ profile, company }: OwnProfile) {
  const lists = useLoaded(() => call(customerDatatables, {}));
  return withOwn(lists, { job_titles: [profile.job_title], countries: [company.country] });
}
