import type { AccountState } from "@plumbline/contract/product.ts";
import { and, eq, sql } from "drizzle-orm";
import { fromMembers, memberColumns as members } from "../../auth/member-join.ts";
import { waitingFirst } from "../../auth/schema.ts";
import type { Db } from "../../database/database.ts";
import { numberedPages } from "../../database/numbered-pages.ts";
import { preparedBy, preparedOn } from "../../database/prepared.ts";
import { nameColumn, profileJoin } from "../profiles/profile-join.ts";

const profile = profileJoin();

const applications = (db: Db) =>
  profile.join(
    fromMembers(db, {
      member: members,
      profile: profile.columns,
      decidedByName: nameColumn(sql`${members.decidedBy}`),
    }),
    members.id,
  );

export type ApplicationRow = Awaited<ReturnType<typeof applications>>[number];

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
  return pagesOf(db, state ? "state" : "any")({ state }, page, limit);
}

export async function findApplication(db: Db, id: number): Promise<ApplicationRow | null> {
  const [row] = await one(db).execute({ id });
  return row ?? null;
}
