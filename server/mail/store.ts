import { type SQL, sql } from "drizzle-orm";
import { isBeforeClockJump } from "../database/clock-jumps.ts";
import type { Db } from "../database/database.ts";
import { placeOfPage, totalBy } from "../database/numbered-pages.ts";
import { preparedSql } from "../database/prepared.ts";
import { oneRow } from "../database/rows.ts";
import { wakeFor } from "../database/wake-ups.ts";

// The queue of e-mails. Times are the database's, so that all processes lease by the same clock.

/** An e-mail that this process may send now. */
export type LeasedMail = {
  id: number;
  kind: string;
  attempts: number;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  replyTo: string | null;
  unsubscribeUrl: string | null;
};

/** The name of the process that leases, and the lease's duration in seconds unless it is renewed. */
export type Lease = { name: string; seconds: number };
const endOf = ({ seconds }: Lease) => sql`now() + ${seconds} * interval '1 second'`;
const waiting = sql`sent_at is null and failed_at is null`;

/** The longest delay between two attempts of one e-mail, in seconds. */
const maxRetryDelay = 3600;
/** The delay before the next attempt, in seconds, after `attempts` failures. */
export const retryDelay = (attempts: number): number => Math.min(2 ** attempts, maxRetryDelay);
/** The longest possible lease, in seconds. */
const maxLease = 300;
const longestWait = sql`greatest(${maxLease}::int, least(2 ^ least(attempts, 30), ${maxRetryDelay}::int)) * interval '1 second'`;
const due = sql`(next_attempt_at <= now() or attempts = 0 or ${isBeforeClockJump(sql`next_attempt_at`, longestWait)})`;

/** Leases up to `max` e-mails that are due, except those in `excluded`. */
export async function leaseMails(
  db: Db,
  lease: Lease,
  max: number,
  excluded: readonly number[],
): Promise<LeasedMail[]> {
  const { rows } = await db.execute<LeasedMail>(sql`
    with due as (
      select id from mails where ${waiting} and ${due} and id <> all(${sql.param(excluded)}::int[])
      order by next_attempt_at limit ${max} for update skip locked
    )
    update mails set attempts = attempts + 1, lease = ${lease.name}, next_attempt_at = ${endOf(lease)}
    from due where mails.id = due.id
    returning mails.id, kind, attempts, recipient, subject, text, html, reply_to as "replyTo",
      unsubscribe_url as "unsubscribeUrl"`);
  return rows;
}

/** Extends the lease of the e-mails that are still leased under its name; others keep theirs. */
export async function renewMails(db: Db, lease: Lease, ids: readonly number[]): Promise<void> {
  await db.execute(
    sql`update mails set next_attempt_at = ${endOf(lease)} where ${waiting} and lease = ${lease.name} and id = any(${sql.param(ids)}::int[])`,
  );
}

/** With a single process, e-mails that were being sent when it was killed are due at once. */
export const reclaimMails = (db: Db) =>
  db.execute(sql`update mails set lease = null, next_attempt_at = now() where ${waiting} and lease is not null`);

/**
 * Marks an e-mail as accepted by the server: clears its text, which may contain a sign-in link, and the address that answers
 * go to, whose owner the e-mail may not be for, and removes its recipient from the refused ones. The lease is not checked,
 * because the fact holds whoever has the lease now.
 */
export async function markSent(db: Db, id: number): Promise<void> {
  await db.execute(sql`
    with sent as (
      update mails set sent_at = now(), failed_at = null, failure = null, lease = null, text = '', html = '',
        unsubscribe_url = null, reply_to = null
      where id = ${id} returning recipient
    )
    delete from refused_addresses using sent where email = lower(recipient)`);
}

/**
 * Postpones an e-mail that could not be sent by `seconds`, or makes it a dead letter when its three days end before
 * that. Returns whether it became one.
 */
export async function postponeMail(
  db: Db,
  mail: { id: number; lease: string; seconds: number; failure: string; serverTrouble: boolean },
): Promise<boolean> {
  const next = sql`now() + ${mail.seconds} * interval '1 second'`;
  const { rows } = await db.execute<{ dead: boolean }>(sql`
    update mails set lease = null, next_attempt_at = ${next}, failure = ${mail.failure},
      server_trouble = ${mail.serverTrouble}, failed_at = case when ${next} > give_up_at then now() end
    where id = ${mail.id} and lease = ${mail.lease} and ${waiting}
    returning failed_at is not null as dead`);
  return rows[0]?.dead ?? false;
}

