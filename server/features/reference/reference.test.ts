import {
  advisorDatatables,
  cities,
  customerDatatables,
  inOrder,
  mostCities,
} from "@plumbline/contract/reference/contract.ts";
import { expect, test } from "vitest";
import { aWorld } from "../../testing/plumbline.ts";

const world = aWorld();
const namesIn = (entries: readonly { name: string }[]) => entries.map(({ name }) => name);

test("D-03 the cities of what is no country are not found", async () => {
  const { body } = await world.call(customerDatatables, {});
  const notCountries = [999_999, body.job_titles[0]?.id as number];
  for (const countryId of notCountries) expect((await world.call(cities, { params: { countryId } })).status).toBe(404);
});

test("D-01 the customer's lists are there for everyone, none of them empty, every entry with an id of its own", async () => {
  const { status, body } = await world.call(customerDatatables, {});
  expect(status).toBe(200);
  for (const list of [
    "job_titles",
    "countries",
    "investment_or_revenues",
    "company_sizes",
    "industries",
    "expertise_areas",
    "investment_aims",
    "advisory_services",
    "cities",
  ] as const)
    expect(body[list].length, list).toBeGreaterThan(0);
  const ids = Object.values(body).flatMap((list) => list.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});

test("D-02 the advisor's lists are there, and shared ones are the same as the customer's", async () => {
  const { body } = await world.call(advisorDatatables, {});
  for (const [list, entries] of Object.entries(body)) expect(entries.length, list).toBeGreaterThan(0);
  const customer = (await world.call(customerDatatables, {})).body;
  expect(body.expertise_areas).toEqual(customer.expertise_areas);
  expect(body.company_sizes).toEqual(customer.company_sizes);
});

test("D-03 a country's cities are its own, and typing finds those beyond the hundred that are offered", async () => {
  const { countries } = (await world.call(customerDatatables, {})).body;
  const countryId = (name: string) => countries.find((each) => each.name === name)?.id as number;
  const british = await world.call(cities, { params: { countryId: countryId("United Kingdom") } });
  const irish = await world.call(cities, { params: { countryId: countryId("Ireland") } });
  expect(british.body.length).toBeGreaterThan(mostCities);
  expect(namesIn(irish.body)).toContain("Dublin");
  expect(namesIn(british.body)).not.toContain("Dublin");
  const last = british.body.at(-1)?.name as string;
  const found = await world.call(cities, {
    params: { countryId: countryId("United Kingdom") },
    query: { search: last.toUpperCase() },
  });
  expect(namesIn(found.body)).toContain(last);
  const nothing = await world.call(cities, { params: { countryId: countryId("Ireland") }, query: { search: "%" } });
  expect(nothing.body).toEqual([]);
});

test("D-04 lists are sorted by name whatever the case, but company sizes keep their order", async () => {
  const { company_sizes } = (await world.call(customerDatatables, {})).body;
  expect(namesIn(company_sizes).slice(0, 2)).toEqual(["1–10 people", "11–50 people"]);
  const mixed = [{ name: "beta" }, { name: "Alpha" }, { name: "Émile" }, { name: "delta" }];
  expect(namesIn(inOrder("industries", mixed))).toEqual(["Alpha", "beta", "delta", "Émile"]);
  expect(inOrder("company_sizes", mixed)).toEqual(mixed);
});
