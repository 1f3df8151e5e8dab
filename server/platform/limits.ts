import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { House } from "../house.ts";
import { limitHeaders, tooMany } from "./problems.ts";
import { sourceOf } from "./source.ts";

/** At most `most` times in `seconds`, counted from the first; `name` tells its counters from those of other limits. */
export type Limit = { name: string; most: number; seconds: number };

/** What became of one attempt: whether it was within the limit, how many are left, and seconds until all are back. */
export type Counted = { allowed: boolean; left: number; resetsIn: number };

/**
 * One count for all processes (decision 49): a row per key in an unlogged table, changed by one atomic statement. Keys are
 * stored hashed, as they are made of addresses. With RATE_LIMIT=off everything is allowed and nothing is counted.
 */
export type Limits = {
  /** Counts one for `key`; one beyond the limit is refused and not counted. */
  take(limit: Limit, key: string): Promise<Counted>;
  /** The same, and throws tooMany beyond the limit. */
  require(limit: Limit, key: string): Promise<Counted>;
  /** Takes back one that was allowed: it turned out not to be what the limit is about. */
  giveBack(limit: Limit, key: string): Promise<void>;
};

/**
 * How long a process answers a refusal from memory, in milliseconds: a flood costs the database a question in this time.
 * Short, because an attempt given back elsewhere makes room again.
 */
const rememberedFor = 5000;
const mostRemembered = 10_000;

export function openLimits({ db, clock, settings }: Pick<House, "db" | "clock" | "settings">): Limits {
  const refused = new Map<string, { until: number; forgetAt: number }>();
  const find = async (key: string) => {
    const { rows } = await db.execute<{ until: Date }>(sql`select until from limit_counts where key = ${key}`);
    return rows[0] && new Date(rows[0].until).getTime();
  };

  async function take(limit: Limit, plainKey: string): Promise<Counted> {
    if (!settings.rateLimit) return { allowed: true, left: limit.most, resetsIn: limit.seconds };
    const key = storedKey(limit, plainKey);
    const at = clock.now().getTime();
    const known = refused.get(key);
    if (known && known.until > at && known.forgetAt > at) return refusal(known.until, at);
    refused.delete(key);
    const now = new Date(at).toISOString();
    const end = new Date(at + limit.seconds * 1000).toISOString();
    // No row comes back when the count is full: the condition and the count are one write.
    const { rows } = await db.execute<{ times: number; until: Date }>(sql`
      insert into limit_counts as counted (key, times, until) values (${key}, 1, ${end})
      on conflict (key) do update set
        times = case when counted.until <= ${now} then 1 else counted.times + 1 end,
        until = case when counted.until <= ${now} then excluded.until else counted.until end
      where counted.times < ${limit.most} or counted.until <= ${now}
      returning times, until`);
    const [row] = rows;
    if (row) {
      const until = new Date(row.until).getTime();
      return { allowed: true, left: limit.most - row.times, resetsIn: Math.ceil((until - at) / 1000) };
    }
    const until = (await find(key)) ?? at + 1000;
    if (refused.size >= mostRemembered) refused.clear();
    refused.set(key, { until, forgetAt: at + rememberedFor });
    return refusal(until, at);
  }

  return {
    take,
    require: async (limit, key) => {
      const counted = await take(limit, key);
      if (!counted.allowed) throw tooMany(counted.resetsIn, limit.most);
      return counted;
    },
    giveBack: async (limit, plainKey) => {
      if (!settings.rateLimit) return;
      const key = storedKey(limit, plainKey);
      await db.execute(sql`update limit_counts set times = times - 1 where key = ${key} and times > 0`);
      refused.delete(key);
    },
  };
}

const refusal = (until: number, at: number): Counted => ({
  allowed: false,
  left: 0,
  resetsIn: Math.max(1, Math.ceil((until - at) / 1000)),
});

const storedKey = ({ name }: Limit, key: string) =>
  `${name}:${createHash("sha256").update(key).digest("base64url").slice(0, 22)}`;

/** Removes counters whose time is over; a job of the platform's. */
export async function forgetOldCounts({ db, clock }: Pick<House, "db" | "clock">): Promise<void> {
  await db.execute(sql`delete from limit_counts where until < ${clock.now().toISOString()}`);
}

/**
 * A hook that limits a route by the caller's source address, before the body is read, and says so in headers. Throws
 * tooMany.
 */
export function limitBySource(house: Pick<House, "limits">, limit: Limit) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { left, resetsIn } = await house.limits.require(limit, sourceOf(request));
    reply.headers(limitHeaders(limit.most, left, resetsIn));
  };
}
