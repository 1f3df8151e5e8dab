import type { StaffRole } from "@plumbline/contract/back-office/staff-roles.ts";
import { and, count, desc, eq, gt, isNull, ne, or, sql } from "drizzle-orm";
import { hashToken, newToken } from "../../auth/members.ts";
import { members, sessions } from "../../auth/schema.ts";
import { arrayParameter, type Db, isAmong } from "../../database/database.ts";
import { deleteBefore } from "../../database/delete-before.ts";
import { preparedOn } from "../../database/prepared.ts";
import { preparedUpdate } from "../../database/prepared-writes.ts";
import { sendAlong } from "../../database/transaction.ts";
import { insertProfile, type NewProfile } from "../profiles/store.ts";
import { links } from "./schema.ts";

export type MemberRow = typeof members.$inferSelect;
export type Purpose = (typeof links.$inferSelect)["purpose"];

export async function findByEmail(db: Db, email: string): Promise<MemberRow | null> {
  const [row] = await db.select().from(members).where(eq(members.email, email.toLowerCase()));
  return row ?? null;
}

type Now = Date | ReturnType<typeof sql.placeholder>;

/**
 * A member's own session that has not expired; sessions of staff who view the account as the member are listed elsewhere
 * and are not the member's to end.
 */
const isOwn = (now: Now) => and(isNull(sessions.viewedBySession), gt(sessions.expiresAt, now));

const ownOf = and(eq(sessions.memberId, sql.placeholder("memberId")), isOwn(sql.placeholder("now")));

const readsOf = preparedOn((db) => ({
  member: db
    .select()
    .from(members)
    .where(eq(members.id, sql.placeholder("id")))
    .prepare("member_by_id"),
  locked: db
    .select()
    .from(members)
    .where(eq(members.id, sql.placeholder("id")))
    .for("no key update")
    .prepare("lock_member"),
  held: db
    .select()
    .from(members)
    .where(sql`${members.id} = any(${arrayParameter("ids", "int")})`)
    .orderBy(members.id)
    .for("share")
    .prepare("hold_members"),
  sessions: db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(ownOf)
    .orderBy(desc(sessions.id))
    .limit(50)
    .prepare("sessions_of_member"),
  sessionCount: db.select({ count: count() }).from(sessions).where(ownOf).prepare("session_count"),
  holder: db
    .select({ memberId: sessions.memberId })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(and(eq(sessions.id, sql.placeholder("id")), ne(members.role, "staff"), isOwn(sql.placeholder("now"))))
    .prepare("session_holder"),
}));

export async function findMember(db: Db, id: number): Promise<MemberRow | null> {
  const [row] = await readsOf(db).member.execute({ id });
  return row ?? null;
}

/**
 * Locks the row, so that a concurrent verification and decision see each other's result. Not its key: rows that refer to
 * members are written in any order, by the audit for many at once, and neither wait for this lock nor deadlock with it.
 */
export async function lockMember(db: Db, id: number): Promise<MemberRow | null> {
  const [row] = await readsOf(db).locked.execute({ id });
  return row ?? null;
}

/**
 * Keeps the rows as they are until the transaction ends, for what depends on several members: whoever locks one of them waits,
 * others who hold them do not. In the order of their ids, so that nobody waits in a circle.
 */
export const holdMembers = (db: Db, ids: readonly number[]): Promise<MemberRow[]> => readsOf(db).held.execute({ ids });

/** Which of these addresses, in lower case, belong to an account. */
export async function knownAmong(db: Db, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const rows = await db.select({ email: members.email }).from(members).where(isAmong(members.email, emails));
  return new Set(rows.map(({ email }) => email));
}

/** Null when the address is taken. */
export async function insertApplicant(
  db: Db,
  member: { role: "customer" | "advisor"; email: string; now: Date },
  profile: Omit<NewProfile, "memberId">,
): Promise<number | null> {
  const [row] = await db
    .insert(members)
    .values({
      role: member.role,
      email: member.email.toLowerCase(),
      state: "pending_verification",
      createdAt: member.now,
    })
    .onConflictDoNothing()
    .returning({ id: members.id });
  if (!row) return null;
  await insertProfile(db, { ...profile, memberId: row.id });
  return row.id;
}

type NewStaff = { email: string; name: string; staffRole: StaffRole; now: Date };

/** Inserts a member of staff, who is approved without an application. Null when the address is taken. */
export async function insertStaff(db: Db, { email, name, staffRole, now }: NewStaff): Promise<number | null> {
  const approved = { role: "staff", state: "approved", verifiedAt: now, createdAt: now } as const;
  const [row] = await db
    .insert(members)
    .values({ ...approved, staffRole, email: email.toLowerCase() })
    .onConflictDoNothing()
    .returning({ id: members.id });
  if (!row) return null;
  await insertProfile(db, { memberId: row.id, name });
  return row.id;
}

