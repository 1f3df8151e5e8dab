import type { AccountState } from "@plumbline/contract/product.ts";
import { and, eq, sql } from "drizzle-orm";
import { fromMembers, memberColumns as members } from "../../auth/member-join.ts";
import { waitingFirst } from "../../auth/schema.ts";
import type { Db } from "../../database/database.ts";
import { jsonObject } from "../../database/json-object.ts";
import { numberedPages } from "../../database/numbered-pages.ts";
import { preparedBy, preparedOn } from "../../database/prepared.ts";
import { refusedReasonColumn } from "../../mail/refused-column.ts";
import type { MemberRow } from "../accounts/store.ts";
import { nameColumn, profileJoin } from "../profiles/profile-join.ts";
import type { ProfileRow } from "../profiles/store.ts";

const profile = profileJoin();

type Moments = "createdAt" | "verifiedAt" | "decidedAt";
/** An application as JSON: timestamps are strings. */
export type ApplicationRow = {
  member: Pick<
    MemberRow,
    "id" | "role" | "email" | "state" | "decision" | "decisionReason" | "profileSetup" | "stripeSetup"
  > & { [Moment in Moments]: MemberRow[Moment] extends Date ? string : string | null };
  profile: Pick<ProfileRow, keyof typeof shownOfProfile>;
  decidedByName: string | null;
  refusedReason: string | null;
};

const shownOfMember = {
  id: members.id,
  role: members.role,
  email: members.email,
  state: members.state,
  createdAt: members.createdAt,
  verifiedAt: members.verifiedAt,
  decision: members.decision,
  decidedAt: members.decidedAt,
  decisionReason: members.decisionReason,
  profileSetup: members.profileSetup,
  stripeSetup: members.stripeSetup,
};
const shownOfProfile = {
  name: profile.columns.name,
  companyName: profile.columns.companyName,
  jobTitleId: profile.columns.jobTitleId,
  investmentOrRevenueId: profile.columns.investmentOrRevenueId,
  annualRevenueId: profile.columns.annualRevenueId,
  countryId: profile.columns.countryId,
  cityId: profile.columns.cityId,
  companySizeId: profile.columns.companySizeId,
  industryId: profile.columns.industryId,
  classificationTypeId: profile.columns.classificationTypeId,
  linkedinProfileUrl: profile.columns.linkedinProfileUrl,
  basedInUk: profile.columns.basedInUk,
  advisoryExperience: profile.columns.advisoryExperience,
  origin: profile.columns.origin,
  referredAdvisors: profile.columns.referredAdvisors,
};
const application = jsonObject<ApplicationRow>({
  member: jsonObject(shownOfMember),
  profile: jsonObject(shownOfProfile),
  decidedByName: nameColumn(sql`${members.decidedBy}`),
  refusedReason: refusedReasonColumn(sql`${members.email}`),
});
const applications = (db: Db) => profile.join(fromMembers(db, { it: application }), members.id);

const notStaff = sql`${members.role} <> 'staff'`;

const pagesOf = preparedBy((db, of: "any" | "state") => {
  const where = of === "any" ? notStaff : and(notStaff, eq(members.state, sql.placeholder("state")));
  return numberedPages(db, `applications_by_${of}`, {
    id: members.id,
    ids: (more) => fromMembers(db, { id: members.id }).where(and(where, more)),
    order: of === "any" ? [waitingFirst(members.state), members.id] : [members.id],
    rows: (isOnPage) => applications(db).where(isOnPage),
  });
});

const one = preparedOn((db) =>
  applications(db)
    .where(and(notStaff, eq(members.id, sql.placeholder("id"))))
    .prepare("application"),
);

/** The specification's page number forces OFFSET; old pages are rarely opened. */
export async function pageOfApplications(db: Db, state: AccountState | undefined, page: number, limit: number) {
  const { rows, total } = await pagesOf(db, state ? "state" : "any")({ state }, page, limit);
  return { rows: rows.map(({ it }) => it), total };
}

export async function findApplication(db: Db, id: number): Promise<ApplicationRow | null> {
  const [row] = await one(db).execute({ id });
  return row?.it ?? null;
}
