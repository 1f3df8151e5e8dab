import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Named } from "../fields.ts";
import { publicForms } from "../public-forms.ts";

/** The lists of the reference data, by their names in the API. Cities belong to a country. */
export const kinds = [
  "job_titles",
  "countries",
  "cities",
  "investment_or_revenues",
  "annual_revenues",
  "company_sizes",
  "industries",
  "expertise_areas",
  "investment_aims",
  "advisory_services",
  "yearly_budgets",
  "availabilities",
  "classification_types",
  "value_sets",
  "business_experiences",
  "seniorities",
] as const;
export type Kind = (typeof kinds)[number];

/** The maximum number of cities in one response; a search finds the others (row D-03). */
export const maxCities = 100;

const list = z.array(Named);

/** Row D-01. */
export const customerDatatables = endpoint({
  method: "GET",
  path: publicForms.applyAsCustomer.lists,
  for: "anyone",
  changesWith: "reference_entries",
  summary: "What the customer's forms choose from.",
  output: z.object({
    job_titles: list,
    countries: list,
    investment_or_revenues: list,
    annual_revenues: list,
    company_sizes: list,
    industries: list,
    expertise_areas: list,
    investment_aims: list,
    advisory_services: list,
    availabilities: list,
    yearly_budgets: list,
    cities: list,
  }),
});

/** Row D-02. */
export const advisorDatatables = endpoint({
  method: "GET",
  path: publicForms.applyAsAdvisor.lists,
  for: "anyone",
  changesWith: "reference_entries",
  summary: "What the advisor's forms choose from.",
  output: z.object({
    classification_types: list,
    value_sets: list,
    company_sizes: list,
    industries: list,
    business_experiences: list,
    expertise_areas: list,
    seniorities: list,
    availabilities: list,
    countries: list,
  }),
});

export const cities = endpoint({
  method: "GET",
  path: "/api/data/get_cities/{countryId}",
  for: "anyone",
  changesWith: "reference_entries",
  summary: "The cities of a country; 404 for an unknown one.",
  params: z.object({ countryId: Id }),
  query: z.object({ search: z.string().trim().max(100).optional() }),
  output: list,
});
