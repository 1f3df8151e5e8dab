import { and, eq, sql } from "drizzle-orm";
import { membersAddressed } from "../../auth/addressed-join.ts";
import { fromMembers, memberColumns as members } from "../../auth/member-join.ts";
import { arrayParameter, type Db } from "../../database/database.ts";
import { preparedBy, preparedOn } from "../../database/prepared.ts";
import type { WordsQuery } from "../../database/words.ts";
import { earningsByProviderId } from "../earnings/provider-id-column.ts";
import { invoicesByProviderId } from "../invoices/provider-id-column.ts";
import { membershipsByProviderId } from "../membership/provider-id-column.ts";
import { accountsByProviderId } from "../payouts/provider-id-column.ts";
import { membersNamed } from "../profiles/named-join.ts";
import { profileJoin } from "../profiles/profile-join.ts";

const profile = profileJoin();
const maxShown = 5;
/** More are looked for than shown, because members of staff among them are not. */
const maxCandidates = 20;
/** Among how many members of a name an invoice's number is searched. */
const maxNamed = 200;

const conditions = {
  ids: sql`${members.id} = any(${arrayParameter("ids", "int")})`,
  email: eq(members.email, sql.placeholder("email")),
  // Whole words first: who types "ann" means Ann before Annabel.
  words: sql`${members.id} = any(array(
    select found.id from (
      (select 1 as place, named.id from (${membersNamed("whole", maxShown)}) named)
      union all (select 2, addressed.id from (${membersAddressed("whole", maxShown)}) addressed)
      union all (select 3, named.id from (${membersNamed("beginnings", maxShown)}) named)
      union all (select 4, addressed.id from (${membersAddressed("beginnings", maxShown)}) addressed)
    ) found group by found.id order by min(found.place), found.id limit ${sql.raw(String(maxCandidates))}))`,
};

const membersBy = preparedBy((db, by: keyof typeof conditions) =>
  profile
    .join(
      fromMembers(db, {
        id: members.id,
        role: members.role,
        email: members.email,
        state: members.state,
        name: profile.columns.name,
        companyName: profile.columns.companyName,
      }),
      members.id,
    )
    .where(and(sql`${members.role} <> 'staff'`, conditions[by]))
    .orderBy(members.id)
    .limit(maxCandidates)
    .prepare(`members_found_by_${by}`),
);

export type FoundMember = Awaited<ReturnType<typeof membersByIds>>[number];

export async function membersByIds(db: Db, ids: readonly number[]) {
  return membersBy(db, "ids").execute({ ids });
}

export async function membersByEmail(db: Db, email: string) {
  return membersBy(db, "email").execute({ email: email.toLowerCase() });
}

/** A few members whose name, company or address has such words. */
export async function membersByWords(db: Db, { whole, beginnings }: WordsQuery) {
  return membersBy(db, "words").execute({ whole, beginnings });
}

const idsNamed = preparedOn((db) =>
  db
    .select({ id: sql<number>`named.id` })
    .from(sql`(${membersNamed("beginnings", maxNamed)}) as named`)
    .prepare("member_ids_named"),
);

/** The ids of members with such a name or company. */
export async function memberIdsNamed(db: Db, { beginnings }: WordsQuery): Promise<number[]> {
  return (await idsNamed(db).execute({ beginnings })).map(({ id }) => id);
}

const id = sql`${sql.placeholder("id")}::text`;
/** Where ids of the card provider are kept; a feature that stores more of them adds its own here. */
const ofProvider = [invoicesByProviderId, membershipsByProviderId, accountsByProviderId, earningsByProviderId];

const byProviderId = preparedOn((db) =>
  db
    .select({
      kind: sql<"member" | "invoice">`found.kind`,
      id: sql<number>`found.id`,
      what: sql<string>`found.what`,
    })
    .from(
      sql`(${sql.join(
        ofProvider.map((each) => each(id)),
        sql` union all `,
      )}) as found`,
    )
    .limit(maxShown)
    .prepare("found_by_provider_id"),
);

/** What an id of the card provider names here. */
export async function findByProviderId(db: Db, providerId: string) {
  return byProviderId(db).execute({ id: providerId });
}
