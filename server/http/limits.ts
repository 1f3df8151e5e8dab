import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import type { Db } from "../database/database.ts";
import { deleteBefore } from "../database/delete-before.ts";
import type { Settings } from "../settings.ts";
import { limitHeaders, tooManyRequests } from "./problems.ts";
import { limitCounts } from "./schema.ts";
import { sourceOf } from "./source.ts";

/** At most `max` times in `seconds`, a window that starts with the first attempt; `name` is the counters' namespace. */
export type Limit = { name: string; max: number; seconds: number };

/** The result of one attempt: whether it is allowed, how many remain, and seconds until the window ends. */
export type LimitResult = { allowed: boolean; remaining: number; resetsIn: number };

/**
 * Counters shared by all processes (decision 49): a row per key in an unlogged table, changed by one atomic statement.
 * Keys are stored hashed because they contain addresses. With RATE_LIMIT=off everything is allowed and nothing is
 * counted.
 */
export type Limits = {
  /** Counts one attempt for `key`; an attempt beyond the limit is refused and not counted. */
  take(limit: Limit, key: string): Promise<LimitResult>;
  /** The same; throws tooManyRequests beyond the limit. */
  require(limit: Limit, key: string): Promise<LimitResult>;
  /** Uncounts an allowed attempt that the limit is not about, such as a correct password. */
  release(limit: Limit, key: string): Promise<void>;
};

/**
 * How long a process caches a refusal, in milliseconds, so that a flood costs the database one query in this time.
 * Short, because another process may release an attempt.
 */
const refusalCacheTtl = 5000;
const maxCachedRefusals = 10_000;

/** Windows are measured by `clock`. The limits throw when the database is unavailable. */
export function openLimits({ db, clock, settings }: { db: Db; clock: Clock; settings: Settings }): Limits {
  const refusalCache = new Map<string, { until: number; since: number }>();
  const find = async (key: string) => {
    const { rows } = await db.execute<{ until: Date }>(sql`select until from limit_counts where key = ${key}`);
    return rows[0] && new Date(rows[0].until).getTime();
  };

  async function take(limit: Limit, plainKey: string): Promise<LimitResult> {
    if (!settings.rateLimit) return { allowed: true, remaining: limit.max, resetsIn: limit.seconds };
    const key = storedKey(limit, plainKey);
    const at = clock.now().getTime();
    const known = refusalCache.get(key);
    if (known && known.until > at && at >= known.since && at < known.since + refusalCacheTtl)
      return refusal(known.until, at);
    refusalCache.delete(key);
    const now = new Date(at).toISOString();
    const end = new Date(at + limit.seconds * 1000).toISOString();
    // The condition and the increment are one statement, so it returns no row when the limit is reached.
    const { rows } = await db.execute<{ times: number; until: Date }>(sql`
      insert into limit_counts as counted (key, times, until) values (${key}, 1, ${end})
      on conflict (key) do update set
        times = case when counted.until <= ${now} then 1 else counted.times + 1 end,
        until = case when counted.until <= ${now} then excluded.until else counted.until end
      where counted.times < ${limit.max} or counted.until <= ${now}
      returning times, until`);
    const [row] = rows;
    if (row) {
      const until = new Date(row.until).getTime();
      return { allowed: true, remaining: limit.max - row.times, resetsIn: Math.ceil((until - at) / 1000) };
    }
    const until = (await find(key)) ?? at + 1000;
    if (refusalCache.size >= maxCachedRefusals) refusalCache.clear();
    refusalCache.set(key, { until, since: at });
    return refusal(until, at);
  }

  return {
    take,
    require: async (limit, key) => {
      const counted = await take(limit, key);
      if (!counted.allowed) throw tooManyRequests(counted.resetsIn, limit.max);
      return counted;
    },
    release: async (limit, plainKey) => {
      if (!settings.rateLimit) return;
      const key = storedKey(limit, plainKey);
      await db.execute(sql`update limit_counts set times = times - 1 where key = ${key} and times > 0`);
      refusalCache.delete(key);
    },
  };
}

const refusal = (until: number, at: number): LimitResult => ({
  allowed: false,
  remaining: 0,
  resetsIn: Math.max(1, Math.ceil((until - at) / 1000)),
});

const storedKey = ({ name }: Limit, key: string) =>
  `${name}:${createHash("sha256").update(key).digest("base64url").slice(0, 22)}`;

/** Removes counters whose window has ended; a job runs it. */
export async function deleteExpiredCounts({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await deleteBefore(db, limitCounts.until, clock.now());
}

/**
 * An onRequest hook that limits a route by source address before the body is read, and sets the X-RateLimit headers.
 * Throws tooManyRequests.
 */
export function limitBySource(context: { limits: Limits }, limit: Limit) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { remaining, resetsIn } = await context.limits.require(limit, sourceOf(request));
    reply.headers(limitHeaders(limit.max, remaining, resetsIn));
  };
}
