import { and, count, eq, like, type Placeholder, type SQL, sql } from "drizzle-orm";
import { asynchronousCommit } from "../../database/asynchronous-commit.ts";
import { batchedWrites } from "../../database/batched-reads.ts";
import { isBeforeClockJump } from "../../database/clock-jumps.ts";
import { arrayParameter, type Db } from "../../database/database.ts";
import { deleteBefore } from "../../database/delete-before.ts";
import { databaseAnswer } from "../../database/errors.ts";
import { preparedOn } from "../../database/prepared.ts";
import { idempotencyKeys as keys } from "./schema.ts";

/** The primary key of a row; `claim` identifies the run that holds it. */
export type KeyId = { scope: string; endpoint: string; keyHash: string };
export type Claimed = KeyId & { claim: string };
export type KeyRow = typeof keys.$inferSelect;

/** A run that has not renewed its claim for this many seconds is dead. */
const leaseSeconds = 15;
/** How often a run renews its lease, in milliseconds. */
export const renewInterval = 5000;

// Leases use the database's clock, so that the processes' clocks need not agree.
const leaseTime = sql`${sql.raw(String(leaseSeconds))} * interval '1 second'`;
const leaseEnd = sql`now() + ${leaseTime}`;
const alive = sql`(${keys.leasedUntil} > now() and not ${isBeforeClockJump(sql`${keys.leasedUntil}`, leaseTime)})`;
/**
 * The bookkeeping around an action's transaction need not wait for the disk: a claim is there whenever the transaction that
 * followed it is, and after a crash of the server an answer is rebuilt from the recorded steps.
 */
const withoutWaiting = { asynchronousCommit };

/** Values of a row, or placeholders for them in a prepared statement. */
type Values<Row> = { [Name in keyof Row]: Row[Name] | Placeholder };
const isAt = ({ scope, endpoint, keyHash }: Values<KeyId>) =>
  and(eq(keys.scope, scope), eq(keys.endpoint, endpoint), eq(keys.keyHash, keyHash));
const isClaimed = (claimed: Values<Claimed>) => and(isAt(claimed), eq(keys.claim, claimed.claim));

/**
 * SQL: 1, or an error (`isLostClaim`) where the number is 0. Such a statement is sent together with COMMIT, which then fails,
 * so that nothing of a transaction takes effect whose key is not its own.
 */
const oneOrFailure = (number: SQL): SQL => sql`1 / ${number}`;

const prepared = preparedOn((db) => {
  const { placeholder } = sql;
  const claimed = {
    scope: placeholder("scope"),
    endpoint: placeholder("endpoint"),
    keyHash: placeholder("keyHash"),
    claim: placeholder("claim"),
  };
  const written = db.$with("written").as(
    db
      .update(keys)
      .set({ steps: sql`${placeholder("steps")}` })
      .where(isClaimed(claimed))
      .returning({ claim: keys.claim }),
  );
  return {
    steps: db
      .with(written)
      .select({ written: oneOrFailure(count()) })
      .from(written)
      .prepare("write_steps"),
    reserve: db
      .select({
        mine: oneOrFailure(sql`(pg_try_advisory_xact_lock(hashtextextended(${placeholder("place")}, 0))
          and not exists (${db.select({ one: sql`1` }).from(keys).where(isAt(claimed))}))::int`),
      })
      .from(sql`(values (1)) as once`)
      .prepare("reserve_idempotency_key"),
    insert: db
      .insert(keys)
      .values({
        ...claimed,
        requestHash: placeholder("requestHash"),
        leasedUntil: sql`now()`,
        status: placeholder("status"),
        body: sql`${placeholder("body")}`,
        createdAt: sql`${placeholder("createdAt")}`,
      })
      .prepare("insert_answer"),
  };
});

/** A key that is about to get its row. */
export type Fresh = Claimed & Pick<KeyRow, "requestHash" | "createdAt">;
type NewClaim = Fresh & { expiredBefore: Date };
type Answer = Claimed & { status: number; body: Buffer };

