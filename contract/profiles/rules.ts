import { product, type Role } from "../product.ts";

// Texts of the specification, verbatim.
export const texts = {
  saved: "Your changes have been saved",
  terms: `Please confirm that you have read and agree to ${product}'s Terms & Conditions`,
  almostThere: "Almost There!",
  setUpStripe: "Set Up Stripe",
  otherTabFirst:
    "This profile was saved in another tab first, so nothing was changed here. Save again to keep what you typed.",
  notAPicture: "Please choose a photo: a JPEG, PNG, WebP or GIF picture.",
} as const;

/** Error messages for missing fields, by the field's name in the API (rows O-09 and P-09). */
export const messages = {
  name: "Please enter Name",
  email: "Please enter Email",
  head_line: "Please enter a short description",
  position_or_title: "Please enter Position",
  description: "Please enter a Description",
  fee_per_hour: "Please enter Fee",
  expertise_area_ids: "Please select area of experience",
  industry_ids: "Please select Industry Experience",
  business_experience_ids: "Please select Experience",
  seniority_ids: "Please select Seniority",
  company_size_ids: "Please select Stage Preference",
  availability_ids: "Please select Availability",
  value_set_ids: "Please select Value Set",
  company_name: "Please enter Company Name",
  country_id: "Please select Country",
  city_id: "Please select City",
  address_1: "Please enter Address",
  postcode: "Please enter Postal Code",
  advisory_service_ids: "Please select services you are interested in.",
  raising_investment: "Please select an option",
  option: "Please select option",
} as const;

/** The largest fee per day, in pence; anything above is taken for a typing error (row P-13). */
export const largestFee = 100_000_00;

/** Splits an entered address at the first comma into the two stored lines (row P-11). */
export function splitAddress(entered: string): { address_1: string; address_2: string } {
  const comma = entered.indexOf(",");
  if (comma < 0) return { address_1: entered.trim(), address_2: "" };
  return { address_1: entered.slice(0, comma).trim(), address_2: entered.slice(comma + 1).trim() };
}

/** The two stored lines as one text. */
export function joinAddress(address1: string | null | undefined, address2: string | null | undefined): string {
  return [address1, address2].filter(Boolean).join(", ");
}

/** The fields that decide `profile_setup`; choices are ids. */
export type ProfileFacts = {
  name: string | null;
  headLine: string | null;
  description: string | null;
  positionOrTitle: string | null;
  companyName: string | null;
  countryId: number | null;
  cityId: number | null;
  address1: string | null;
  postcode: string | null;
  expertiseAreaIds: readonly number[];
  industryIds: readonly number[];
  companySizeIds: readonly number[];
  businessExperienceIds: readonly number[];
  seniorityIds: readonly number[];
  availabilityIds: readonly number[];
  valueSetIds: readonly number[];
  advisoryServiceIds: readonly number[];
  investmentAimIds: readonly number[];
  raisingInvestment: boolean | null;
};

// The fee is not required: without one, pages show "on request" (section 3 of the specification).
const requiredFields: Record<Role, readonly (keyof ProfileFacts)[]> = {
  advisor: [
    "name",
    "headLine",
    "description",
    "positionOrTitle",
    "companyName",
    "countryId",
    "cityId",
    "address1",
    "postcode",
    "expertiseAreaIds",
    "industryIds",
    "companySizeIds",
    "businessExperienceIds",
    "seniorityIds",
    "availabilityIds",
    "valueSetIds",
  ],
  customer: ["advisoryServiceIds", "expertiseAreaIds", "investmentAimIds", "availabilityIds", "raisingInvestment"],
};

/** The required fields that are still empty; none are left once the profile counts as set up (decision 6). */
export function missingProfileFields(role: Role, facts: ProfileFacts): (keyof ProfileFacts)[] {
  return requiredFields[role].filter((field) => {
    const value = facts[field];
    return value === null || value === "" || (Array.isArray(value) && value.length === 0);
  });
}

/** The fields that a save sends: those with a value, those that were emptied, and a fee of null (row P-10). */
export function changedFields<T extends Record<string, unknown>>(
  values: T,
  before: Partial<Record<keyof T, unknown>>,
): Partial<T> {
  const has = (value: unknown) =>
    value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
  // Some of the entries of `values`, as they are.
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => has(value) || has(before[name]) || (name === "fee_per_hour" && value === null),
    ),
  ) as Partial<T>;
}

/** "£1,100 a day", or "Fee on request"; takes pounds per day, which the API calls fee_per_hour. */
export function feeText(feePerDay: number | null): string {
  if (feePerDay === null) return "Fee on request";
  return `£${feePerDay.toLocaleString("en-GB", { minimumFractionDigits: Number.isInteger(feePerDay) ? 0 : 2 })} a day`;
}
