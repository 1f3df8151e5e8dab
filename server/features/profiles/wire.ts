import type { RequestInput } from "@plumbline/contract/endpoint.ts";
import type { saveAdvisorProfile, saveCustomerProfile } from "@plumbline/contract/profiles/contract.ts";
import { messages } from "@plumbline/contract/profiles/rules.ts";
import type { Choice } from "../reference/choices.ts";
import type { ProfileChange } from "./store.ts";

type AdvisorBody = RequestInput<typeof saveAdvisorProfile>["body"];
type CustomerBody = RequestInput<typeof saveCustomerProfile>["body"];

/**
 * A save in internal terms: the changes, the e-mail, the version it is based on, and the ids to check against the
 * reference data.
 */
export type Save = {
  change: ProfileChange;
  email: string | undefined;
  password: string | undefined;
  otp: string | undefined;
  version: number | undefined;
  choices: Choice[];
};

/** Fields may come flat or under advisor_profile; the wrapper wins. */
export function advisorSave({ advisor_profile, advisor_company: company = {}, ...flat }: AdvisorBody): Save {
  const wrapped = advisor_profile !== undefined;
  const profile = { ...flat, ...advisor_profile };
  const valueSetIds = profile.value_set_ids ?? (profile.value_set_id ? [profile.value_set_id] : undefined);
  const at = prefix(wrapped, "advisor_profile");
  return {
    email: profile.email,
    password: profile.current_password,
    otp: profile.otp,
    version: profile.version,
    change: given({
      ...sharedChange(profile),
      headLine: profile.head_line,
      linkedinProfileUrl: emptied(profile.linkedin_profile_url),
      basedInUk: profile.based_in_uk,
      classificationTypeId: profile.classification_type_id,
      advisoryExperience: emptied(profile.advisory_experience),
      origin: emptied(profile.origin),
      positionOrTitle: profile.position_or_title,
      valueSetId: profile.value_set_id,
      valueSetIds,
      description: profile.description,
      feePence: profile.fee_per_hour,
      investmentOpportunitiesEnabled: profile.investment_opportunities_enabled,
      companySizeIds: profile.company_size_ids,
      industryIds: profile.industry_ids,
      businessExperienceIds: profile.business_experience_ids,
      seniorityIds: profile.seniority_ids,
      ...companyChange(company),
    }),
    choices: [
      ...sharedChoices(profile, at),
      {
        field: at("classification_type_id"),
        kind: "classification_types",
        ids: profile.classification_type_id,
        message: "Please select Option",
      },
      { field: at("value_set_id"), kind: "value_sets", ids: profile.value_set_id, message: messages.value_set_ids },
      { field: at("value_set_ids"), kind: "value_sets", ids: profile.value_set_ids, message: messages.value_set_ids },
      {
        field: at("company_size_ids"),
        kind: "company_sizes",
        ids: profile.company_size_ids,
        message: messages.company_size_ids,
      },
      { field: at("industry_ids"), kind: "industries", ids: profile.industry_ids, message: messages.industry_ids },
      {
        field: at("business_experience_ids"),
        kind: "business_experiences",
        ids: profile.business_experience_ids,
        message: messages.business_experience_ids,
      },
      { field: at("seniority_ids"), kind: "seniorities", ids: profile.seniority_ids, message: messages.seniority_ids },
      ...companyChoices(company, "advisor_company"),
    ],
  };
}

/** The onboarding answers come flat, the account page's fields under customer_profile and customer_company. */
export function customerSave({ customer_profile, customer_company: company = {}, ...flat }: CustomerBody): Save {
  const profile = { ...flat, ...customer_profile };
  const at = prefix(customer_profile !== undefined, "customer_profile");
  return {
    email: profile.email,
    password: profile.current_password,
    otp: profile.otp,
    version: profile.version,
    change: given({
      ...sharedChange(profile),
      jobTitleId: profile.job_title_id,
      investmentOrRevenueId: profile.investment_or_revenue_id,
      yearlyBudgetId: profile.yearly_budget_id,
      raisingInvestment: profile.raising_investment,
      investmentAimIds: profile.investment_aim_ids,
      advisoryServiceIds: profile.advisory_service_ids,
      companySizeId: company.company_size_id,
      industryId: company.industry_id,
      ...companyChange(company),
    }),
    choices: [
      ...sharedChoices(profile, at),
      { field: at("job_title_id"), kind: "job_titles", ids: profile.job_title_id, message: "Please select Job Title" },
      {
        field: at("investment_or_revenue_id"),
        kind: "investment_or_revenues",
        ids: profile.investment_or_revenue_id,
        message: "Please select Investment Raised or Annual Revenue",
      },
      {
        field: at("yearly_budget_id"),
        kind: "yearly_budgets",
        ids: profile.yearly_budget_id,
        message: messages.option,
      },
      {
        field: at("investment_aim_ids"),
        kind: "investment_aims",
        ids: profile.investment_aim_ids,
        message: messages.option,
      },
      {
        field: at("advisory_service_ids"),
        kind: "advisory_services",
        ids: profile.advisory_service_ids,
        message: messages.advisory_service_ids,
      },
      ...customerCompanyChoices(company),
      ...companyChoices(company, "customer_company"),
    ],
  };
}

type Shared = Pick<
  AdvisorBody,
  "name" | "phone_number" | "expertise_area_ids" | "availability_ids" | "newsletter_subscribed"
>;
type Company = NonNullable<AdvisorBody["advisor_company"]>;
type At = (field: string) => string;

const prefix =
  (wrapped: boolean, wrapper: string): At =>
  (field) =>
    wrapped ? `${wrapper}.${field}` : field;

/** An emptied optional field is stored as null; one that was left out stays undefined and unchanged. */
function emptied(text: string | null | undefined): string | null | undefined {
  return text === undefined ? undefined : text || null;
}

function given(change: { [K in keyof ProfileChange]: ProfileChange[K] | undefined }): ProfileChange {
  // Every entry that is left has the type that ProfileChange gives it, without undefined.
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as ProfileChange;
}

function sharedChange(profile: Shared) {
  return {
    name: profile.name,
    phoneNumber: emptied(profile.phone_number),
    expertiseAreaIds: profile.expertise_area_ids,
    availabilityIds: profile.availability_ids,
    newsletterSubscribed: profile.newsletter_subscribed,
  };
}

function companyChange(company: Company) {
  return {
    companyName: company.company_name,
    countryId: company.country_id,
    cityId: company.city_id,
    address1: company.address_1,
    address2: emptied(company.address_2),
    postcode: company.postcode,
  };
}

function sharedChoices(profile: Shared, at: At): Choice[] {
  return [
    {
      field: at("expertise_area_ids"),
      kind: "expertise_areas",
      ids: profile.expertise_area_ids,
      message: messages.expertise_area_ids,
    },
    {
      field: at("availability_ids"),
      kind: "availabilities",
      ids: profile.availability_ids,
      message: "Please select Availability",
    },
  ];
}

function companyChoices(company: Company, wrapper: string): Choice[] {
  return [
    { field: `${wrapper}.country_id`, kind: "countries", ids: company.country_id, message: messages.country_id },
    { field: `${wrapper}.city_id`, kind: "cities", ids: company.city_id, message: messages.city_id },
  ];
}

/** The size and industry of a customer's company, in an application as in a profile. */
export const customerCompanyChoices = (company: {
  company_size_id?: number | null | undefined;
  industry_id?: number | null | undefined;
}): Choice[] => [
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
];
