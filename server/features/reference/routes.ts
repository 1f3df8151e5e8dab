import { fromKeys } from "@plumbline/contract/records.ts";
import { advisorDatatables, cities, customerDatatables, type Kind } from "@plumbline/contract/reference/contract.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { notFound } from "../../http/problems.ts";
import { citiesOf, entriesOf, isCountry } from "./store.ts";

const customerKinds = [
  "job_titles",
  "countries",
  "investment_or_revenues",
  "annual_revenues",
  "company_sizes",
  "industries",
  "expertise_areas",
  "investment_aims",
  "advisory_services",
  "availabilities",
  "yearly_budgets",
] as const satisfies Kind[];
const advisorKinds = [
  "classification_types",
  "value_sets",
  "company_sizes",
  "industries",
  "business_experiences",
  "expertise_areas",
  "seniorities",
  "availabilities",
  "countries",
] as const satisfies Kind[];

export const referenceRoutes = ({ db }: AppContext) => [
  handle(customerDatatables, async () => {
    const lists = await entriesOf(db, customerKinds);
    const home = lists.get("countries")?.[0];
    const table = fromKeys(customerKinds, (kind) => lists.get(kind) ?? []);
    return { ...table, cities: home ? await citiesOf(db, home.id, undefined) : [] };
  }),
  handle(advisorDatatables, async () => {
    const lists = await entriesOf(db, advisorKinds);
    return fromKeys(advisorKinds, (kind) => lists.get(kind) ?? []);
  }),
  handle(cities, async ({ params, query }) => {
    if (!(await isCountry(db, params.countryId))) throw notFound();
    return citiesOf(db, params.countryId, query.search);
  }),
];
