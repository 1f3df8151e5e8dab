import { advisorDatatables, cities, customerDatatables, maxCities } from "@plumbline/contract/reference/contract.ts";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer();
const namesIn = (entries: readonly { name: string }[]) => entries.map(({ name }) => name);

test("D-03 the cities of an unknown country are not found", async () => {
  const { body } = await server.call(customerDatatables, {});
  const notCountries = [999_999, body.job_titles[0]?.id as number];
  for (const countryId of notCountries) expect((await server.call(cities, { params: { countryId } })).status).toBe(404);
});

test("D-01 the customer's lists are public, none of them is empty, and every entry has an id of its own", async () => {
  const { status, body } = await server.call(customerDatatables, {});
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

test("D-02 the advisor's lists are public, and shared ones are the same as the customer's", async () => {
  const { body } = await server.call(advisorDatatables, {});
  for (const [list, entries] of Object.entries(body)) expect(entries.length, list).toBeGreaterThan(0);
  const customer = (await server.call(customerDatatables, {})).body;
  expect(body.expertise_areas).toEqual(customer.expertise_areas);
  expect(body.company_sizes).toEqual(customer.company_sizes);
});

test("D-03 a country's cities are its own, and a search finds those beyond the hundred that are offered", async () => {
  const { countries } = (await server.call(customerDatatables, {})).body;
  const countryId = (name: string) => countries.find((each) => each.name === name)?.id as number;
  const british = await server.call(cities, { params: { countryId: countryId("United Kingdom") } });
  const irish = await server.call(cities, { params: { countryId: countryId("Ireland") } });
  expect(british.body.length).toBeGreaterThan(maxCities);
  expect(namesIn(irish.body)).toContain("Dublin");
  expect(namesIn(british.body)).not.toContain("Dublin");
  const last = british.body.at(-1)?.name as string;
  const found = await server.call(cities, {
    params: { countryId: countryId("United Kingdom") },
    query: { search: last.toUpperCase() },
  });
  expect(namesIn(found.body)).toContain(last);
  const nothing = await server.call(cities, { params: { countryId: countryId("Ireland") }, query: { search: "%" } });
  expect(nothing.body).toEqual([]);
});

test("D-04 company sizes come in their own order", async () => {
  const { company_sizes } = (await server.call(customerDatatables, {})).body;
  expect(namesIn(company_sizes).slice(0, 2)).toEqual(["1–10 people", "11–50 people"]);
});

test("D-01 a list is sent from memory with an ETag, compressed for those who accept it, and a change shows by itself", async () => {
  const ask = (headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/data/get_customer_datatables`, { headers });
  const first = await ask({ "accept-encoding": "identity" });
  const etag = first.headers.get("etag") as string;
  const body = await first.text();
  const again = await ask({ "if-none-match": etag });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const packed = await ask({ "accept-encoding": "gzip, br" });
  expect([packed.headers.get("content-encoding"), await packed.text()]).toEqual(["br", body]);

  const rename = (from: string, to: string) =>
    server.context.db.execute(
      sql`update reference_entries set name = ${to} where kind = 'job_titles' and name = ${from}`,
    );
  await rename("Founder", "Founding partner");
  await expect.poll(async () => (await ask({ "if-none-match": etag })).status).toBe(200);
  expect(await (await ask()).text()).toBe(body.replace('"Founder"', '"Founding partner"'));
  const names = async () => {
    const [entry] = (await server.call(customerDatatables, {})).body.job_titles;
    return (await server.context.references.namesOf(server.context.db, [entry?.id])).get(entry?.id as number);
  };
  expect(await names()).toBe("Founding partner");
  await rename("Founding partner", "Founder");
  await expect.poll(names).toBe("Founder");
});
