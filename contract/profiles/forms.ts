import { z } from "zod";
import { chosen, required } from "../fields.ts";
import { AdvisorCompanyInput, AdvisorProfileInput, Fee } from "./contract.ts";
import { messages, texts } from "./rules.ts";

// The forms as screens have them: what a save may leave out is asked for here, and the address is one line (row P-11).

const profile = AdvisorProfileInput.shape;
const company = AdvisorCompanyInput.shape;
const must = <T extends z.ZodType>(field: z.ZodOptional<T>): T => field.unwrap();

const Company = z.object({
  company_name: must(company.company_name),
  position_or_title: must(profile.position_or_title),
  country_id: must(company.country_id),
  city_id: must(company.city_id),
  address: required(messages.address_1, 400),
  postcode: must(company.postcode),
});

const KeyInformation = z.object({
  head_line: must(profile.head_line),
  description: must(profile.description),
  fee_per_hour: Fee,
  expertise_area_ids: must(profile.expertise_area_ids),
  industry_ids: must(profile.industry_ids),
  business_experience_ids: must(profile.business_experience_ids),
  seniority_ids: must(profile.seniority_ids),
  company_size_ids: must(profile.company_size_ids),
});

const AdditionalInformation = z.object({
  availability_ids: must(profile.availability_ids),
  value_set_ids: must(profile.value_set_ids),
  investment_opportunities_enabled: z.boolean(),
  newsletter_subscribed: z.boolean(),
});

/** One long form (row O-08). */
export const AdvisorCreateForm = z.object({
  ...KeyInformation.shape,
  ...Company.shape,
  ...AdditionalInformation.shape,
  terms: z.literal(true, texts.terms),
});

/** The advisor's account page, a section each (row P-05). */
export const AdvisorProfileForm = z.object({
  name: must(profile.name),
  email: must(profile.email),
  current_password: must(profile.current_password),
  phone_number: profile.phone_number,
  ...Company.shape,
});
export const KeyInformationForm = KeyInformation;
export const AdditionalInformationForm = AdditionalInformation.extend({
  linkedin_profile_url: profile.linkedin_profile_url,
});

/** The customer's (row P-06): their position is a job title. */
export const CustomerProfileForm = z.object({
  name: must(profile.name),
  email: must(profile.email),
  current_password: must(profile.current_password),
  phone_number: profile.phone_number,
  company_name: must(company.company_name),
  job_title_id: chosen(messages.position_or_title),
  country_id: must(company.country_id),
  city_id: must(company.city_id),
  address: required(messages.address_1, 400),
  postcode: must(company.postcode),
  newsletter_subscribed: z.boolean(),
});
