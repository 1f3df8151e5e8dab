import type { Status } from "@plumbline/contract/engagements/rules.ts";
import { maxId } from "@plumbline/contract/fields.ts";
import { and, asc, desc, eq, gt, lt, sql } from "drizzle-orm";
import type { Member } from "../../auth/members.ts";
import type { Db } from "../../database/database.ts";
import {
  containsWords,
  filterValues,
  isChosen,
  isWithinDays,
  passes,
  type SharedFilters,
} from "../../database/list-filters.ts";
import { preparedBy } from "../../database/prepared.ts";
import { oneRow } from "../../database/rows.ts";
import { companyColumn, nameColumn, partyWordsColumn } from "../profiles/profile-join.ts";
import { entryNameColumn } from "../reference/entry-column.ts";
import { engagements } from "./schema.ts";
import { engagementColumns, pageColumns, type ShownEngagement } from "./store.ts";

type Party = Pick<Member, "id" | "role">;
export type EngagementFilters = SharedFilters & { status?: Status | undefined };

const themeName = entryNameColumn(sql.raw("engagements.theme_id"));

/** The engagements of a party that satisfy the filters. */
function listed(role: "advisor" | "customer") {
  const words = containsWords(
    sql`${engagements.name}`,
    sql`${engagements.description}`,
    themeName,
    partyWordsColumn(engagementColumns[role === "advisor" ? "customer" : "advisor"]),
  );
  const party = role === "advisor" ? engagements.advisorId : engagements.customerId;
  return and(
    eq(party, sql.placeholder("member")),
    passes(isChosen(sql`${engagements.status}`, "status"), isWithinDays(sql`${engagements.startDate}`), words),
  );
}

const pagesOf = preparedBy((db, role: "advisor" | "customer", order: "asc" | "desc") =>
  db
    .select(pageColumns)
    .from(engagements)
    .where(
      and(listed(role), lt(engagements.id, sql.placeholder("before")), gt(engagements.id, sql.placeholder("after"))),
    )
    .orderBy(order === "asc" ? asc(engagements.id) : desc(engagements.id))
    .limit(sql.placeholder("limit"))
    .prepare(`engagements_of_${role}_${order}`),
);

const sumsOf = preparedBy((db, role: "advisor" | "customer") => {
  const sum = (which = sql`true`) => sql<number>`coalesce(sum(total_pence) filter (where ${which}), 0)::float8`;
  return db
    .select({
      count: sql<number>`count(*)::int`,
      total: sum(),
      inProgress: sum(sql`status = 'in_progress'`),
      completed: sum(sql`status = 'completed'`),
    })
    .from(engagements)
    .where(listed(role))
    .prepare(`engagement_sums_of_${role}`);
});

export type Listing = EngagementFilters & {
  order: "asc" | "desc";
  before?: number | undefined;
  after?: number | undefined;
  limit: number;
};

const sideOf = ({ role }: Party) => (role === "advisor" ? "advisor" : "customer");
const valuesOf = ({ id: member }: Party, filters: EngagementFilters) => ({
  member,
  ...filterValues(filters, { status: filters.status }),
});

export async function listEngagementsOf(db: Db, member: Party, listing: Listing): Promise<ShownEngagement[]> {
  const { order, before = maxId, after = 0, limit } = listing;
  const values = { ...valuesOf(member, listing), before, after, limit };
  const rows = await pagesOf(db, sideOf(member), order).execute(values);
  return rows.map(({ it }) => it);
}

const { advisor, customer } = engagementColumns;
/** What one line of a CSV says, without the parties, files and reviews that an engagement's own row looks up. */
const lineColumns = {
  id: engagements.id,
  name: engagements.name,
  themeName,
  status: engagements.status,
  startDate: engagements.startDate,
  endDate: engagements.endDate,
  unitPricePence: engagements.unitPricePence,
  paymentType: engagements.paymentType,
  unitsHundredths: engagements.unitsHundredths,
  totalPence: engagements.totalPence,
};
const otherNames = {
  advisor: sql<string | null>`coalesce(${companyColumn(customer)}, ${nameColumn(customer)})`,
  customer: nameColumn(advisor),
};

const linesOf = preparedBy((db, role: "advisor" | "customer") =>
  db
    .select({ ...lineColumns, otherName: otherNames[role] })
    .from(engagements)
    .where(and(listed(role), lt(engagements.id, sql.placeholder("before"))))
    .orderBy(desc(engagements.id))
    .limit(sql.placeholder("limit"))
    .prepare(`engagement_lines_of_${role}`),
);
export type EngagementLine = Awaited<ReturnType<ReturnType<typeof linesOf>["execute"]>>[number];

/** Lines of a CSV, the newest engagement first; `after` is the last one that is known. */
export const engagementLines = (
  db: Db,
  member: Party,
  filters: EngagementFilters,
  { after, limit }: { after: EngagementLine | null; limit: number },
): Promise<EngagementLine[]> =>
  linesOf(db, sideOf(member)).execute({ ...valuesOf(member, filters), before: after?.id ?? maxId, limit });

/** How many engagements satisfy the filters, and what they come to in pence. */
export async function engagementSumsOf(db: Db, member: Party, filters: EngagementFilters) {
  return oneRow(await sumsOf(db, sideOf(member)).execute(valuesOf(member, filters)));
}
