import type { Kind } from "./contract.ts";

// What staff may do with the lists that members choose from.

export const listLabels: Record<Kind, string> = {
  job_titles: "Job titles",
  countries: "Countries",
  cities: "Cities",
  investment_or_revenues: "Investment raised",
  annual_revenues: "Annual revenues",
  company_sizes: "Company sizes",
  industries: "Industries",
  expertise_areas: "Areas of expertise",
  investment_aims: "What investment is for",
  advisory_services: "Advisory services",
  yearly_budgets: "Yearly budgets",
  availabilities: "Availabilities",
  classification_types: "Kinds of advisors",
  value_sets: "Values",
  business_experiences: "Business experiences",
  seniorities: "Seniorities",
};

/** The longest name, and the most entries of a list. */
export const listLimits = { name: 100, entries: 500 } as const;

export const listTexts = {
  taken: "This list has such an entry already.",
  full: `A list has at most ${listLimits.entries} entries.`,
  byName: "This list is shown by name, so it has no order of its own.",
  last: "This is the last entry that is offered. Add another one first.",
  self: "Please choose another entry.",
  otherList: "Please choose an entry of the same list.",
  withCities: "A country with cities cannot be merged: the cities would be in no country.",
  noCountry: "Please say in which country.",
  merged: "This entry was merged into another one.",
} as const;
