import type { OwnProfile } from "@plumbline/contract/profiles/contract.ts";
import { changedFields, joinAddress, splitAddress } from "@plumbline/contract/profiles/rules.ts";

type Entry = { id: number };
const ids = (entries: readonly Entry[]) => entries.map(({ id }) => id);

export type CompanyValues = {
  company_name: string;
  position_or_title: string;
  country_id: number | null;
  city_id: number | null;
  address: string;
  postcode: string;
};
export type KeyValues = {
  head_line: string;
  description: string;
  /** Pounds per day, as typed. */
  fee_per_hour: string | number;
  expertise_area_ids: number[];
  industry_ids: number[];
  business_experience_ids: number[];
  seniority_ids: number[];
  company_size_ids: number[];
};
export type AdditionalValues = {
  availability_ids: number[];
  value_set_ids: number[];
  investment_opportunities_enabled: boolean;
  newsletter_subscribed: boolean;
};
export type PersonValues = {
  name: string;
  email: string;
  current_password: string;
  /** The second step's code, which a new e-mail needs where there is one. */
  otp: string;
  phone_number: string;
};

export const personValues = ({ email, profile }: OwnProfile): PersonValues => ({
  name: profile.name,
  email,
  current_password: "",
  otp: "",
  phone_number: profile.phone_number ?? "",
});

export const companyValues = ({ profile, company }: OwnProfile): CompanyValues => ({
  company_name: company.company_name ?? "",
  position_or_title: profile.position_or_title ?? "",
  country_id: company.country?.id ?? null,
  city_id: company.city?.id ?? null,
  address: joinAddress(company.address_1, company.address_2),
  postcode: company.postcode ?? "",
});

export const keyValues = ({ profile }: OwnProfile): KeyValues => ({
  head_line: profile.head_line ?? "",
  description: profile.description ?? "",
  fee_per_hour: profile.fee_per_hour ?? "",
  expertise_area_ids: ids(profile.expertise_areas),
  industry_ids: ids(profile.industries),
  business_experience_ids: ids(profile.business_experiences),
  seniority_ids: ids(profile.seniorities),
  company_size_ids: ids(profile.company_sizes),
});

export const additionalValues = ({ profile }: OwnProfile): AdditionalValues => ({
  availability_ids: ids(profile.availabilities),
  value_set_ids: ids(profile.value_sets),
  investment_opportunities_enabled: profile.investment_opportunities_enabled,
  newsletter_subscribed: profile.newsletter_subscribed,
});

/** The company fields as sent: the address in its two lines (row P-11), the position with the profile. */
export function companySaved({ address, ...company }: Omit<CompanyValues, "position_or_title">) {
  return { ...changedFields(company, {}), ...splitAddress(address) };
}
