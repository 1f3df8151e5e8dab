import type { StaffRole } from "@plumbline/contract/back-office/staff-roles.ts";
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { members, sessions, twoStep } from "../../auth/schema.ts";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { lastEventColumn } from "../../outbox/event-moment-columns.ts";
import { nameColumn } from "../profiles/profile-join.ts";

/** A team has no more than this; the newest are left out. */
const largestTeam = 500;

const owns = sql`${members.role} = 'staff' and ${members.staffRole} = 'owner' and ${members.state} = 'active'`;

// With its table: within a subquery, drizzle would leave it out.
const memberId = sql.raw("members.id");

/** The ids of staff, from their own index. */
const staffIds = sql`array(select s.id from members s where s.role = 'staff' order by s.id limit ${sql.raw(String(largestTeam))})`;

const selecting = (db: Db) =>
  db
    .select({
      id: members.id,
      name: nameColumn(memberId),
      email: members.email,
      role: members.staffRole,
      state: members.state,
      createdAt: members.createdAt,
      sessions: sql<number>`(select count(*)::int from ${sessions} s where s.member_id = ${memberId} and s.expires_at > ${sql.placeholder("now")})`,
      // From the event log, because a session is deleted when it ends.
      lastSignedIn: lastEventColumn("member", memberId, [
        "account.signed_in",
        "account.opened",
        "account.password_reset",
      ]),
      twoStep: sql<boolean>`(select t.confirmed_at from ${twoStep} t where t.member_id = ${memberId} limit 1) is not null`,
      // The ids are read once for the whole team.
      isLastOwner: sql<boolean>`${owns} and ${memberId} = all(array(select o.id from members o
        where o.id = any(${staffIds}) and o.staff_role = 'owner' and o.state = 'active'))`,
    })
    .from(members);

const readsOf = preparedOn((db) => ({
  team: selecting(db)
    .where(sql`${members.id} = any(${staffIds})`)
    .orderBy(members.id)
    .limit(largestTeam)
    .prepare("team"),
  one: selecting(db)
    .where(and(eq(members.id, sql.placeholder("id")), eq(members.role, "staff")))
    .prepare("colleague"),
}));

export type ColleagueRow = Awaited<ReturnType<typeof teamOf>>[number];

/** Everybody who is or was staff. */
export const teamOf = (db: Db, now: Date) => readsOf(db).team.execute({ now: now.toISOString() });

/** A member of staff by id, null when nobody of the team has it. */
export async function findColleague(db: Db, id: number, now: Date): Promise<ColleagueRow | null> {
  return (await readsOf(db).one.execute({ id, now: now.toISOString() }))[0] ?? null;
}

/**
 * Locks the owners who can sign in and returns their ids: whoever demotes or removes one waits for the others who do
 * (row G-15).
 */
export async function lockOwners(tx: Db): Promise<number[]> {
  const rows = await tx.select({ id: members.id }).from(members).where(owns).orderBy(members.id).for("no key update");
  return rows.map(({ id }) => id);
}

const isOfTheTeam = (id: number) =>
  and(eq(members.id, id), eq(members.role, "staff"), inArray(members.state, ["approved", "active"]));

/** Changes the role from one to another; false when it is not that one, or they are not of the team. */
export async function updateStaffRole(tx: Db, id: number, from: StaffRole, to: StaffRole): Promise<boolean> {
  const changed = await tx
    .update(members)
    .set({ staffRole: to })
    .where(and(isOfTheTeam(id), eq(members.staffRole, from)))
    .returning({ id: members.id });
  return changed.length === 1;
}

/** Closes the account of a member of staff; false when it is closed already. Their name stays in what they did. */
export async function closeStaff(tx: Db, id: number): Promise<boolean> {
  const closed = await tx
    .update(members)
    .set({ state: "suspended", staffRole: null, passwordHash: null })
    .where(isOfTheTeam(id))
    .returning({ id: members.id });
  return closed.length === 1;
}

/** Opens the account of somebody who was removed from the team, for a new invitation; null when there is none. */
export async function reopenStaff(tx: Db, email: string, staffRole: StaffRole): Promise<number | null> {
  const [row] = await tx
    .update(members)
    .set({ state: "approved", staffRole })
    .where(and(eq(members.email, email.toLowerCase()), eq(members.role, "staff"), eq(members.state, "suspended")))
    .returning({ id: members.id });
  return row?.id ?? null;
}

/** Whose session it is, when it is one of staff. */
export async function staffOfSession(db: Db, sessionId: number, now: Date): Promise<number | null> {
  const [row] = await db
    .select({ id: members.id })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(and(eq(sessions.id, sessionId), eq(members.role, "staff"), gt(sessions.expiresAt, now)));
  return row?.id ?? null;
}
