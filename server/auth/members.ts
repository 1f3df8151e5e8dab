import { hash as digest, randomBytes } from "node:crypto";
import type { StaffRole } from "@plumbline/contract/back-office/staff-roles.ts";
import { present } from "@plumbline/contract/present.ts";
import type { AccountState, Role } from "@plumbline/contract/product.ts";
import type { Standing } from "@plumbline/contract/sanctions/rules.ts";
import { and, eq, ne, notLike, sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { Bus } from "../bus/bus.ts";
import type { Clock } from "../clock.ts";
import { batchedReads } from "../database/batched-reads.ts";
import { arrayParameter, type Db } from "../database/database.ts";
import { preparedOn } from "../database/prepared.ts";
import { preparedInsert } from "../database/prepared-writes.ts";
import { sendAlong } from "../database/transaction.ts";
import { unauthenticated } from "../http/problems.ts";
import type { Settings } from "../settings.ts";
import { members, sessions, twoStep } from "./schema.ts";
import { sessionsTopic } from "./topics.ts";

/** The signed-in caller. `id` is unique over all roles (decision 5). */
export type Member = {
  id: number;
  role: Role | "staff";
  /** Null for customers and advisors. */
  staffRole: StaffRole | null;
  email: string;
  state: AccountState;
  standing: Standing;
  profileSetup: boolean;
  stripeSetup: boolean;
  sessionId: number;
  /** The session of the member of staff who looks as this member (ADR-029); null for the member's own sessions. */
  viewedBySession: number | null;
  /** Staff who may do nothing but set up two-step sign-in (ADR-029). */
  mustSetUpTwoStep: boolean;
};

/** How long a session lives, in seconds. */
export const sessionSeconds = 14 * 24 * 60 * 60;
/** How long a process caches a session, in milliseconds; revocations clear it at once in every process (ADR-002). */
const sessionCacheTtl = 1000;

/** A random token for links and sessions; only its hash is stored (decisions 3 and 8). */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The SHA-256 of a token in base64url: what the database stores instead of the token. */
export function hashToken(token: string): string {
  return digest("sha256", token, "base64url");
}

export type Sessions = {
  /** The member of an access token, or null when the session is unknown, expired or revoked. */
  memberOf(token: string): Promise<Member | null>;
  /** The members of the tokens with valid sessions, by token; reads the database in one query, without the cache. */
  membersOf(tokens: readonly string[]): Promise<Map<string, Member>>;
  /** Those of the sessions that are valid, by their ids; reads the database. */
  validAmong(sessionIds: readonly number[]): Promise<Set<number>>;
  /**
   * Runs the query of every signed-in call without the cache, for readiness. Throws when the database is unavailable.
   */
  check(): Promise<void>;
};

/** Caches sessions for a second, so that a busy member costs one query a second instead of one per call. */
export function openSessions(context: {
  db: Db;
  bus: Bus;
  clock: Clock;
  settings: Pick<Settings, "staffTwoStep">;
}): Sessions {
  const cache = new Map<string, { member: Member; since: number }>();
  const prepared = prepareFind(context.db);
  const find = async (hashes: string[]) => {
    const now = context.clock.now();
    const rows = (await prepared.execute({ hashes })).filter((row) => isValid(row, now));
    const isRequired = context.settings.staffTwoStep === "required";
    return new Map(
      rows.map(({ hash, expiresAt: _, withoutTwoStep, ...member }) => [
        hash,
        { ...member, mustSetUpTwoStep: isRequired && withoutTwoStep },
      ]),
    );
  };
  const findOne = batchedReads<Member, string>(find);
  let invalidations = 0;
  context.bus.subscribe(sessionsTopic, (memberId) => {
    invalidations += 1;
    for (const [hash, { member }] of cache) if (member.id === memberId) cache.delete(hash);
  });
  // Revocations may have been missed during the gap.
  context.bus.onGap(() => {
    invalidations += 1;
    cache.clear();
  });
  return {
    membersOf: async (tokens) => {
      const byHash = new Map(tokens.map((token) => [hashToken(token), token]));
      const found = await find([...byHash.keys()]);
      return new Map([...found].map(([hash, member]) => [present(byHash.get(hash)), member]));
    },
    validAmong: async (ids) => {
      const now = context.clock.now();
      const rows = await sessionsById(context.db).execute({ ids });
      return new Set(rows.filter((row) => isValid(row, now)).map(({ id }) => id));
    },
    check: async () => {
      await find(["nobody's"]);
    },
    memberOf: async (token) => {
      const hash = hashToken(token);
      const at = context.clock.now().getTime();
      const known = cache.get(hash);
      // After the clock was set back, an entry must not be kept for longer.
      if (known && at >= known.since && at < known.since + sessionCacheTtl) return known.member;
      const before = invalidations;
      const member = await findOne(hash);
      if (cache.size > 10_000) cache.clear();
      // A session that was revoked during the query may have been read before the change, so it is not cached.
      if (member && invalidations === before) cache.set(hash, { member, since: at });
      return member;
    },
  };
}

const callerColumns = {
  id: members.id,
  role: members.role,
  staffRole: members.staffRole,
  email: members.email,
  state: members.state,
  standing: members.standing,
  profileSetup: members.profileSetup,
  stripeSetup: members.stripeSetup,
  sessionId: sessions.id,
  viewedBySession: sessions.viewedBySession,
  withoutTwoStep: sql<boolean>`(${members.role} = 'staff' and not exists (
    select from ${twoStep} t where t.member_id = ${members.id} and t.confirmed_at is not null))`,
};

/**
 * A session that has not ended, of an account that may sign in. Checked here and not in the statements, because with
 * these conditions PostgreSQL, where it has few statistics, starts from the members or from the time and not from the
 * session's key.
 */
const isValid = ({ expiresAt, state }: { expiresAt: Date; state: AccountState }, now: Date) =>
  expiresAt > now && state === "active";

const sessionsById = preparedOn((db) =>
  db
    .select({ id: sessions.id, expiresAt: sessions.expiresAt, state: members.state })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(sql`${sessions.id} = any(${arrayParameter("ids", "int")})`)
    .prepare("sessions_by_id"),
);

function prepareFind(db: Db) {
  return db
    .select({ ...callerColumns, hash: sessions.tokenHash, expiresAt: sessions.expiresAt })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(sql`${sessions.tokenHash} = any(${arrayParameter("hashes", "text")})`)
    .prepare("sessions_by_token");
}

/** Whether any account exists or, given a domain, any account with an address outside it. */
export async function hasMembers(db: Db, outside?: string): Promise<boolean> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(outside === undefined ? undefined : notLike(members.email, `%@${outside}`))
    .limit(1);
  return rows.length > 0;
}

