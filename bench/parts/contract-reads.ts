import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import { type Declaration, urlOf } from "@plumbline/contract/endpoint.ts";
import type pg from "pg";
import { oneRow } from "../../server/database/rows.ts";
import { contractEndpoints } from "./contract-endpoints.ts";

export type BenchRole = "customer" | "advisor" | "staff";
/** A read as it is measured: whose session it carries (null for a visitor's) and its URL. */
export type Read = { name: string; path: string; role: BenchRole | null };

/** Reads whose links work once or for one recipient only, so that they cannot be repeated. */
const oneOff = [
  "/api/{role}/confirmation",
  "/api/unsubscribe/{token}",
  "/api/application_status/{token}",
  "/api/reference/{token}",
];

/**
 * Where the id of a path comes from: SQL with the caller's id as $1, which finds the busiest. The first entry that the
 * path contains is used.
 */
const ids: [part: string, sql: string][] = [
  [
    "/projects/",
    "select engagement_id as id from invoices i join engagements e on e.id = engagement_id where $1 in (e.advisor_id, e.customer_id) group by 1 order by count(*) desc limit 1",
  ],
  ["/back-office/invoices/", "select id from invoices where $1 > 0 order by id desc limit 1"],
  [
    "/invoices/",
    "select i.id from invoices i join engagements e on e.id = engagement_id where $1 in (e.advisor_id, e.customer_id) and issued_on is not null order by 1 limit 1",
  ],
  [
    "/back-office/members/",
    "select advisor_id as id from invoices where $1 > 0 group by 1 order by count(*) desc limit 1",
  ],
  ["/back-office/applications/", "select id from members where $1 > 0 and role = 'advisor' order by id desc limit 1"],
  [
    "/public/advisors/",
    "select e.advisor_id as id from reviews r join engagements e on e.id = engagement_id where $1 >= 0 group by 1 order by count(*) desc limit 1",
  ],
  ["/public/customers/", "select customer_id as id from conversations where advisor_id = $1 limit 1"],
  ["/content/pages/", "select $1::int * 0 + 41 as id"],
  ["/back-office/announcements/", "select id from announcements where $1 > 0 order by id desc limit 1"],
  ["/announcements/", "select announcement_id as id from announcement_receipts where member_id = $1 limit 1"],
  ["/back-office/appeals/", "select id from appeals where $1 > 0 order by id desc limit 1"],
  [
    "/back-office/disputes/",
    "select id from disputes where $1 > 0 and invoice_id is not null order by id desc limit 1",
  ],
  ["/back-office/reports/", "select id from reports where $1 > 0 order by id desc limit 1"],
  ["/back-office/correspondence/", "select id from correspondence_threads where $1 > 0 order by id desc limit 1"],
  ["/back-office/staff/", "select $1::int as id"],
  ["/get_cities/", "select id from reference_entries where $1 >= 0 and kind = 'countries' order by id limit 1"],
];
const conversationPartner =
  "select case when customer_id = $1 then advisor_id else customer_id end as id from conversations c join messages m on m.conversation_id = c.id where $1 in (customer_id, advisor_id) group by 1 order by count(*) desc limit 1";

const today = dayInLondon(new Date());
const lastQuarter = { from: addDays(today, -92), to: addDays(today, -1) };

/** The queries that each path is measured with; `member` is the party of the caller's longest conversation. */
const queries: Record<string, (found: { member: number }) => object[]> = {
  "/api/messages": ({ member }) => [{}, { receiver_id: member }],
  "/api/files/addresses": () => [{ ids: "1,2,3" }],
  "/api/messages/search": () => [{ q: "plan" }],
  "/api/back-office/search": () => [{ q: "ann" }],
  "/api/earnings/statement.csv": () => [lastQuarter],
  "/api/earnings/statement.pdf": () => [lastQuarter],
  "/api/spending/statement.csv": () => [lastQuarter],
};

/** What the other parameters of paths are: an insight of the demo, a list, a text of the public pages, an e-mail. */
const names: Record<string, string> = {
  "{type}": "insights",
  "{slug}": "three-page-plan",
  "{countryId}": "{id}",
  "{kind}": "cities",
  "/content/{name}": "/content/privacy-policy",
  "{name}": "engagement.proposed",
  "{version}": "0",
};

/** A read by a role, its path with every example but the id's, and the query that finds that, if it has one. */
type Repeatable = { declaration: Declaration; role: BenchRole | null; path: string; idQuery: string | null };

/** Every read of the contract that can be repeated, as each role. Throws for a parameter without an example. */
export async function repeatableReads(): Promise<Repeatable[]> {
  const reads = (await contractEndpoints()).filter(({ method, path }) => method === "GET" && !oneOff.includes(path));
  return reads.flatMap((declaration) =>
    rolesOf(declaration).map((role) => {
      const path = Object.entries(names)
        .reduce((filled, [name, example]) => filled.replace(name, example), declaration.path)
        .replace("/public/{role}", role === "customer" ? "/public/advisors" : "/public/customers")
        .replace("{role}", `${role}s`);
      return { declaration, role, path, idQuery: idQueryOf(path) };
    }),
  );
}

function idQueryOf(path: string): string | null {
  if (!path.includes("{")) return null;
  const source = ids.find(([part]) => path.includes(part));
  if (!source) throw new Error(`${path} needs an example in bench/parts/contract-reads.ts`);
  return source[1];
}

/** All reads that a benchmark asks for, each role's with ids of its own. */
export async function contractReads(client: pg.Client, accounts: Record<BenchRole, number>): Promise<Read[]> {
  const idOf = async (sql: string, who: number) => oneRow((await client.query<{ id: number }>(sql, [who])).rows).id;
  const reads: Read[] = [];
  for (const { declaration, role, path, idQuery } of await repeatableReads()) {
    const who = role ? accounts[role] : 0;
    const params = idQuery ? { id: await idOf(idQuery, who) } : {};
    const member = role && role !== "staff" ? await idOf(conversationPartner, who) : 0;
    for (const query of queries[declaration.path]?.({ member }) ?? [{}]) {
      const variant = Object.keys(query).length > 0 ? `?${Object.keys(query).join("&")}` : "";
      const name = `${declaration.path}${variant}${role ? ` (${role})` : ""}`;
      reads.push({ name, path: urlOf({ ...declaration, path }, { params, query }), role });
    }
  }
  return reads;
}

function rolesOf({ for: caller }: Declaration): (BenchRole | null)[] {
  if (caller === "anyone") return [null];
  if (caller === "member" || caller === "account") return ["customer", "advisor"];
  return [caller];
}
