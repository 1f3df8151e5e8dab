import { type SQL, sql } from "drizzle-orm";
import { refusedAddresses } from "../schema.ts";
import type { Db } from "./database.ts";

// The post's own table. Its moments are the database's: several processes lease by one clock.

/** An e-mail that this process may send now. */
export type LeasedMail = {
  id: number;
  attempts: number;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  replyTo: string | null;
  unsubscribeUrl: string | null;
};

/** Whose lease, and how long it lasts unless it is renewed, in seconds. */
export type Lease = { name: string; seconds: number };
const endOf = ({ seconds }: Lease) => sql`now() + ${seconds} * interval '1 second'`;
const waiting = sql`sent_at is null and failed_at is null`;
const oneOf = (ids: readonly number[]) => sql`(${sql.join([sql`0`, ...ids.map((id) => sql`${id}`)], sql`, `)})`;

/** Takes up to `most` e-mails that are due, except those in hand. */
export async function leaseMails(db: Db, lease: Lease, most: number, inHand: readonly number[]): Promise<LeasedMail[]> {
  const { rows } = await db.execute<LeasedMail>(sql`
    with due as (
      select id from mails where ${waiting} and next_attempt_at <= now() and id not in ${oneOf(inHand)}
      order by next_attempt_at limit ${most} for update skip locked
    )
    update mails set attempts = attempts + 1, lease = ${lease.name}, next_attempt_at = ${endOf(lease)}
    from due where mails.id = due.id
    returning mails.id, attempts, recipient, subject, text, html, reply_to as "replyTo",
      unsubscribe_url as "unsubscribeUrl"`);
  return rows;
}

export async function renewMails(db: Db, lease: Lease, ids: readonly number[]): Promise<void> {
  await db.execute(
    sql`update mails set next_attempt_at = ${endOf(lease)} where ${waiting} and lease = ${lease.name} and id in ${oneOf(ids)}`,
  );
}

/** Where there is one process only, what a killed one had in hand is due at once. */
export const reclaimMails = (db: Db) =>
  db.execute(sql`update mails set lease = null, next_attempt_at = now() where ${waiting} and lease is not null`);

/**
 * The server has taken it: its text, which may carry a link that signs somebody in, is forgotten, and so is that its
 * address refused an earlier one. Holds whoever has the lease now, since it is true.
 */
export async function markSent(db: Db, id: number): Promise<void> {
  await db.execute(sql`
    with sent as (
      update mails set sent_at = now(), failed_at = null, failure = null, lease = null, text = '', html = '',
        unsubscribe_url = null
      where id = ${id} returning recipient
    )
    delete from refused_addresses using sent where email = lower(recipient)`);
}

/**
 * It could not leave: it waits `seconds`, or becomes a dead letter when its time is over by then. Answers whether it has
 * become one.
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

/** It was refused for good. `noSuchAddress` when that is the address's fault: it is marked for staff to see. */
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

/** The server is back: what only its trouble kept waiting is due now, except what has met trouble again and again. */
export async function releaseMails(db: Db): Promise<void> {
  await db.execute(sql`
    update mails set next_attempt_at = now(), server_trouble = false
    where ${waiting} and server_trouble and lease is null and attempts < 10`);
}

/** While the server is gone nothing is tried; what has waited its time becomes a dead letter all the same. */
export async function giveUpWaiting(db: Db, failure: string): Promise<number> {
  const { rows } = await db.execute(sql`
    update mails set failed_at = now(), failure = ${failure}
    where ${waiting} and lease is null and give_up_at < now() returning id`);
  return rows.length;
}

/** Dead letters that nobody has sent again for ninety days go, and their text with them. */
export const forgetDeadLetters = (db: Db) =>
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

const inState: Record<MailState, SQL> = { waiting, failed: sql`failed_at is not null` };
const columns = sql`id, recipient, subject, created_at as "createdAt", failed_at as "failedAt",
  next_attempt_at as "nextAttemptAt", attempts, failure`;

const rowOf = (row: MailRow): MailRow => ({
  ...row,
  createdAt: new Date(row.createdAt),
  nextAttemptAt: new Date(row.nextAttemptAt),
  failedAt: row.failedAt && new Date(row.failedAt),
});

/** Newest first. */
export async function pageOfMails(
  db: Db,
  state: MailState,
  page: number,
  limit: number,
): Promise<{ rows: MailRow[]; total: number }> {
  const { rows } = await db.execute<MailRow>(
    sql`select ${columns} from mails where ${inState[state]} order by id desc limit ${limit} offset ${(page - 1) * limit}`,
  );
  return { rows: rows.map(rowOf), total: await countMails(db, state) };
}

export async function countMails(db: Db, state: MailState): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*) from mails where ${inState[state]}`);
  return Number(rows[0]?.count ?? 0);
}

export async function findMail(db: Db, id: number): Promise<MailRow | null> {
  const { rows } = await db.execute<MailRow>(sql`select ${columns} from mails where id = ${id} and sent_at is null`);
  return rows[0] ? rowOf(rows[0]) : null;
}

/** A dead letter is due again, with another three days; false when it is none. */
export async function reviveMail(db: Db, id: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update mails set failed_at = null, attempts = 0, server_trouble = false, next_attempt_at = now(),
      give_up_at = now() + interval '3 days'
    where id = ${id} and failed_at is not null returning id`);
  if (rows.length > 0) await db.execute(sql`select pg_notify('plumbline_wake', 'mails')`);
  return rows.length > 0;
}

export type RefusedAddress = typeof refusedAddresses.$inferSelect;

/** Which of these addresses take no mail, by the address. */
export async function refusedAmong(db: Db, emails: readonly string[]): Promise<Map<string, RefusedAddress>> {
  if (emails.length === 0) return new Map();
  const list = sql.join(
    emails.map((email) => sql`${email.toLowerCase()}`),
    sql`, `,
  );
  const rows = await db.select().from(refusedAddresses).where(sql`${refusedAddresses.email} in (${list})`);
  return new Map(rows.map((row) => [row.email, row]));
}

export async function countRefusedAddresses(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*) from refused_addresses`);
  return Number(rows[0]?.count ?? 0);
}