const starting = preparedInsert(sessions, "start_session", (insert) => insert);

/**
 * Starts a session, of the member or of staff who view the account, and returns its token, which is not stored. Announce
 * it after commit with `replicas.changeCommitted`, because the caller had no session yet.
 */
export async function startSession(
  db: Db,
  memberId: number,
  now: Date,
  userAgent: string | null,
  viewing: { by: number; seconds: number } | null = null,
): Promise<string> {
  const token = newToken();
  const session = {
    memberId,
    tokenHash: hashToken(token),
    userAgent: userAgent?.slice(0, 200) ?? null,
    createdAt: now,
    viewedBySession: viewing?.by ?? null,
    expiresAt: new Date(now.getTime() + (viewing?.seconds ?? sessionSeconds) * 1000),
  };
  await sendAlong(db, starting(db, session));
  return token;
}

/**
 * Ends sessions of a member: one, all but one, or all (decision 8). Announce it after commit with `sessionsChanged`.
 */
export async function endSessions(
  db: Db,
  memberId: number,
  which: { only?: number; except?: number } = {},
): Promise<void> {
  const isEnding = and(
    eq(sessions.memberId, memberId),
    which.only === undefined ? undefined : eq(sessions.id, which.only),
    which.except === undefined ? undefined : ne(sessions.id, which.except),
  );
  await sendAlong(db, db.delete(sessions).where(isEnding));
}

/** Ends the sessions in which a member of staff views accounts, and returns the ids of their members. */
export async function endViewsBy(db: Db, staffId: number): Promise<number[]> {
  const own = db.select({ id: sessions.id }).from(sessions).where(eq(sessions.memberId, staffId));
  const ended = await db
    .delete(sessions)
    .where(sql`${sessions.viewedBySession} = any(array(${own}))`)
    .returning({ memberId: sessions.memberId });
  return ended.map(({ memberId }) => memberId);
}

/** The member of staff whose session it is; null when it has ended. */
export async function holderOf(db: Db, sessionId: number): Promise<number | null> {
  const [row] = await db.select({ memberId: sessions.memberId }).from(sessions).where(eq(sessions.id, sessionId));
  return row?.memberId ?? null;
}

/**
 * Invalidates a member's cached sessions in every process after a revocation or a change of the member's flags.
 * WebSockets subscribe as well and close when their session has ended.
 */
export function sessionsChanged(context: { bus: Bus }, memberId: number): void {
  context.bus.publish(sessionsTopic, memberId);
}

/** What is said to whose session has ended. */
export const sessionEnded = "Your session has ended. Please sign in again.";

/** The member of the Authorization header, or null without one. Throws 401 for an invalid or expired token. */
export async function callerOf(context: { sessions: Sessions }, request: FastifyRequest): Promise<Member | null> {
  const header = request.headers.authorization;
  if (!header) return null;
  const token = /^Bearer\s+(\S{1,200})$/i.exec(header)?.[1];
  const member = token ? await context.sessions.memberOf(token) : null;
  if (!member) throw unauthenticated(sessionEnded);
  return member;
}
