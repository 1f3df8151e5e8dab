import type { Day } from "@plumbline/contract/dates.ts";
import type { Status } from "@plumbline/contract/engagements/rules.ts";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { isBetweenDays, isChosen, passes, type SharedFilters } from "../../database/list-filters.ts";
import { preparedBy, preparedOn } from "../../database/prepared.ts";
import { oneRow } from "../../database/rows.ts";
import { wordsQuery } from "../../database/words.ts";
import { invoicesOfEngagementColumn } from "../invoices/of-engagement-column.ts";
import { membersNamed } from "../profiles/named-join.ts";
import { companyColumn, nameColumn } from "../profiles/profile-join.ts";
import { engagementsNamed } from "./named-join.ts";
import { engagements } from "./schema.ts";
import { engagementColumns } from "./store.ts";

// The engagements of all members, for staff.

/** How many titles and members that have the words are read, and how many of each member's newest engagements. */
const mostNamed = 500;
const mostMembers = 100;
const mostOfMember = 100;

const ofNamed = (party: "advisor_id" | "customer_id") => sql`
  select theirs.id from (${membersNamed("beginnings", mostMembers)}) named cross join lateral (
    select e.id from engagements e where e.${sql.raw(party)} = named.id
    order by e.id desc limit ${sql.raw(String(mostOfMember))}) theirs`;
const named = sql`${engagements.id} = any(array(
  (${engagementsNamed("beginnings", mostNamed)})
  union all (${ofNamed("advisor_id")}) union all (${ofNamed("customer_id")})))`;

/** Which index a list is read along (ADR-021): that of words, of a status, or of all engagements. */
type Choice = "words" | "any" | Status;

function along(choice: Choice): SQL | undefined {
  if (choice === "words") return named;
  return choice === "any" ? undefined : eq(engagements.status, choice).inlineParams();
}

const listing = preparedBy((db, choice: Choice) =>
  db
    .select({
      id: engagements.id,
      name: engagements.name,
      status: engagements.status,
      startDate: engagements.startDate,
      endDate: engagements.endDate,
      createdAt: engagements.createdAt,
      totalPence: engagements.totalPence,
      advisorId: engagements.advisorId,
      advisor: nameColumn(engagementColumns.advisor),
      customerId: engagements.customerId,
      customer: nameColumn(engagementColumns.customer),
      companyName: companyColumn(engagementColumns.customer),
      invoices: invoicesOfEngagementColumn(engagementColumns.id),
    })
    .from(engagements)
    .where(
      and(
        along(choice),
        isBetweenDays(sql`${engagements.createdAt}`),
        sql`(${engagements.createdAt}, ${engagements.id}) < (${sql.placeholder("beforeAt")}::timestamptz, ${sql.placeholder("beforeId")}::int)`,
        passes(isChosen(sql`${engagements.status}`, "status")),
      ),
    )
    .orderBy(desc(engagements.createdAt), desc(engagements.id))
    .limit(sql.placeholder("limit"))
    .prepare(`engagements_of_all_${choice}`),
);

const sums = preparedBy((db, by: "words" | "any") => {
  const sum = (...statuses: Status[]) => {
    const which =
      statuses.length > 0 ? sql.raw(`status in (${statuses.map((each) => `'${each}'`).join()})`) : sql`true`;
    return sql<number>`coalesce(sum(total_pence) filter (where ${which}), 0)::float8`;
  };
  return db
    .select({
      count: sql<number>`count(*)::int`,
      total: sum(),
      waiting: sum("proposed", "edit_suggested"),
      agreed: sum("accepted", "in_progress", "completed"),
    })
    .from(engagements)
    .where(
      and(
        along(by),
        isBetweenDays(sql`${engagements.createdAt}`),
        passes(isChosen(sql`${engagements.status}`, "status")),
      ),
    )
    .prepare(`engagements_of_all_sums_${by}`);
});

const placeOf = preparedOn((db) =>
  db
    .select({ id: engagements.id, createdAt: engagements.createdAt })
    .from(engagements)
    .where(eq(engagements.id, sql.placeholder("id")))
    .prepare("engagement_place"),
);

type Place = { id: number; createdAt: Date };
export type AllEngagementsFilters = SharedFilters & { status?: Status | undefined };
export type AnyEngagement = Awaited<ReturnType<ReturnType<typeof listing>["execute"]>>[number];

/** Where an engagement stands in the list; null for one that there is not. */
export async function placeOfEngagement(db: Db, id: number): Promise<Place | null> {
  return (await placeOf(db).execute({ id }))[0] ?? null;
}

const valuesOf = ({ from, to, status }: AllEngagementsFilters) => ({
  from: from ?? null,
  to: to ?? null,
  status: status ?? null,
});

/** Engagements of anybody that satisfy the filters, proposed last first: after one of them, or the first ones. */
export async function listAllEngagements(
  db: Db,
  filters: AllEngagementsFilters,
  { after, limit }: { after: Place | null; limit: number },
): Promise<AnyEngagement[]> {
  const query = filters.q ? wordsQuery(filters.q) : null;
  if (filters.q && !query) return [];
  return listing(db, query ? "words" : (filters.status ?? "any")).execute({
    ...valuesOf(filters),
    beginnings: query?.beginnings,
    beforeAt: after?.createdAt.toISOString() ?? "infinity",
    beforeId: after?.id ?? 0,
    limit,
  });
}

/** How many engagements of anybody satisfy the filters, and what they come to in pence. */
export async function sumAllEngagements(db: Db, filters: AllEngagementsFilters & { from: Day }) {
  const query = filters.q ? wordsQuery(filters.q) : null;
  if (filters.q && !query) return { count: 0, total: 0, waiting: 0, agreed: 0 };
  const values = { ...valuesOf(filters), beginnings: query?.beginnings };
  return oneRow(await sums(db, query ? "words" : "any").execute(values));
}
