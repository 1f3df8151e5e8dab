import { z } from "zod";
import { CodeAgain, RolePath } from "../accounts/contract.ts";
import { endpoint } from "../endpoint.ts";
import {
  chosen,
  chosenSeveral,
  decimal,
  Email,
  Id,
  Moment,
  Named,
  optional,
  required,
  Whole,
  webAddress,
  wholeNumber,
} from "../fields.ts";
import { roles } from "../product.ts";
import { standings } from "../sanctions/rules.ts";
import { Party } from "./party.ts";
import { largestFee, messages, texts } from "./rules.ts";

const Several = z.array(Named);
/** A boolean, also as the string that the application form sends. */
const Flag = z.union(
  [z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")],
  "must be true or false",
);
/** Pounds per day, despite the field's name; null clears it (row P-10). */
export const Fee = decimal(messages.fee_per_hour, { min: 0 }).refine(
  (pence) => pence <= largestFee,
  "Please enter at most £100,000",
);

/** The fields of a save, all optional, because only the fields sent are changed. */
const shared = {
  name: required(messages.name).optional(),
  email: z.string(messages.email).trim().min(1, messages.email).pipe(Email).optional(),
  /** Our addition: required when the e-mail changes (decision 53). */
  current_password: z.string().max(1000).optional(),
  /** The same, of an account with two-step sign-in. */
  otp: CodeAgain,
  phone_number: optional(50),
  expertise_area_ids: chosenSeveral(messages.expertise_area_ids).optional(),
  availability_ids: chosenSeveral(messages.availability_ids).optional(),
  newsletter_subscribed: Flag.optional(),
  /** The version of the profile that the client has read: saving over a newer one is refused with 409. */
  version: wholeNumber("is not a version", { min: 0 }).optional(),
};

export const AdvisorProfileInput = z.object({
  ...shared,
  head_line: required(messages.head_line, 300).optional(),
  linkedin_profile_url: webAddress(z.string().trim().max(300, "Please keep this under 300 characters")).nullish(),
  based_in_uk: Flag.optional(),
  classification_type_id: chosen("Please select Option").optional(),
  advisory_experience: optional(5000),
  origin: optional(500),
  position_or_title: required(messages.position_or_title).optional(),
  value_set_id: chosen(messages.value_set_ids).nullish(),
  value_set_ids: chosenSeveral(messages.value_set_ids).optional(),
  description: required(messages.description, 10_000).optional(),
  fee_per_hour: Fee.nullable().optional(),
  investment_opportunities_enabled: Flag.optional(),
  company_size_ids: chosenSeveral(messages.company_size_ids).optional(),
  industry_ids: chosenSeveral(messages.industry_ids).optional(),
  business_experience_ids: chosenSeveral(messages.business_experience_ids).optional(),
  seniority_ids: chosenSeveral(messages.seniority_ids).optional(),
});

const company = {
  company_name: required(messages.company_name).optional(),
  country_id: chosen(messages.country_id).optional(),
  city_id: chosen(messages.city_id).optional(),
  address_1: required(messages.address_1).optional(),
  address_2: optional(),
  postcode: required(messages.postcode, 20).optional(),
};
export const AdvisorCompanyInput = z.object(company);

export const CustomerProfileInput = z.object({
  ...shared,
  job_title_id: chosen("Please select Job Title").optional(),
  investment_or_revenue_id: chosen("Please select Investment Raised or Annual Revenue").optional(),
  yearly_budget_id: chosen(messages.option).nullish(),
  raising_investment: Flag.optional(),
  investment_aim_ids: chosenSeveral(messages.option).optional(),
  advisory_service_ids: chosenSeveral(messages.advisory_service_ids).optional(),
});
export const CustomerCompanyInput = z.object({
  ...company,
  company_size_id: chosen("Please select Company Employees").optional(),
  industry_id: chosen("Please select Industry").optional(),
});

/** The membership in short, for pages other than billing; null without one. */
export const CurrentPackage = z.object({
  name: z.string().nullable(),
  price_id: z.string().nullable(),
  status: z.string().nullable(),
  current_period_end: Moment.nullable(),
  cancel_at_period_end: z.boolean(),
});

const publicFields = {
  name: z.string(),
  /** Short-lived URLs, in avatar size and large. */
  photo: z.string().nullable(),
  photo_large: z.string().nullable(),
  head_line: z.string().nullable(),
  description: z.string().nullable(),
  job_title: Named.nullable(),
  position_or_title: z.string().nullable(),
  expertise_areas: Several,
  industries: Several,
  company_sizes: Several,
  availabilities: Several,
  value_sets: Several,
  seniorities: Several,
  business_experiences: Several,
  fee_per_hour: z.number().nullable(),
  investment_opportunities_enabled: z.boolean(),
  user_role: z.enum(roles),
};
const publicCompany = {
  company_name: z.string().nullable(),
  country: Named.nullable(),
  city: Named.nullable(),
  company_size: Named.nullable(),
  industry: Named.nullable(),
};

export const OwnProfile = z.object({
  id: Whole,
  email: z.string(),
  role: z.enum(roles),
  profile_setup: z.boolean(),
  stripe_setup: z.boolean(),
  /** What decisions about the account leave it: everything, nothing new, or nothing new and not shown (ADR-033). */
  standing: z.enum(standings),
  current_package: CurrentPackage.nullable(),
  /** For advisors: their own customers, as in GET /api/projects/available_customers (decision 47). */
  customers: z.array(Party).optional(),
  profile: z.object({
    ...publicFields,
    version: Whole,
    phone_number: z.string().nullable(),
    linkedin_profile_url: z.string().nullable(),
    based_in_uk: z.boolean().nullable(),
    classification_type: Named.nullable(),
    advisory_experience: z.string().nullable(),
    origin: z.string().nullable(),
    value_set: Named.nullable(),
    newsletter_subscribed: z.boolean(),
    investment_or_revenue: Named.nullable(),
    annual_revenue: Named.nullable(),
    yearly_budget: Named.nullable(),
    raising_investment: z.boolean().nullable(),
    investment_aims: Several,
    advisory_services: Several,
  }),
  company: z.object({
    ...publicCompany,
    address_1: z.string().nullable(),
    address_2: z.string().nullable(),
    postcode: z.string().nullable(),
  }),
});
export type OwnProfile = z.infer<typeof OwnProfile>;

/** The profile as others see it: without e-mail, postal address and phone number (row P-03). */
export const PublicProfile = z.object({
  id: Whole,
  role: z.enum(roles),
  profile_setup: z.boolean(),
  stripe_setup: z.boolean(),
  profile: z.object(publicFields),
  company: z.object(publicCompany),
});
export type PublicProfile = z.infer<typeof PublicProfile>;

/** Row P-01. */
export const readOwnProfile = endpoint({
  method: "GET",
  path: "/api/{role}/profile",
  for: "member",
  summary: "My own profile.",
  params: RolePath,
  output: OwnProfile,
});

/** Row O-10. */
export const saveAdvisorProfile = endpoint({
  method: "PUT",
  path: "/api/advisors/profile",
  for: "advisor",
  startsNew: false,
  summary:
    "Save my profile: only given fields change; a null fee_per_hour clears the fee; an outdated version is refused with 409.",
  body: AdvisorProfileInput.extend({
    advisor_profile: AdvisorProfileInput.optional(),
    advisor_company: AdvisorCompanyInput.optional(),
  }),
  inSteps: true,
  output: OwnProfile,
});

export const saveCustomerProfile = endpoint({
  method: "PUT",
  path: "/api/customers/profile",
  for: "customer",
  startsNew: false,
  summary: "Save my profile, or the onboarding answers, flat or under customer_profile: only given fields change.",
  body: CustomerProfileInput.extend({
    customer_profile: CustomerProfileInput.optional(),
    customer_company: CustomerCompanyInput.optional(),
  }),
  inSteps: true,
  output: OwnProfile,
});

export const readPublicProfile = endpoint({
  method: "GET",
  path: "/api/public/{role}/{id}",
  for: "member",
  summary: "A member as others see them: customers see advisors, advisors see customers; anyone else is not found.",
  params: RolePath.extend({ id: Id }),
  mayBeStale: true,
  output: PublicProfile,
});

export const uploadPhoto = endpoint({
  method: "POST",
  path: "/api/advisors/profile/file_upload",
  for: "advisor",
  startsNew: false,
  summary: "My photo: cropped to a square from its middle and kept at two sizes.",
  upload: { field: "file", maxFiles: 1, wrongType: texts.notAPicture },
  output: z.object({ photo: z.string(), photo_large: z.string() }),
  limit: 20,
});
