import { globSync, readFileSync } from "node:fs";
import { listAudit } from "@plumbline/contract/audit/contract.ts";
import { listApplications } from "@plumbline/contract/back-office/contract.ts";
import { listMembers } from "@plumbline/contract/back-office/members.ts";
import { listThreads } from "@plumbline/contract/correspondence/contract.ts";
import { type Declaration, urlOf } from "@plumbline/contract/endpoint.ts";
import { type ExportFormat, exportFormats, exportPath } from "@plumbline/contract/exports.ts";
import { listRequests } from "@plumbline/contract/matching/contract.ts";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { routes } from "../app.ts";
import { sendAdvisorRequest } from "../demo/matching.ts";
import { makeMember, makeStaff, type Person, setUp } from "../demo/people.ts";
import { makeAppeal, makeReport, makeSanction } from "../demo/sanctions.ts";
import { testServer } from "../testing/plumbline.ts";
import { isList } from "./exports.ts";
import { nameOf } from "./openapi/names.ts";

const server = testServer();
let staff: Person;
const many = 1100;

beforeAll(async () => {
  const { context } = server;
  staff = await makeStaff(context);
  const customer = await setUp(context, await makeMember(context, "customer", { name: "=1+1" }));
  const advisor = await setUp(context, await makeMember(context, "advisor"));
  await makeReport(context, customer, advisor);
  await makeAppeal(context, advisor, await makeSanction(context, staff, advisor));
  await sendAdvisorRequest(context, customer, "Somebody, who has\nsold a bakery.");
  // More than are read at once, some at the same moment; moments are whole milliseconds, as the program writes them.
  await context.db.execute(sql`
    with added as (insert into members (role, email, state, verified_at, created_at)
    select 'advisor', 'many' || n || '@example.test', case when n % 3 = 0 then 'rejected' else 'pending_review' end,
      at, at from generate_series(1, ${many}) n,
      lateral (select date_trunc('milliseconds', now()) - (n / 2) * interval '1 minute' as at) moment returning id)
    insert into profiles (member_id, name) select id, 'Ada' from added`);
  await context.db.execute(sql`
    insert into correspondence_threads (kind, name, email, excerpt, opened_at, last_at)
    select 'contact', 'Ada ' || n, 'ada@example.test', 'Good morning', now(), date_trunc('milliseconds', now()) - (n / 2) * interval '1 minute'
    from generate_series(1, ${many}) n`);
});

const declarations = () => routes(server.context).map(({ declaration }) => declaration);
const lists = () => declarations().filter(isList);
const exported = (list: Declaration, format: ExportFormat, query: object = {}) =>
  fetch(server.url + urlOf({ ...list, path: exportPath(list, format) }, { query }), {
    headers: { authorization: `Bearer ${staff.token}` },
  });

type Entry = Record<string, unknown>;
type Page = { entries: Entry[]; more?: boolean };
const keyOf = ({ key, id, week }: Entry) => key ?? id ?? week;

/** The keys of all rows, page after page as the screens read them. */
async function keysByPages(list: Declaration): Promise<unknown[]> {
  const place = ["page", "before", "after"].find((name) => list.query && name in list.query.shape);
  const keys: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const at = place === "page" ? page : keys.at(-1);
    const query = place ? { [place]: at } : {};
    const { entries, more } = (await server.call(list, { query } as never, staff.token)).body as Page;
    keys.push(...entries.map(keyOf));
    if (!place || entries.length === 0 || more === false) return keys;
  }
}

test("G-88 a filter that is none is refused with its field, and nothing is noted", async () => {
  for (const format of exportFormats) {
    const refused = await exported(listMembers, format, { state: "lost" });
    expect([refused.status, await refused.json()]).toMatchObject([422, { errors: { state: [expect.any(String)] } }]);
  }
  await server.settle();
  const { body } = await server.call(listAudit, { query: { about: "list" } }, staff.token);
  expect(body.entries).toEqual([]);
});

test("G-88 every list of the back office is a file in both formats, and stands on its page", () => {
  const paths = new Set(declarations().map(({ path }) => path));
  expect(lists().length).toBeGreaterThan(15);
  for (const list of lists()) for (const format of exportFormats) expect(paths).toContain(exportPath(list, format));
  const pages = globSync("web/app/features/*/*-page.tsx").map((path) => readFileSync(path, "utf8"));
  // These are read by other programs; the screens have the queue and the correspondence.
  const withoutPage: Declaration[] = [listApplications, listRequests];
  const missing = lists()
    .filter((list) => !withoutPage.some(({ path }) => path === list.path))
    .filter((list) => !pages.some((page) => isOffered(page, nameOf(list).name)));
  expect(missing.map(({ path }) => path)).toEqual([]);
});

const isOffered = (page: string, name: string) =>
  new RegExp(`(<ExportList of|<KeyedList\\s+of|exported)=\\{${name}\\}`).test(page);

test("G-88 a file has every row of its list once, in the list's order", async () => {
  for (const list of lists()) {
    const answer = await exported(list, "json");
    expect([list.path, answer.status]).toEqual([list.path, 200]);
    const rows = (await answer.json()) as Entry[];
    // Taking a list away is itself in the audit.
    const later =
      list.path === listAudit.path ? (await keysByPages(list)).slice(-rows.length) : await keysByPages(list);
    expect([list.path, rows.map(keyOf)]).toEqual([list.path, later]);
  }
  const rows = async (list: Declaration, query: object) =>
    ((await (await exported(list, "json", query)).json()) as []).length;
  expect([await rows(listMembers, { state: "rejected" }), await rows(listThreads, {})]).toEqual([366, many + 1]);
});

test("G-88 CSV has the same rows as JSON, keeps formulas from running, and names its columns", async () => {
  const answer = await exported(listMembers, "csv", { role: "customer" });
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="members.csv"');
  const [head, ...lines] = (await answer.text()).trimEnd().split("\r\n");
  expect(head).toBe("Id,Role,Name,Company name,Email,State,Joined at");
  expect(lines).toEqual([expect.stringMatching(/^\d+,customer,'=1\+1,/)]);
  const requests = await (await exported(listRequests, "csv")).text();
  expect(requests).toContain('"Somebody, who has\nsold a bakery."');
  expect(requests).toMatch(/Customer: name/);
});

test("G-88 the audit says who took which list away, and by which filters", async () => {
  await (await exported(listMembers, "csv", { q: "nobody", role: "advisor" })).text();
  await server.settle();
  const { body } = await server.call(listAudit, { query: { about: "list" } }, staff.token);
  expect(body.entries[0]).toMatchObject({ what: "Took a list away as a file", by: { id: staff.id } });
  const facts = body.entries[0]?.facts.map(({ field, value }) => `${field}: ${value}`);
  expect(facts?.join("; ").toLowerCase()).toContain("filters: q=nobody role=advisor");
});
