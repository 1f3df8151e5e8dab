import type { AccountState, Role } from "@plumbline/contract/product.ts";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { membersAddressed } from "../../auth/addressed-join.ts";
import { fromMembers, memberColumns as members } from "../../auth/member-join.ts";
import { preparedById } from "../../database/batched-reads.ts";
import { arrayParameter, type Db } from "../../database/database.ts";
import { isChosen, isWithinDays, londonDay, passes } from "../../database/list-filters.ts";
import { preparedBy, preparedOn } from "../../database/prepared.ts";
import { oneRow } from "../../database/rows.ts";
import { wordsQuery } from "../../database/words.ts";
import { engagementCountColumn } from "../engagements/ids-join.ts";
import { conversationCountColumn } from "../messages/member-store.ts";
import { membersNamed } from "../profiles/named-join.ts";
import { profileJoin } from "../profiles/profile-join.ts";
import { reviewCountColumn } from "../reviews/member-store.ts";
import { noteCountColumn } from "./notes-store.ts";

const profile = profileJoin();
/** How many members that have the words are read. */
const mostNamed = 500;

const columns = {
  id: members.id,
  role: members.role,
  email: members.email,
  state: members.state,
  createdAt: members.createdAt,
  name: profile.columns.name,
  companyName: profile.columns.companyName,
};
const listed = (db: Db) => profile.join(fromMembers(db, columns), members.id);

const notStaff = sql`${members.role} <> 'staff'`;
const named = sql`${members.id} = any(array(
  (${membersNamed("beginnings", mostNamed)}) union all (${membersAddressed("beginnings", mostNamed)})))`;

/**
 * Which index a list is read along (ADR-021): that of words, of a state, of a role, or of all members. What is chosen besides
 * is a filter on the way.
 */
type Choice = ["words"] | ["state", AccountState] | ["role", Role] | ["any"];

function along([by, value]: Choice): SQL | undefined {
  if (by === "words") return named;
  if (by === "state") return eq(members.state, value).inlineParams();
  if (by === "role") return eq(members.role, value).inlineParams();
  return undefined;
}

const listing = preparedBy((db, ...choice: Choice) =>
  listed(db)
    .where(
      and(
        notStaff,
        along(choice),
        // The moments of the first and the last day as bounds of the index.
        sql`${members.createdAt} >= coalesce(${sql.placeholder("from")}::date - 1, '-infinity'::date)`,
        sql`${members.createdAt} < coalesce(${sql.placeholder("to")}::date + 2, 'infinity'::date)`,
        sql`(${members.createdAt}, ${members.id}) < (${sql.placeholder("beforeAt")}::timestamptz, ${sql.placeholder("beforeId")}::int)`,
        passes(
          isChosen(sql`${members.role}`, "role"),
          isChosen(sql`${members.state}`, "state"),
          isWithinDays(londonDay(sql`${members.createdAt}`)),
        ),
      ),
    )
    .orderBy(desc(members.createdAt), desc(members.id))
    .limit(sql.placeholder("limit"))
    .prepare(`members_listed_${choice.join(" ").replaceAll(" ", "_")}`),
);

const readsOf = preparedOn((db) => ({
  counts: db
    .select({
      engagements: engagementCountColumn(sql.raw("asked.id")),
      conversations: conversationCountColumn(sql.raw("asked.id")),
      reviews: reviewCountColumn(sql.raw("asked.id")),
      notes: noteCountColumn(sql.raw("asked.id")),
    })
    .from(sql`(select ${sql.placeholder("id")}::int as id) as asked`)
    .prepare("member_counts"),
}));

export type ListedMember = Awaited<ReturnType<ReturnType<typeof listing>["execute"]>>[number];
export type MemberFilters = {
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  role?: Role | undefined;
  state?: AccountState | undefined;
};

/** Members that satisfy the filters, the newest first: after one of them, or the first ones. */
export async function listMembers(
  db: Db,
  { q, from, to, role, state }: MemberFilters,
  { after, limit }: { after: Pick<ListedMember, "id" | "createdAt"> | null; limit: number },
): Promise<ListedMember[]> {
  const query = q ? wordsQuery(q) : null;
  if (q && !query) return [];
  const choice: Choice = query ? ["words"] : state ? ["state", state] : role ? ["role", role] : ["any"];
  return listing(db, ...choice).execute({
    beginnings: query?.beginnings,
    role: role ?? null,
    state: state ?? null,
    from: from ?? null,
    to: to ?? null,
    beforeAt: after?.createdAt.toISOString() ?? "infinity",
    beforeId: after?.id ?? 0,
    limit,
  });
}

/** A customer or an advisor; null for staff and strangers. All tabs of a member's page ask for the member at once. */
export const findListedMember: (db: Db, id: number) => Promise<ListedMember | null> = preparedById(
  (db) =>
    listed(db)
      .where(and(notStaff, sql`${members.id} = any(${arrayParameter("ids", "int")})`))
      .prepare("members_listed"),
  ({ id }) => id,
);

/** How much there is on a member's tabs. */
export async function memberCounts(db: Db, id: number) {
  return oneRow(await readsOf(db).counts.execute({ id }));
}