/** The columns of several claims, each as one array. */
const claimColumns = (rows: readonly Claimed[]) => ({
  scopes: rows.map(({ scope }) => scope),
  endpoints: rows.map(({ endpoint }) => endpoint),
  keyHashes: rows.map(({ keyHash }) => keyHash),
  claims: rows.map(({ claim }) => claim),
});
const claimArrays = sql.join(
  ["scopes", "endpoints", "keyHashes", "claims"].map((name) => arrayParameter(name, "text")),
  sql`, `,
);

/** One order in all processes, so that none waits for another one's row while that one waits for one of its own. */
const inOrder = <Row extends KeyId>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
const placeOf = ({ keyHash, scope, endpoint }: KeyId) => `${keyHash} ${scope} ${endpoint}`;

/** Claims and answers of calls that come together share a statement and its commit. */
const batched = preparedOn((db) => {
  const claimed = db.$with("claimed", { claim: keys.claim }).as(sql`
    insert into idempotency_keys (scope, endpoint, key_hash, claim, request_hash, leased_until, created_at)
    select scope, endpoint, key_hash, claim, request_hash, ${leaseEnd}, created_at
    from unnest(${claimArrays}, ${arrayParameter("requestHashes", "text")}, ${arrayParameter("moments", "timestamptz")})
      with ordinality as given (scope, endpoint, key_hash, claim, request_hash, created_at, place)
    order by place
    on conflict (scope, endpoint, key_hash) do update
    set request_hash = excluded.request_hash, claim = excluded.claim, leased_until = ${leaseEnd},
      steps = null, status = null, body = null, created_at = excluded.created_at
    where idempotency_keys.created_at < ${sql.placeholder("expiredBefore")}::timestamptz
    returning idempotency_keys.claim`);
  const claiming = db
    .with(claimed)
    .select({ claim: claimed.claim, ...withoutWaiting })
    .from(claimed)
    .prepare("claim_idempotency_keys");
  const answered = db.$with("answered", { claim: keys.claim }).as(sql`
    update idempotency_keys set status = given.status, body = given.body, steps = null
    from unnest(${claimArrays}, ${arrayParameter("statuses", "int")}, ${arrayParameter("bodies", "bytea")})
      as given (scope, endpoint, key_hash, claim, status, body)
    where (idempotency_keys.scope, idempotency_keys.endpoint, idempotency_keys.key_hash, idempotency_keys.claim)
      = (given.scope, given.endpoint, given.key_hash, given.claim)
    returning idempotency_keys.claim`);
  const answering = db.with(answered).select(withoutWaiting).from(answered).prepare("write_answers");
  return {
    claim: batchedWrites(async (rows: NewClaim[]) => {
      // A statement inserts a key once, so of two calls with the same one the first claims it.
      const first = new Map(rows.toReversed().map((row) => [placeOf(row), row]));
      const ordered = inOrder([...first.values()]);
      const taken = await claiming.execute({
        ...claimColumns(ordered),
        requestHashes: ordered.map(({ requestHash }) => requestHash),
        moments: ordered.map(({ createdAt }) => createdAt.toISOString()),
        expiredBefore: ordered[0]?.expiredBefore.toISOString(),
      });
      const mine = new Set(taken.map(({ claim }) => claim));
      return rows.map(({ claim }) => mine.has(claim));
    }),
    answer: batchedWrites(async (rows: Answer[]) => {
      const ordered = inOrder(rows);
      await answering.execute({
        ...claimColumns(ordered),
        statuses: ordered.map(({ status }) => status),
        bodies: ordered.map(({ body }) => body),
      });
      return rows.map(() => undefined);
    }),
  };
});

/** Claims a key that has no row newer than `expiredBefore`; returns false when it has one. */
export const claimKey = (db: Db, row: NewClaim): Promise<boolean> => batched(db).claim(row);

