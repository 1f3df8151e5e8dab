import {
  type CheckKind,
  type CheckResult,
  defaultDecideWithinDays,
  type Recommendation,
} from "@plumbline/contract/back-office/queue-rules.ts";
import type { AccountState, Role } from "@plumbline/contract/product.ts";
import { and, asc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { PgSelect } from "drizzle-orm/pg-core";
import { fromMembers, memberColumns as members } from "../../auth/member-join.ts";
import { allOf, anyOf } from "../../database/conditions.ts";
import { waitingCountsColumn, withCounts } from "../../database/count-of.ts";
import { type Db, isAmong } from "../../database/database.ts";
import { containsWords, filterValues, isChosen, passes } from "../../database/list-filters.ts";
import { preparedBy, preparedOn } from "../../database/prepared.ts";
import { nameColumn, profileJoin } from "../profiles/profile-join.ts";
import { entryNameColumn } from "../reference/entry-column.ts";
import { applicationCases, applicationChecks, deskSettings } from "./schema.ts";

const profile = profileJoin();
const references = (which: string) => sql<number>`(
  select count(*)::int from application_references r where r.member_id = ${members.id} and ${sql.raw(which)})`;

/** The promised number of days, with which each row comes along, so that it is no read of its own. */
const promised = sql<number>`coalesce((select s.decide_within_days from desk_settings s limit 1), ${sql.raw(String(defaultDecideWithinDays))})::int`;
/** What waits since before this moment is past the promise. */
const overdueBefore = sql`(${sql.placeholder("now")}::timestamptz - ${promised} * interval '24 hours')`;

const columns = {
  id: members.id,
  role: members.role,
  email: members.email,
  state: members.state,
  decision: members.decision,
  decidedAt: members.decidedAt,
  verifiedAt: members.verifiedAt,
  name: profile.columns.name,
  companyName: profile.columns.companyName,
  companySize: entryNameColumn(sql`${profile.columns.companySizeId}`),
  assignedTo: applicationCases.assignedTo,
  assignedName: nameColumn(sql`${applicationCases.assignedTo}`),
  askedAt: applicationCases.askedAt,
  answeredAt: applicationCases.answeredAt,
  referencesAsked: references("true"),
  referencesGiven: references("r.answered_at is not null"),
  promisedDays: promised,
};

/** The case of a member, of whom there may be none yet. */
const withCases = <Query extends PgSelect>(query: Query) =>
  query.leftJoin(applicationCases, eq(applicationCases.memberId, members.id));

const listed = (db: Db) => withCases(profile.join(fromMembers(db, columns), members.id));

const waitsForApplicant = sql`(${applicationCases.askedAt} is not null
  and (${applicationCases.answeredAt} is null or ${applicationCases.answeredAt} < ${applicationCases.askedAt}))`;
const waitsSince = sql`greatest(${members.verifiedAt}, ${applicationCases.answeredAt})`;

/** The condition of a choice that stands beside the state: any, or the one that was chosen. */
const chosen = (name: string, choices: Record<string, SQL>): SQL =>
  sql`case ${sql.placeholder(name)}::text ${sql.join(
    Object.entries(choices).map(([choice, condition]) => sql`when ${sql.raw(`'${choice}'`)} then ${condition}`),
    sql` `,
  )} else true end`;

const filters: SQL = passes(
  isChosen(sql`${members.role}`, "role"),
  isChosen(sql`${profile.columns.companySizeId}::text`, "size"),
  chosen("age", {
    overdue: sql`(not ${waitsForApplicant} and ${waitsSince} < ${overdueBefore})`,
    asked: waitsForApplicant,
    waiting: sql`(not ${waitsForApplicant})`,
  }),
  chosen("with", {
    me: sql`(${applicationCases.assignedTo} is not null and ${applicationCases.assignedTo} = ${sql.placeholder("reader")}::int)`,
    nobody: sql`(${applicationCases.assignedTo} is null)`,
  }),
  containsWords(sql`${profile.columns.name}`, sql`${profile.columns.companyName}`, sql`${members.email}`),
);

const ofState = (state: AccountState) =>
  allOf(sql`${members.role} <> 'staff'`, eq(members.state, state).inlineParams());

/** One text for each state, in the order of its index (ADR-021). */
const queueOf = preparedBy((db, state: AccountState) =>
  listed(db)
    .where(
      and(
        ofState(state),
        sql`(${members.createdAt}, ${members.id}) > (${sql.placeholder("afterAt")}::timestamptz, ${sql.placeholder("afterId")}::int)`,
        filters,
      ),
    )
    .orderBy(asc(members.createdAt), asc(members.id))
    .limit(sql.placeholder("limit"))
    .prepare(`queue_${state}`),
);

export type QueueRow = Awaited<ReturnType<ReturnType<typeof queueOf>["execute"]>>[number];
export type QueueFilters = {
  q?: string | undefined;
  state?: AccountState | undefined;
  role?: Role | undefined;
  age?: "overdue" | "asked" | "waiting" | undefined;
  with?: "me" | "nobody" | undefined;
  company_size_id?: number | undefined;
};
type Place = { id: number; createdAt: Date };

/** Applications in a state, the oldest first. */
export async function listQueue(
  db: Db,
  { q, state = "pending_review", role, age, with: who, company_size_id: size }: QueueFilters,
  { reader, now, after, limit }: { reader: number; now: Date; after: Place | null; limit: number },
): Promise<QueueRow[]> {
  return queueOf(db, state).execute({
    ...filterValues({ q }, { role, size: size === undefined ? null : String(size), age, with: who }),
    afterAt: after?.createdAt.toISOString() ?? "-infinity",
    afterId: after?.id ?? 0,
    reader,
    now: now.toISOString(),
    limit,
  });
}

/** The same, found by its key for each application that waits, whose counting would otherwise read all cases. */
const caseOf = (db: Db) =>
  db
    .select({ askedAt: applicationCases.askedAt, answeredAt: applicationCases.answeredAt })
    .from(applicationCases)
    .where(eq(applicationCases.memberId, members.id))
    .limit(1)
    .as("application_cases");

const waitingFirst = preparedOn((db) => {
  const waits = allOf(ofState("pending_review"), sql`not ${waitsForApplicant}`);
  const overdue = sql`${waitsSince} < ${overdueBefore}`.as("overdue");
  const counted = fromMembers(db, { overdue }).leftJoinLateral(caseOf(db), sql`true`).where(waits);
  const counts = waitingCountsColumn(counted);
  return withCases(profile.join(fromMembers(db, { ...columns, counts }), members.id))
    .where(waits)
    .orderBy(asc(members.createdAt), asc(members.id))
    .limit(sql.placeholder("limit"))
    .prepare("first_waiting_applications");
});

/** The oldest applications that wait for us, with how many do, and how many of them longer than promised. */
export const firstWaitingApplications = async (db: Db, now: Date, limit: number) =>
  withCounts(await waitingFirst(db).execute({ now: now.toISOString(), limit }));

export type CaseRow = QueueRow & {
  hasPassword: boolean;
  question: string | null;
  askedByName: string | null;
  answer: string | null;
  checks: { id: number; kind: CheckKind; result: CheckResult; note: string | null; by: string | null; at: string }[];
  referees: {
    id: number;
    name: string;
    email: string;
    at: string;
    answeredAt: string | null;
    knownAs: string | null;
    recommends: Recommendation | null;
    words: string | null;
  }[];
};

/** Of question and answer: one replaces the other, so that the last of their moments grows with each. */
export const versionOf = ({ askedAt, answeredAt }: Pick<QueueRow, "askedAt" | "answeredAt">): number =>
  (answeredAt ?? askedAt)?.getTime() ?? 0;

const oneCase = preparedOn((db) =>
  withCases(
    profile.join(
      fromMembers(db, {
        ...columns,
        question: applicationCases.question,
        askedByName: nameColumn(sql`${applicationCases.askedBy}`),
        answer: applicationCases.answer,
        // Whoever can sign in has a password; no state but these two follows one.
        hasPassword: sql<boolean>`${members.state} in ('active', 'suspended')`,
        checks: sql<CaseRow["checks"]>`array(
          select json_build_object('id', c.id, 'kind', c.kind, 'result', c.result, 'note', c.note,
            'by', ${nameColumn(sql.raw("c.checked_by"))}, 'at', c.created_at)
          from application_checks c where c.member_id = ${members.id} order by c.id desc limit 100)`,
        referees: sql<CaseRow["referees"]>`array(
          select json_build_object('id', r.id, 'name', r.name, 'email', r.email, 'at', r.created_at,
            'answeredAt', r.answered_at, 'knownAs', r.known_as, 'recommends', r.recommends, 'words', r.words)
          from application_references r where r.member_id = ${members.id} order by r.id limit 20)`,
      }),
      members.id,
    ),
  )
    .where(and(sql`${members.role} <> 'staff'`, eq(members.id, sql.placeholder("id"))))
    .prepare("application_case"),
);

export async function findCase(db: Db, id: number): Promise<CaseRow | null> {
  return (await oneCase(db).execute({ id }))[0] ?? null;
}

const settings = preparedOn((db) =>
  db.select({ days: deskSettings.decideWithinDays }).from(deskSettings).limit(1).prepare("desk_settings"),
);

/** The promised number of days; null while nobody has set one. */
export async function promisedDays(db: Db): Promise<number | null> {
  return (await settings(db).execute())[0]?.days ?? null;
}

export async function writePromisedDays(tx: Db, decideWithinDays: number): Promise<void> {
  await tx
    .insert(deskSettings)
    .values({ id: 1, decideWithinDays })
    .onConflictDoUpdate({ target: deskSettings.id, set: { decideWithinDays } });
}

type CaseChange = Partial<typeof applicationCases.$inferInsert>;

/** Writes a case, which may not exist yet. */
export async function writeCase(tx: Db, memberId: number, change: CaseChange): Promise<void> {
  await tx
    .insert(applicationCases)
    .values({ ...change, memberId })
    .onConflictDoUpdate({ target: applicationCases.memberId, set: change });
}

/** Assigns an application that is with nobody or with the caller; false when a colleague has it. */
export async function assignCase(tx: Db, memberId: number, staffId: number, now: Date): Promise<boolean> {
  const change = { assignedTo: staffId, assignedAt: now };
  const isFree = anyOf(isNull(applicationCases.assignedTo), eq(applicationCases.assignedTo, staffId));
  const rows = await tx
    .insert(applicationCases)
    .values({ ...change, memberId })
    .onConflictDoUpdate({ target: applicationCases.memberId, set: change, setWhere: isFree })
    .returning({ memberId: applicationCases.memberId });
  return rows.length === 1;
}

/** Puts back what somebody works on of the applications that wait, and returns whose they are. */
export async function releaseCasesOf(tx: Db, staffId: number): Promise<number[]> {
  const theirs = await fromMembers(tx, { id: members.id })
    .innerJoin(applicationCases, eq(applicationCases.memberId, members.id))
    .where(allOf(ofState("pending_review"), eq(applicationCases.assignedTo, staffId)));
  const released = await tx
    .update(applicationCases)
    .set({ assignedTo: null, assignedAt: null })
    .where(
      and(
        isAmong(
          applicationCases.memberId,
          theirs.map(({ id }) => id),
        ),
        eq(applicationCases.assignedTo, staffId),
      ),
    )
    .returning({ id: applicationCases.memberId });
  return released.map(({ id }) => id);
}

/** Stores the applicant's answer; false when none is awaited. */
export async function writeAnswer(tx: Db, memberId: number, answer: string, now: Date): Promise<boolean> {
  const isAwaited = and(
    eq(applicationCases.memberId, memberId),
    isNotNull(applicationCases.askedAt),
    isNull(applicationCases.answeredAt),
  );
  const rows = await tx
    .update(applicationCases)
    .set({ answer, answeredAt: now })
    .where(isAwaited)
    .returning({ memberId: applicationCases.memberId });
  return rows.length === 1;
}

export async function insertCheck(tx: Db, check: typeof applicationChecks.$inferInsert): Promise<void> {
  await tx.insert(applicationChecks).values(check);
}
