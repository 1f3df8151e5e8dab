import { listSessions } from "@plumbline/contract/accounts/contract.ts";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { tableNames } from "../database/table-names.ts";
import { makeMember } from "../demo/people.ts";
import { claimKey, findKey, takeOverKey } from "../http/idempotency/store.ts";
import { leaseMails } from "../mail/store.ts";
import { append, hasDueEvents } from "../outbox/outbox.ts";
import { sessions } from "../schema.ts";
import { testServer } from "../testing/plumbline.ts";

// R22: a clock that jumps by an hour, forward or back. A jump of the database's clock is simulated by moving all stored
// times the other way, which has the same effect.

const server = testServer();
const hour = 3_600_000;

async function databaseClockJumps(by: number) {
  const { rows } = await server.context.db.execute<{ table: string; columns: string[] }>(sql`
    select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' and table_name in (select name from (${tableNames}) tables) and data_type = 'timestamp with time zone'
      -- The audit, and what it is made from, refuse every change.
      and table_name not in ('audit_entries', 'audit_people')
      and not (table_name = 'events' and column_name = 'created_at') group by 1`);
  for (const { table, columns } of rows) {
    const moved = columns.map((name) => `${name} = ${name} - interval '${by} milliseconds'`).join(", ");
    await server.context.db.execute(sql.raw(`update ${table} set ${moved}`));
  }
}

/** A member with one recorded event that sends an e-mail: a changed password. */
async function changed() {
  const { db, clock } = server.context;
  const { id, email } = await makeMember(server.context, "customer");
  await server.settle();
  const event = { kind: "account.password_changed", actorId: id, subjectId: id } as const;
  await db.transaction((tx) => append(tx, event, clock.now()));
  return email;
}
const letters = async (email: string) =>
  (await server.mailsTo(email)).filter(({ subject }) => subject === "Your password has been changed").length;
const waiting = async () => {
  const { rows } = await server.context.db.execute<{ waiting: number }>(sql`
    select ((select count(*) from events where delivered_at is null)
      + (select count(*) from mails where sent_at is null))::int as waiting`);
  return rows[0]?.waiting;
};

test.each([
  ["on", hour],
  ["back", -hour],
] as const)(
  "R22 the database's clock jumps an hour %s: waiting e-mails and those leased by a dead process are sent at once and once",
  async (_way, by) => {
    const { db } = server.context;
    const email = await changed();
    expect(await letters(email)).toBe(1);
    // In the state just before sending: one leased, one tried twice, one new.
    for (const state of [
      sql`lease = 'gone', attempts = 1, next_attempt_at = now() + interval '2 minutes'`,
      sql`lease = null, attempts = 2, next_attempt_at = now() + interval '4 seconds'`,
      sql`lease = null, attempts = 0, next_attempt_at = now()`,
    ]) {
      const again = `again.${Math.random()}@example.test`;
      await db.execute(sql`
      insert into mails (kind, recipient, subject, text, html) values ('news', ${again}, 'News', 'News.', '<p>News.</p>')`);
      await db.execute(sql`update mails set sent_at = null, ${state} where recipient = ${again}`);
      await databaseClockJumps(by);
      await server.settle();
      expect((await server.mailsTo(again)).length).toBeGreaterThan(0);
    }
    for (const state of [
      sql`lease = 'gone', attempts = 1, leased_until = now() + interval '1 minute'`,
      sql`lease = null, attempts = 3, leased_until = now() + interval '9 seconds'`,
    ]) {
      await db.execute(sql`update events set delivered_at = null, ${state} where id = (select max(id) from events)`);
      await databaseClockJumps(by);
      await server.settle();
    }
    expect(await waiting()).toBe(0);
    expect(await letters(email)).toBe(1);
  },
);

test.each([
  ["on", hour],
  ["back", -hour],
] as const)("R22 the database's clock jumps an hour %s: the key of a dead process is taken over", async (_way, by) => {
  const { db, clock } = server.context;
  const id = { scope: "nobody", endpoint: "POST /x", keyHash: `jump ${by}`, claim: "dead" };
  await claimKey(db, { ...id, requestHash: "same", createdAt: clock.now(), expiredBefore: new Date(0) });
  expect((await findKey(db, id))?.alive).toBe(true);
  expect(await takeOverKey(db, id, "too early")).toBeNull();
  await databaseClockJumps(by);
  expect((await findKey(db, id))?.alive).toBe(false);
  expect(await takeOverKey(db, id, "next")).not.toBeNull();
  expect((await findKey(db, id))?.alive).toBe(true);
});

test("R22 a lease taken after another process's transaction began is no jump of the clock: nothing is leased twice", async () => {
  const { db, clock } = server.context;
  // As such a transaction sees them: they end a moment later than a lease that begins when it began.
  await changed();
  await server.settle();
  await db.execute(sql`
    update events set delivered_at = null, lease = 'other', attempts = 1, leased_until = now() + interval '61 seconds'
    where id = (select max(id) from events)`);
  expect(await hasDueEvents(db)).toBe(false);
  await db.execute(sql`
    update mails set sent_at = null, lease = 'other', attempts = 1, next_attempt_at = now() + interval '301 seconds'
    where id = (select max(id) from mails)`);
  expect(await leaseMails(db, { name: "this", seconds: 120 }, 10, [])).toEqual([]);
  const id = { scope: "nobody", endpoint: "POST /x", keyHash: "moment", claim: "other" };
  await claimKey(db, { ...id, requestHash: "same", createdAt: clock.now(), expiredBefore: new Date(0) });
  await db.execute(
    sql`update idempotency_keys set leased_until = now() + interval '16 seconds' where key_hash = 'moment'`,
  );
  expect(await takeOverKey(db, id, "this")).toBeNull();
});

test("R22 our own clock jumps an hour forward and back: sessions stay valid, and an ended one is refused within a second", async () => {
  const { token, id } = await makeMember(server.context, "customer");
  const status = async () => (await server.call(listSessions, {}, token)).status;
  for (const jump of [0, hour, -hour, -hour, hour]) {
    server.clock.advance(jump);
    expect(await status()).toBe(200);
  }
  server.clock.advance(-hour);
  // Ended by another process, whose message about it was lost.
  await server.context.db.delete(sessions).where(eq(sessions.memberId, id));
  server.clock.advance(2000);
  expect(await status()).toBe(401);
  server.clock.advance(hour);
});
