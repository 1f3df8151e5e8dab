import { type Declaration, urlOf } from "@plumbline/contract/endpoint.ts";
import type pg from "pg";
import { contractEndpoints } from "./contract-endpoints.ts";

export type BenchRole = "customer" | "advisor" | "staff";
/** A read as it is measured: whose session it carries (null for a visitor's) and its URL. */
export type Read = { name: string; path: string; role: BenchRole | null };

/** Reads whose links work once or for one recipient only, so that they cannot be repeated. */
const oneOff = ["/api/{role}/confirmation", "/api/unsubscribe/{token}"];

/** Where the id of a path comes from: SQL with the caller's id as $1. The first entry that the path contains is used. */
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
  ["/back-office/applications/", "select id from members where $1 > 0 and role = 'advisor' order by id desc limit 1"],
  [
    "/public/advisors/",
    "select e.advisor_id as id from reviews r join engagements e on e.id = engagement_id where $1 >= 0 group by 1 order by count(*) desc limit 1",
  ],
  ["/public/customers/", "select customer_id as id from conversations where advisor_id = $1 limit 1"],
  ["/content/pages/", "select $1::int * 0 + 41 as id"],
];
const conversationPartner =
  "select case when customer_id = $1 then advisor_id else customer_id end as id from conversations c join messages m on m.conversation_id = c.id where $1 in (customer_id, advisor_id) group by 1 order by count(*) desc limit 1";

/** The queries that each path is measured with; `member` is the party of the caller's longest conversation. */
const queries: Record<string, (found: { member: number }) => object[]> = {
  "/api/messages": ({ member }) => [{}, { receiver_id: member }],
  "/api/files/addresses": () => [{ ids: "1,2,3" }],
};

/** An insight of the demo. */
const slug = "three-page-plan";

/** All reads that a benchmark asks for, each role's with ids of its own. Throws for a parameter without an example. */
export async function contractReads(client: pg.Client, accounts: Record<BenchRole, number>): Promise<Read[]> {
  const idOf = async (sql: string, who: number) => (await client.query(sql, [who])).rows[0]?.id as number;
  const reads: Read[] = [];
  const endpoints = (await contractEndpoints()).filter(
    ({ method, path }) => method === "GET" && !oneOff.includes(path),
  );
  for (const declaration of endpoints) {
    for (const role of rolesOf(declaration)) {
      const who = role ? accounts[role] : 0;
      const filled = declaration.path
        .replace("/public/{role}", role === "customer" ? "/public/advisors" : "/public/customers")
        .replace("{role}", `${role}s`)
        .replace("{type}", "insights")
        .replace("{countryId}", "1");
      const params: Record<string, unknown> = {};
      if (filled.includes("{slug}")) params["slug"] = slug;
      if (filled.includes("{id}")) {
        const source = ids.find(([part]) => filled.includes(part));
        if (!source) throw new Error(`${declaration.path} needs an example of its id in bench/parts/contract-reads.ts`);
        params["id"] = await idOf(source[1], who);
      }
      const member = role && role !== "staff" ? await idOf(conversationPartner, who) : 0;
      for (const query of queries[declaration.path]?.({ member }) ?? [{}]) {
        const path = urlOf({ ...declaration, path: filled }, { params, query });
        const variant = Object.keys(query).length > 0 ? `?${Object.keys(query).join("&")}` : "";
        reads.push({ name: `${declaration.path}${variant}${role ? ` (${role})` : ""}`, path, role });
      }
    }
  }
  return reads;
}

function rolesOf({ for: caller }: Declaration): (BenchRole | null)[] {
  if (caller === "anyone") return [null];
  if (caller === "member" || caller === "account") return ["customer", "advisor"];
  return [caller];
}