/** Makes a permanently refused e-mail a dead letter; with `noSuchAddress` its address is recorded for staff to see. */
export async function refuseMail(
  db: Db,
  mail: { id: number; lease: string; failure: string; noSuchAddress: boolean },
): Promise<void> {
  await db.execute(sql`
    with refused as (
      update mails set lease = null, failed_at = now(), failure = ${mail.failure}
      where id = ${mail.id} and lease = ${mail.lease} and ${waiting} returning recipient
    )
    insert into refused_addresses (email, reason)
    select lower(recipient), ${mail.failure} from refused where ${mail.noSuchAddress}
    on conflict (email) do update set reason = excluded.reason, refused_at = now()`);
}

/** After the server has recovered, makes e-mails due that waited for it, except those with ten attempts or more. */
export async function releaseMails(db: Db): Promise<void> {
  await db.execute(sql`
    update mails set next_attempt_at = now(), server_trouble = false
    where ${waiting} and server_trouble and lease is null and attempts < 10`);
}

/** While the server is unavailable, makes e-mails dead letters that have waited three days; returns how many. */
export async function expireMails(db: Db, failure: string): Promise<number> {
  const { rows } = await db.execute(sql`
    update mails set failed_at = now(), failure = ${failure}
    where ${waiting} and lease is null and give_up_at < now() returning id`);
  return rows.length;
}

/** Deletes dead letters after ninety days, with their text. */
export const deleteOldDeadLetters = (db: Db) =>
  db.execute(sql`delete from mails where failed_at < now() - interval '90 days'`);

export type MailState = "waiting" | "failed";
export type MailRow = {
  id: number;
  recipient: string;
  subject: string;
  createdAt: Date;
  failedAt: Date | null;
  nextAttemptAt: Date;
  attempts: number;
  failure: string | null;
};

const columns = sql`id, recipient, subject, created_at as "createdAt", failed_at as "failedAt",
  next_attempt_at as "nextAttemptAt", attempts, failure`;

const rowOf = (row: MailRow): MailRow => ({
  ...row,
  createdAt: new Date(row.createdAt),
  nextAttemptAt: new Date(row.nextAttemptAt),
  failedAt: row.failedAt && new Date(row.failedAt),
});

const given = sql.placeholder;
function readsIn(state: MailState, isInState: SQL) {
  return {
    page: preparedSql<MailRow>(
      `mails_${state}`,
      sql`select ${columns} from mails where ${isInState} and id < ${given("before")}::bigint
        order by id desc limit ${given("limit")} offset ${given("offset")}`,
    ),
    count: preparedSql<{ count: number }>(`mails_${state}_count`, sql`select count(*) from mails where ${isInState}`),
  };
}
const reads = { waiting: readsIn("waiting", waiting), failed: readsIn("failed", sql`failed_at is not null`) };
const oldestWaiting = preparedSql<{ at: string | Date | null }>(
  "mails_waiting_since",
  sql`select min(created_at) as at from mails where ${waiting}`,
);
const refusedCount = preparedSql<{ count: number }>(
  "refused_addresses_count",
  sql`
    select greatest(count(*), case when count(*) > 1000 then
        (select reltuples::bigint from pg_class where oid = 'refused_addresses'::regclass) end) as count
    from (select from refused_addresses limit 1001) as counted`,
);

/** A page of e-mails in a state, newest first, with the total number. */
export async function pageOfMails(
  db: Db,
  state: MailState,
  page: number,
  limit: number,
): Promise<{ rows: MailRow[]; total: number }> {
  const rows = await reads[state].page(db, { ...placeOfPage(page, limit), limit });
  const total = await totalBy({ number: page, limit }, rows.length, () => countMails(db, state));
  return { rows: rows.map(rowOf), total };
}

/** How many e-mails are in a state. */
export async function countMails(db: Db, state: MailState): Promise<number> {
  return Number(oneRow(await reads[state].count(db, {})).count);
}

/** Since when the oldest waiting e-mail has waited; null when none does. */
export async function mailsWaitingSince(db: Db): Promise<Date | null> {
  const { at } = oneRow(await oldestWaiting(db, {}));
  return at ? new Date(at) : null;
}

/** An e-mail that is waiting or has failed; null for one that was sent and for an unknown id. */
export async function findMail(db: Db, id: number): Promise<MailRow | null> {
  const { rows } = await db.execute<MailRow>(sql`select ${columns} from mails where id = ${id} and sent_at is null`);
  return rows[0] ? rowOf(rows[0]) : null;
}

/** Makes a dead letter due again for another three days; returns false when the e-mail is not one. */
export async function reviveMail(db: Db, id: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update mails set failed_at = null, attempts = 0, server_trouble = false, next_attempt_at = now(),
      give_up_at = now() + interval '3 days'
    where id = ${id} and failed_at is not null returning id`);
  if (rows.length > 0) wakeFor(db, "mails");
  return rows.length > 0;
}

/** How many addresses mail servers refuse: exact up to 1,000, beyond that PostgreSQL's estimate. */
export async function countRefusedAddresses(db: Db): Promise<number> {
  return Number(oneRow(await refusedCount(db, {})).count);
}
