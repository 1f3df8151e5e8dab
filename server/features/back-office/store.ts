import type { AccountState } from "@plumbline/contract/product.ts";
import { and, asc, count, eq, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/database.ts";
import { members, profiles } from "../../schema.ts";

const decider = alias(profiles, "decider");

const applications = (db: Db) =>
  db
    .select({ member: members, profile: profiles, decidedByName: decider.name })
    .from(members)
    .innerJoin(profiles, eq(profiles.memberId, members.id))
    .leftJoin(decider, eq(decider.memberId, members.decidedBy));

export type ApplicationRow = Awaited<ReturnType<typeof applications>>[number];

/** The specification's page number forces OFFSET; the queue is worked off, and old pages are rarely opened. */
export async function pageOfApplications(db: Db, state: AccountState | undefined, page: number, limit: number) {
  const where = and(ne(members.role, "staff"), state ? eq(members.state, state) : undefined);
  const waitingFirst = sql`case ${members.state} when 'pending_review' then 0 when 'pending_verification' then 1 else 2 end`;
  const rows = await applications(db)
    .where(where)
    .orderBy(waitingFirst, asc(members.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [total] = await db.select({ count: count() }).from(members).where(where);
  return { rows, total: total?.count ?? 0 };
}

export async function findApplication(db: Db, id: number): Promise<ApplicationRow | null> {
  const [row] = await applications(db).where(and(eq(members.id, id), ne(members.role, "staff")));
  return row ?? null;
}