const changing = preparedUpdate(members, "change_member", (update) =>
  update.where(eq(members.id, sql.placeholder("member"))),
);

export async function updateMember(db: Db, id: number, values: Partial<typeof members.$inferInsert>): Promise<void> {
  await sendAlong(db, changing(db, { member: id }, values));
}

/** Creates a link and returns its token, of which only the hash is stored. It invalidates older links of the same purpose. */
export async function insertLink(
  db: Db,
  memberId: number,
  purpose: Purpose,
  now: Date,
  seconds: number | null,
  newEmail: string | null = null,
): Promise<string> {
  const isOlder = and(eq(links.memberId, memberId), eq(links.purpose, purpose), isNull(links.usedAt));
  await sendAlong(db, db.update(links).set({ usedAt: now }).where(isOlder));
  const token = newToken();
  await db.insert(links).values({
    memberId,
    purpose,
    tokenHash: hashToken(token),
    newEmail,
    expiresAt: seconds === null ? null : new Date(now.getTime() + seconds * 1000),
    createdAt: now,
  });
  return token;
}

/** Ends all links of a member that have not been used. */
export async function endLinks(db: Db, memberId: number, now: Date): Promise<void> {
  const isUnused = and(eq(links.memberId, memberId), isNull(links.usedAt));
  await sendAlong(db, db.update(links).set({ usedAt: now }).where(isUnused));
}

/** Ends a member's links to create a password that have not been used. */
export async function endPasswordLinks(db: Db, memberId: number, now: Date): Promise<void> {
  const isUnused = and(eq(links.memberId, memberId), eq(links.purpose, "create_password"), isNull(links.usedAt));
  await sendAlong(db, db.update(links).set({ usedAt: now }).where(isUnused));
}

const linkOf = preparedOn((db) =>
  db
    .select({ link: links, member: members })
    .from(links)
    .innerJoin(members, eq(members.id, links.memberId))
    .where(eq(links.tokenHash, sql.placeholder("hash")))
    .prepare("link_with_member"),
);

export async function findLink(db: Db, token: string) {
  const [row] = await linkOf(db).execute({ hash: hashToken(token) });
  return row ?? null;
}

/**
 * Marks a link as used, in the transaction of what it does; true for exactly one caller, because the update checks that it is
 * unused. Locks its member before, as everybody does who ends the member's links.
 */
export async function useLink(
  db: Db,
  { id, memberId }: Pick<typeof links.$inferSelect, "id" | "memberId">,
  now: Date,
): Promise<boolean> {
  await sendAlong(db, lockMember(db, memberId));
  const used = await db
    .update(links)
    .set({ usedAt: now })
    .where(and(eq(links.id, id), isNull(links.usedAt), or(isNull(links.expiresAt), gt(links.expiresAt, now))))
    .returning({ id: links.id });
  return used.length === 1;
}

export async function findSessionByToken(db: Db, token: string) {
  const [row] = await db
    .select()
    .from(sessions)
    .where(eq(sessions.tokenHash, hashToken(token)));
  return row ?? null;
}

/** Keeps a session until the transaction ends; false when it has ended. */
export async function holdSession(tx: Db, id: number): Promise<boolean> {
  return (await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, id)).for("key share")).length > 0;
}

export async function sessionsOf(db: Db, memberId: number, now: Date) {
  return readsOf(db).sessions.execute({ memberId, now });
}

export async function countSessions(db: Db, memberId: number, now: Date): Promise<number> {
  return (await readsOf(db).sessionCount.execute({ memberId, now }))[0]?.count ?? 0;
}

/** The member whose session it is; null when it has ended, or belongs to staff. */
export async function memberOfSession(db: Db, id: number, now: Date): Promise<number | null> {
  return (await readsOf(db).holder.execute({ id, now }))[0]?.memberId ?? null;
}

/** Ends a member's own sessions, one or all, and returns their browsers; looks by staff go on. */
export async function endOwnSessions(tx: Db, memberId: number, now: Date, only?: number) {
  const isEnding = and(
    eq(sessions.memberId, memberId),
    only === undefined ? undefined : eq(sessions.id, only),
    isOwn(now),
  );
  return tx.delete(sessions).where(isEnding).returning({ userAgent: sessions.userAgent });
}

export async function deleteOldSessions(db: Db, now: Date): Promise<void> {
  await deleteBefore(db, sessions.expiresAt, now);
}