/** The row of a key, and whether a run of it is alive. */
export async function findKey(db: Db, id: KeyId): Promise<(KeyRow & { alive: boolean }) | null> {
  const [found] = await db
    .select({ row: keys, alive: sql<boolean>`${alive}` })
    .from(keys)
    .where(isAt(id));
  return found ? { ...found.row, alive: found.alive } : null;
}

/** The same request with the same key from another visitor's address since `expiredBefore`. */
export async function findVisitorsKey(
  db: Db,
  { endpoint, keyHash, requestHash }: Pick<KeyRow, "endpoint" | "keyHash" | "requestHash">,
  visitors: string,
  forgotten: Date,
): Promise<KeyId | null> {
  const [row] = await db
    .select({ scope: keys.scope, endpoint: keys.endpoint, keyHash: keys.keyHash })
    .from(keys)
    .where(
      and(
        eq(keys.endpoint, endpoint),
        eq(keys.keyHash, keyHash),
        eq(keys.requestHash, requestHash),
        like(keys.scope, `${visitors}%`),
        sql`${keys.createdAt} >= ${forgotten.toISOString()}`,
      ),
    )
    .limit(1);
  return row ?? null;
}

/** Takes over the key of a run whose lease has ended; null when another run was faster or the lease was renewed. */
export async function takeOverKey(db: Db, id: Claimed, claim: string): Promise<KeyRow | null> {
  const [row] = await db
    .update(keys)
    .set({ claim, leasedUntil: leaseEnd })
    .where(and(isClaimed(id), sql`${keys.status} is null and not ${alive}`))
    .returning();
  return row ?? null;
}

/** Renews the run's lease. */
export async function renewKey(db: Db, claimed: Claimed): Promise<void> {
  await db.update(keys).set({ leasedUntil: leaseEnd }).where(isClaimed(claimed));
}

/** Records the return values within the transaction; fails (`isLostClaim`) when another run has taken the key over. */
export async function writeSteps(tx: Db, claimed: Claimed, steps: Buffer): Promise<void> {
  await prepared(tx).steps.execute({ ...claimed, steps });
}

/**
 * Holds a key until the transaction ends; fails (`isLostClaim`) when it has a row, or when another transaction holds
 * it.
 */
export async function reserveKey(tx: Db, id: KeyId): Promise<void> {
  await prepared(tx).reserve.execute({ ...id, place: placeOf(id) });
}

/** Stores a key with its response, within the transaction that it is the response of. */
export async function insertAnswer(tx: Db, fresh: Fresh, status: number, body: Buffer): Promise<void> {
  await prepared(tx).insert.execute({ ...fresh, createdAt: fresh.createdAt.toISOString(), status, body });
}

/** PostgreSQL's code for what `oneOrFailure` fails with. */
const divisionByZero = "22012";

/** Whether `writeSteps` or `reserveKey` has failed because the key is another run's. */
export const isLostClaim = (error: unknown): boolean => databaseAnswer(error)?.code === divisionByZero;

/** Stores the response. */
export async function writeAnswer(db: Db, claimed: Claimed, status: number, body: Buffer): Promise<void> {
  await batched(db).answer({ ...claimed, status, body });
}

/** Lets the next call with the key run: with `keep` from the recorded steps, otherwise from the start. */
export async function releaseKey(db: Db, claimed: Claimed, { keep }: { keep: boolean }): Promise<void> {
  if (keep) await db.update(keys).set({ leasedUntil: sql`now()` }).where(isClaimed(claimed));
  else await db.delete(keys).where(isClaimed(claimed)).returning(withoutWaiting);
}

/** Ends all leases at the start of the only process that uses the database. */
export async function reclaimKeys(db: Db): Promise<void> {
  await db
    .update(keys)
    .set({ leasedUntil: sql`now()` })
    .where(sql`${keys.status} is null and ${keys.leasedUntil} > now()`);
}

/** Deletes keys older than `before`. */
export async function deleteKeysBefore(db: Db, before: Date): Promise<void> {
  await deleteBefore(db, keys.createdAt, before);
}
