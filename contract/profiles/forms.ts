import { z } from "zod";
import { chosen, required } from "../fields.ts";
import { AdvisorCompanyInput, AdvisorProfileInput, Fee } from "./contract.ts";
import { messages, texts } from "./rules.ts";

// The profile forms as screens show them: fields that are optional in the API are required here, and the address is one
// field (row P-11).

const profile = AdvisorProfileInput.shape;
const company = AdvisorCompanyInput.shape;
const withoutOptional = <T extends z.ZodType>(field: z.ZodOptional<T>): T => field.unwrap();

const Company = z.object({
  company_name: withoutOptional(company.company_name),
  position_or_title: withoutOptional(profile.position_or_title),
  country_id: withoutOptional(company.country_id),
  city_id: withoutOptional(company.city_id),
  address: required(messages.address_1, 400),
  postcode: withoutOptional(company.postcode),
});

const KeyInformation = z.object({
  head_line: withoutOptional(profile.head_line),
  description: withoutOptional(profile.description),
  fee_per_hour: Fee,
  expertise_area_ids: withoutOptional(profile.expertise_area_ids),
  industry_ids: withoutOptional(profile.industry_ids),
  business_experience_ids: withoutOptional(profile.business_experience_ids),
  seniority_ids: withoutOptional(profile.seniority_ids),
  company_size_ids: withoutOptional(profile.company_size_ids),
});

const AdditionalInformation = z.object({
  availability_ids: withoutOptional(profile.availability_ids),
  value_set_ids: withoutOptional(profile.value_set_ids),
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

/** The sections of the advisor's account page, one form each (row P-05). */
export const AdvisorProfileForm = z.object({
  name: withoutOptional(profile.name),
  email: withoutOptional(profile.email),
  current_password: withoutOptional(profile.current_password),
  otp: withoutOptional(profile.otp),
  phone_number: profile.phone_number,
  ...Company.shape,
});
export const KeyInformationForm = KeyInformation;
export const AdditionalInformationForm = AdditionalInformation.extend({
  linkedin_profile_url: profile.linkedin_profile_url,
});

/** The customer's account page (row P-06): the position is a job title. */
export const CustomerProfileForm = z.object({
  name: withoutOptional(profile.name),
  email: withoutOptional(profile.email),
  current_password: withoutOptional(profile.current_password),
  otp: withoutOptional(profile.otp),
  phone_number: profile.phone_number,
  company_name: withoutOptional(company.company_name),
  job_title_id: chosen(messages.position_or_title),
  country_id: withoutOptional(company.country_id),
  city_id: withoutOptional(company.city_id),
  address: required(messages.address_1, 400),
  postcode: withoutOptional(company.postcode),
  newsletter_subscribed: z.boolean(),
});
