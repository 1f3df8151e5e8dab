import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Db } from "../../platform/database.ts";
import { hashOf, newToken } from "../../platform/members.ts";
import { links, members, profiles, sessions } from "../../schema.ts";

export type MemberRow = typeof members.$inferSelect;
export type Purpose = (typeof links.$inferSelect)["purpose"];

export async function findByEmail(db: Db, email: string): Promise<MemberRow | null> {
  const [row] = await db.select().from(members).where(eq(members.email, email.toLowerCase()));
  return row ?? null;
}

export async function findMember(db: Db, id: number): Promise<MemberRow | null> {
  const [row] = await db.select().from(members).where(eq(members.id, id));
  return row ?? null;
}

/** Locks the row, so that a verification and a decision at the same moment see each other. */
export async function lockMember(db: Db, id: number): Promise<MemberRow | null> {
  const [row] = await db.select().from(members).where(eq(members.id, id)).for("update");
  return row ?? null;
}

/** Null when the address is taken. */
export async function insertApplicant(
  db: Db,
  member: { role: "customer" | "advisor"; email: string; now: Date },
  profile: Omit<typeof profiles.$inferInsert, "memberId">,
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
  await db.insert(profiles).values({ ...profile, memberId: row.id });
  return row.id;
}

/** Staff never apply: they are approved from the start. Null when the address is taken. */
export async function insertStaff(db: Db, email: string, name: string, now: Date): Promise<number | null> {
  const [row] = await db
    .insert(members)
    .values({ role: "staff", email: email.toLowerCase(), state: "approved", verifiedAt: now, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: members.id });
  if (!row) return null;
  await db.insert(profiles).values({ memberId: row.id, name });
  return row.id;
}

export async function updateMember(db: Db, id: number, values: Partial<typeof members.$inferInsert>): Promise<void> {
  await db.update(members).set(values).where(eq(members.id, id));
}

/** Makes a link's token; only its hash is kept. A newer link of the same purpose ends the older ones. */
export async function insertLink(
  db: Db,
  memberId: number,
  purpose: Purpose,
  now: Date,
  seconds: number | null,
  newEmail: string | null = null,
): Promise<string> {
  await db
    .update(links)
    .set({ usedAt: now })
    .where(and(eq(links.memberId, memberId), eq(links.purpose, purpose), isNull(links.usedAt)));
  const token = newToken();
  await db.insert(links).values({
    memberId,
    purpose,
    tokenHash: hashOf(token),
    newEmail,
    expiresAt: seconds === null ? null : new Date(now.getTime() + seconds * 1000),
    createdAt: now,
  });
  return token;
}

/** Ends all links of a member that have not been used. */
export async function endLinks(db: Db, memberId: number, now: Date): Promise<void> {
  await db
    .update(links)
    .set({ usedAt: now })
    .where(and(eq(links.memberId, memberId), isNull(links.usedAt)));
}

export async function findLink(db: Db, token: string) {
  const [row] = await db
    .select({ link: links, member: members })
    .from(links)
    .innerJoin(members, eq(members.id, links.memberId))
    .where(eq(links.tokenHash, hashOf(token)));
  return row ?? null;
}

/** True for exactly one caller: the write carries the condition. */
export async function useLink(db: Db, id: number, now: Date): Promise<boolean> {
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
    .where(eq(sessions.tokenHash, hashOf(token)));
  return row ?? null;
}

export async function sessionsOf(db: Db, memberId: number, now: Date) {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), gt(sessions.expiresAt, now)))
    .orderBy(sql`${sessions.id} desc`)
    .limit(50);
}

export async function deleteOldSessions(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(sql`${sessions.expiresAt} < ${now.toISOString()}`);
}

export async function nameOf(db: Db, memberId: number): Promise<string> {
  const [row] = await db.select({ name: profiles.name }).from(profiles).where(eq(profiles.memberId, memberId));
  return row?.name ?? "";
}
