import type { applyAsAdvisor, applyAsCustomer } from "@plumbline/contract/accounts/contract.ts";
import type { Received } from "@plumbline/contract/endpoint.ts";
import type { House } from "../../house.ts";
import { append } from "../../platform/events.ts";
import type { profiles } from "../../schema.ts";
import { checkChoices } from "../reference/choices.ts";
import { findByEmail, insertApplicant } from "./store.ts";

type NewProfile = Omit<typeof profiles.$inferInsert, "memberId">;

/** Applies as a business member. Throws invalid for choices that are not on their lists. */
export async function applyForCustomer(
  house: House,
  { customer, customer_profile, customer_company }: Received<typeof applyAsCustomer>["body"],
) {
  const company = customer_company;
  await checkChoices(
    house.db,
    [
      {
        field: "customer_profile.job_title_id",
        kind: "job_titles",
        ids: customer_profile.job_title_id,
        message: "Please select Job Title",
      },
      {
        field: "customer_profile.investment_or_revenue_id",
        kind: "investment_or_revenues",
        ids: customer_profile.investment_or_revenue_id,
        message: "Please select Investment Raised or Annual Revenue",
      },
      {
        field: "customer_profile.annual_revenue_id",
        kind: "annual_revenues",
        ids: customer_profile.annual_revenue_id,
        message: "Please select Annual Revenue",
      },
      {
        field: "customer_company.country_id",
        kind: "countries",
        ids: company.country_id,
        message: "Please select Country",
      },
      { field: "customer_company.city_id", kind: "cities", ids: company.city_id, message: "Please select HQ City" },
      {
        field: "customer_company.company_size_id",
        kind: "company_sizes",
        ids: company.company_size_id,
        message: "Please select Company Employees",
      },
      {
        field: "customer_company.industry_id",
        kind: "industries",
        ids: company.industry_id,
        message: "Please select Industry",
      },
    ],
    company.country_id,
  );
  await apply(house, "customer", customer.email, {
    name: customer_profile.name,
    jobTitleId: customer_profile.job_title_id,
    investmentOrRevenueId: customer_profile.investment_or_revenue_id,
    annualRevenueId: customer_profile.annual_revenue_id,
    companyName: company.company_name,
    countryId: company.country_id,
    cityId: company.city_id,
    companySizeId: company.company_size_id,
    industryId: company.industry_id,
  });
}

/** Applies as an advisor. Throws invalid for a classification that is not on its list. */
export async function applyForAdvisor(
  house: House,
  { advisor, advisor_profile }: Received<typeof applyAsAdvisor>["body"],
) {
  await checkChoices(house.db, [
    {
      field: "advisor_profile.classification_type_id",
      kind: "classification_types",
      ids: advisor_profile.classification_type_id,
      message: "Please select Option",
    },
  ]);
  await apply(house, "advisor", advisor.email, {
    name: advisor_profile.name,
    linkedinProfileUrl: advisor_profile.linkedin_profile_url,
    basedInUk: advisor_profile.based_in_uk === "true",
    classificationTypeId: advisor_profile.classification_type_id,
    advisoryExperience: advisor_profile.advisory_experience,
    origin: advisor_profile.origin ?? null,
    referredAdvisors: advisor_profile.referred_advisors.filter(Boolean),
  });
}

/**
 * A known address takes the same path and gets the same answer; its owner is told by e-mail what they already have
 * (decision 3a), so that a stranger learns nothing.
 */
async function apply(house: House, role: "customer" | "advisor", email: string, profile: NewProfile): Promise<void> {
  const now = house.clock.now();
  await house.db.transaction(async (tx) => {
    const id = await insertApplicant(tx, { role, email, now }, profile);
    const known = id ?? (await findByEmail(tx, email))?.id;
    if (known === undefined) return;
    const kind = id === null ? "account.applied_again" : "account.applied";
    await append(tx, { kind, actorId: id, subject: "member", subjectId: known }, now);
  });
}
