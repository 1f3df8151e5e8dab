import type { applyAsAdvisor, applyAsCustomer } from "@plumbline/contract/accounts/contract.ts";
import type { RequestInput } from "@plumbline/contract/endpoint.ts";
import type { AppContext } from "../../context.ts";
import { append } from "../../outbox/outbox.ts";
import type { NewProfile } from "../profiles/store.ts";
import { customerCompanyChoices } from "../profiles/wire.ts";
import { checkChoices } from "../reference/choices.ts";
import { findByEmail, insertApplicant } from "./store.ts";

/** Applies as a business member. Throws invalid for choices that are not on their lists. */
export async function applyForCustomer(
  context: AppContext,
  { customer, customer_profile, customer_company }: RequestInput<typeof applyAsCustomer>["body"],
) {
  const company = customer_company;
  await checkChoices(
    context,
    context.db,
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
      ...customerCompanyChoices(company),
    ],
    { country: company.country_id },
  );
  await apply(context, "customer", customer.email, {
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
  context: AppContext,
  { advisor, advisor_profile }: RequestInput<typeof applyAsAdvisor>["body"],
) {
  await checkChoices(context, context.db, [
    {
      field: "advisor_profile.classification_type_id",
      kind: "classification_types",
      ids: advisor_profile.classification_type_id,
      message: "Please select Option",
    },
  ]);
  await apply(context, "advisor", advisor.email, {
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
 * A known address gets the same response, and its owner an e-mail about the existing account (decision 3a), so that others
 * cannot find out whether an address is known.
 */
async function apply(
  context: AppContext,
  role: "customer" | "advisor",
  email: string,
  profile: Omit<NewProfile, "memberId">,
): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const id = await insertApplicant(tx, { role, email, now }, profile);
    const known = id ?? (await findByEmail(tx, email))?.id;
    if (known === undefined) return;
    const kind = id === null ? "account.applied_again" : "account.applied";
    await append(tx, { kind, actorId: id, subjectId: known }, now);
  });
}
