import { createHash, randomBytes } from "node:crypto";
import type { AccountState, Role } from "@plumbline/contract/product.ts";
import { and, eq, gt, ne, sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { House } from "../house.ts";
import { members, sessions } from "../schema.ts";
import { type Db, givenList } from "./database.ts";
import { unauthenticated } from "./problems.ts";

/** Who calls. `id` names one person across roles (decision 5). */
export type Member = {
  id: number;
  role: Role | "staff";
  email: string;
  state: AccountState;
  profileSetup: boolean;
  stripeSetup: boolean;
  sessionId: number;
};

/** How long a session lives, in seconds. */
export const sessionSeconds = 14 * 24 * 60 * 60;
/** How long a process may answer from memory before it asks again; revocations in any process clear it at once. */
const rememberedFor = 1000;

/** Random, for links and sessions; only its hash is ever stored (decisions 3 and 8). */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

export type Sessions = {
  /** The member behind an access token, or null when the session is unknown, over or revoked. */
  memberOf(token: string): Promise<Member | null>;
  /** The members behind those tokens whose sessions hold, by token; asked of the database in one query, never remembered. */
  membersOf(tokens: readonly string[]): Promise<Map<string, Member>>;
  /** Asks the database what every signed-in call asks, past what is remembered. Throws when it cannot be asked. */
  check(): Promise<void>;
};

/** Remembers sessions for a second, so that a busy member costs one look-up a second and not one a call. */
export function openSessions(house: Pick<House, "db" | "bus" | "clock">): Sessions {
  const remembered = new Map<string, { member: Member | null; until: number }>();
  const find = prepareFind(house.db);
  const findAll = prepareFindAll(house.db);
  house.bus.subscribe("sessions", (memberId: number) => {
    for (const [hash, { member }] of remembered) if (!member || member.id === memberId) remembered.delete(hash);
  });
  // Whose session ended may have been said meanwhile.
  house.bus.onGap(() => remembered.clear());
  return {
    membersOf: async (tokens) => {
      const byHash = new Map(tokens.map((token) => [hashOf(token), token]));
      const rows = await findAll.execute({ hashes: [...byHash.keys()], now: house.clock.now().toISOString() });
      return new Map(rows.map(({ hash, ...member }) => [byHash.get(hash) as string, member]));
    },
    check: async () => {
      await find.execute({ hash: "nobody's", now: house.clock.now().toISOString() });
    },
    memberOf: async (token) => {
      const hash = hashOf(token);
      const now = house.clock.now();
      const at = now.getTime();
      const known = remembered.get(hash);
      if (known && known.until > at) return known.member;
      const [member] = await find.execute({ hash, now: now.toISOString() });
      if (remembered.size > 10_000) remembered.clear();
      if (member) remembered.set(hash, { member, until: at + rememberedFor });
      return member ?? null;
    },
  };
}

const callers = {
  id: members.id,
  role: members.role,
  email: members.email,
  state: members.state,
  profileSetup: members.profileSetup,
  stripeSetup: members.stripeSetup,
  sessionId: sessions.id,
};

function prepareFindAll(db: Db) {
  return db
    .select({ ...callers, hash: sessions.tokenHash })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(
      and(
        sql`${sessions.tokenHash} = any(${givenList("hashes", "text")})`,
        gt(sessions.expiresAt, sql.placeholder("now")),
        eq(members.state, "active"),
      ),
    )
    .prepare("sessions_by_token");
}

function prepareFind(db: Db) {
  return db
    .select(callers)
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder("hash")),
        gt(sessions.expiresAt, sql.placeholder("now")),
        eq(members.state, "active"),
      ),
    )
    .prepare("session_by_token");
}

/** Starts a session and returns its token, which is not stored. */
export async function startSession(db: Db, memberId: number, now: Date, userAgent: string | null): Promise<string> {
  const token = newToken();
  await db.insert(sessions).values({
    memberId,
    tokenHash: hashOf(token),
    userAgent: userAgent?.slice(0, 200) ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessionSeconds * 1000),
  });
  return token;
}

/** Ends sessions of a member: one, all but one, or all (decision 8). Announce it after commit with `sessionsChanged`. */
export async function endSessions(
  db: Db,
  memberId: number,
  which: { only?: number; except?: number } = {},
): Promise<void> {
  await db
    .delete(sessions)
    .where(
      and(
        eq(sessions.memberId, memberId),
        which.only === undefined ? undefined : eq(sessions.id, which.only),
        which.except === undefined ? undefined : ne(sessions.id, which.except),
      ),
    );
}

/**
 * Tells every process that what is known of a member's sessions is out of date: revoked, or their flags have changed.
 * Sockets listen too and close when their session is gone.
 */
export function sessionsChanged(house: Pick<House, "bus">, memberId: number): void {
  house.bus.publish("sessions", memberId);
}

/** Reads the Authorization header. No header is a visitor; a bad or ended token is refused with 401. */
export async function callerOf(house: House, request: FastifyRequest): Promise<Member | null> {
  const header = request.headers.authorization;
  if (!header) return null;
  const token = /^Bearer\s+(\S{1,200})$/i.exec(header)?.[1];
  const member = token ? await house.sessions.memberOf(token) : null;
  if (!member) throw unauthenticated("Your session has ended. Please sign in again.");
  return member;
}
