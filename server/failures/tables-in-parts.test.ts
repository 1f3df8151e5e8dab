import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { readBackup } from "../backup/folder.ts";
import { loadBackup } from "../backup/restore.ts";
import { ConnectionPool } from "../database/connection-pool.ts";
import type { Db } from "../database/database.ts";
import { migrateWithin, migrations } from "../database/migrations.ts";
import { makePartsAhead } from "../database/parts.ts";
import { makeMember, setUp } from "../demo/people.ts";
import { messageParts } from "../features/messages/parts-store.ts";
import { findThread, messagesIn, newestMessagesOf, threadsOf } from "../features/messages/store.ts";
import { beginConversation, findSent, type NewMessage, storeMessages } from "../features/messages/writing-store.ts";
import { append, deliver } from "../outbox/outbox.ts";
import { eventParts } from "../outbox/parts-job.ts";
import { isDelivered } from "../outbox/undelivered.ts";
import { testServer } from "../testing/plumbline.ts";

// messages and events are tables of parts (ADR-053): the upgrade to them, and that they are as whole as before.

const server = testServer({ LOG_LEVEL: "silent" }, { skipNotifications: true });
const tables = ["messages", "events"];
const inParts = migrations().find(({ statements }) => statements.join().includes("PARTITION BY RANGE"));
const before = migrations().findLast(({ at }) => at < (inParts?.at ?? 0));

/** Runs `work` in a transaction that is rolled back. */
async function tried(work: (tx: Db) => Promise<void>): Promise<void> {
  const undo = new Error("rolled back on purpose");
  await server.context.db
    .transaction(async (tx) => {
      await work(tx);
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
}

const rowsOf = async (tx: Db, statement: string) => (await tx.execute(sql.raw(statement))).rows;

/** All rows of a table in the order of their ids, and the next id. */
const contentsOf = async (tx: Db, table: string) => ({
  rows: await rowsOf(tx, `select to_jsonb(t) as row from ${table} t order by id`),
  sequence: await rowsOf(tx, `select last_value, is_called from ${table}_id_seq`),
});

/** What a table is made of, by name, as far as statements see it. */
const shapeOf = (tx: Db, table: string) =>
  rowsOf(
    tx,
    `select attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull || ' '
        || coalesce(pg_get_expr(adbin, adrelid), '') as part
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = '${table}'::regclass and attnum > 0
    union all select replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') from pg_index where indrelid = '${table}'::regclass
    union all select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where conrelid = '${table}'::regclass
    union all select pg_get_triggerdef(oid) from pg_trigger where tgrelid = '${table}'::regclass and not tgisinternal
    union all select pg_get_serial_sequence('${table}', 'id') order by 1`,
  );

/** The files of a table and of its indexes, and how often the table was read. */
const filesOf = (tx: Db, table: string) =>
  rowsOf(
    tx,
    `select pg_relation_filenode('${table}'::regclass) as file, pg_stat_get_xact_numscans('${table}'::regclass) as scans,
      (select array_agg(pg_relation_filenode(indexrelid) order by pg_relation_filenode(indexrelid))
        from pg_index where indrelid = '${table}'::regclass) as indexes`,
  );

test("R20 an upgrade makes the first part of what is there: it copies no row and reads none, and all else is as before", async () => {
  const folder = join(import.meta.dirname, "first-version");
  const manifest = await readBackup(folder);
  await tried(async (tx) => {
    await loadBackup(tx, manifest, folder);
    await migrateWithin(tx, before?.at);
    for (const table of tables) await rowsOf(tx, `select setval('${table}_id_seq', 4000000000)`);
    const was = new Map<string, unknown[]>();
    for (const table of tables) {
      was.set(table, [await contentsOf(tx, table), await shapeOf(tx, table)]);
      expect((await rowsOf(tx, `select from ${table}`)).length).toBeGreaterThan(20);
      was.set(`files of ${table}`, await filesOf(tx, table));
    }
    await migrateWithin(tx, inParts?.at);
    for (const table of tables) {
      expect(await filesOf(tx, `${table}_from_0`)).toEqual(was.get(`files of ${table}`));
      expect([await contentsOf(tx, table), await shapeOf(tx, table)]).toEqual(was.get(table));
      expect(
        await rowsOf(
          tx,
          `select pg_get_expr(relpartbound, oid) as all from pg_class where relname = '${table}_from_0'`,
        ),
      ).toEqual([{ all: "FOR VALUES FROM (MINVALUE) TO (MAXVALUE)" }]);
    }
    const [{ id } = { id: 0 }] = await rowsOf(
      tx,
      "insert into events (kind, subject, subject_id) values ('thing.came', 'member', 1) returning id",
    );
    expect(Number(id)).toBe(4_000_000_001);
  });
});

type Sent = { text: string; values?: unknown[] };
/**
 * What is recorded, within its work: the server's own loops run statements at the same time, and one that earlier work has
 * woken goes on in the context of that.
 */
const recorded = new AsyncLocalStorage<Sent[]>();

/** The statements that `work` runs, with their parameters. */
async function statementsOf(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  /** Whose a read is, by its parameters: those that leave together (ADR-026) leave in the context of one of them. */
  const owners = new WeakMap<unknown[], boolean>();
  const { query } = pg.Client.prototype;
  const { query: poolQuery } = ConnectionPool.prototype;
  ConnectionPool.prototype.query = function (this: ConnectionPool<unknown>, ...given: unknown[]) {
    if (Array.isArray(given[1])) owners.set(given[1], recorded.getStore() === sent);
    return poolQuery.apply(this, given);
  };
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    // What drizzle passes to pg.
    const [first, values] = given as [Sent | string, unknown[]?];
    if (typeof first !== "string") {
      const parameters = values ?? first.values ?? [];
      if (owners.get(parameters) ?? recorded.getStore() === sent) sent.push({ text: first.text, values: parameters });
    }
    return (query as (...given: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  try {
    await recorded.run(sent, work);
  } finally {
    pg.Client.prototype.query = query;
    ConnectionPool.prototype.query = poolQuery;
  }
  return sent.filter(({ text }) => /^\s*(with|select|insert|update)\b[\s\S]*\b(messages|events)\b/i.test(text));
}

type Node = { "Node Type": string; "Relation Name"?: string; "Actual Loops": number; Plans?: Node[] };
const partsRead = (node: Node): string[] => [
  ...(node["Actual Loops"] > 0 && node["Node Type"] !== "ModifyTable" ? [node["Relation Name"] ?? ""] : []),
  ...(node.Plans ?? []).flatMap(partsRead),
];

/** The parts of both tables that the statements of `work` read from; run once more. */
async function partsReadBy(work: () => Promise<unknown>): Promise<string[]> {
  const read = new Set<string>();
  for (const { text, values = [] } of await statementsOf(work))
    await tried(async (tx) => {
      // A table of a few rows is read as a whole by whatever can; query-plans.test.ts has the plans of large ones.
      for (const way of ["hashjoin", "mergejoin", "seqscan"])
        await tx.execute(sql.raw(`set local enable_${way} = off`));
      const pieces = text
        .split(/\$(\d+)/)
        .map((piece, at) => (at % 2 === 0 ? sql.raw(piece) : sql.param(values[+piece - 1])));
      const { rows } = await tx.execute<{ "QUERY PLAN": [{ Plan: Node }] }>(
        sql`explain (analyze, format json) ${sql.join(pieces)}`,
      );
      for (const name of rows.flatMap((row) => partsRead(row["QUERY PLAN"][0].Plan)))
        if (/_from_\d/.test(name)) read.add(name);
    });
  return [...read].sort();
}

/** Two conversations, and two events, each in a part of its own. */
type Halves = { message: NewMessage; conversationId: number; eventId: number }[];
let halves: Halves;
let names: { messages: string[]; events: string[] };

const partNames = async (table: string) => {
  const { rows } = await server.context.db.execute<{ name: string }>(
    sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass order by 1`,
  );
  return rows.map(({ name }) => name);
};

beforeAll(async () => {
  const { context } = server;
  const { db, clock } = context;
  halves = [];
  for (let half = 0; half < 2; half += 1) {
    const customer = await setUp(context, await makeMember(context, "customer"));
    const advisor = await setUp(context, await makeMember(context, "advisor"));
    const pair = { customerId: customer.id, advisorId: advisor.id };
    const conversationId = (await beginConversation(db, pair, clock.now())) ?? 0;
    const told = { body: `Half ${half}`, attachmentIds: [], clientId: "once", createdAt: clock.now() };
    const message = { ...pair, senderId: customer.id, ...told };
    expect(await storeMessages(db, [message])).toEqual([expect.anything()]);
    await db.transaction((tx) =>
      append(tx, { kind: "account.applied", actorId: null, subjectId: customer.id }, clock.now()),
    );
    const { rows } = await db.execute<{ id: number }>(sql`select max(id) as id from events`);
    halves.push({ message, conversationId, eventId: Number(rows[0]?.id) });
    if (half === 1) break;
    // Size 2: the part ends at most two values later, which are used up.
    for (const each of [messageParts, eventParts]) await makePartsAhead(context.database, { ...each, size: 2 });
    for (const sequence of ["conversations_id_seq", "events_id_seq"])
      await db.execute(sql`select nextval(${sequence}::regclass) from generate_series(1, 3)`);
  }
  names = { messages: await partNames("messages"), events: await partNames("events") };
});

test("ADR-053 each half is in a part of its own, and a message is stored once in its part", async () => {
  const { db } = server.context;
  const { rows } = await db.execute(sql`select distinct tableoid::regclass::text as name from messages order by 1`);
  expect(rows.map(({ name }) => name)).toEqual(names.messages);
  for (const { message, conversationId, eventId } of halves) {
    expect(await storeMessages(db, [message])).toEqual([null]);
    expect(await findSent(db, { ...message, conversationId })).toMatchObject({ conversationId, body: message.body });
    const sealed = await db.execute(sql`select to_seal is not null as marked from events where id = ${eventId}`);
    expect(sealed.rows).toEqual([{ marked: true }]);
  }
  const parts = await db.execute(
    sql`select count(distinct tableoid)::int as count from events where id in (${halves[0]?.eventId}, ${halves[1]?.eventId})`,
  );
  expect(parts.rows).toEqual([{ count: 2 }]);
});

test("ADR-053 a part made by the job refuses what the first one does: changed events, unknown conversations, repeated ids", async () => {
  const { db } = server.context;
  for (const { eventId, conversationId } of halves) {
    await expect(db.execute(sql`update events set data = '{"a": 1}' where id = ${eventId}`)).rejects.toThrow();
    await expect(db.execute(sql`delete from events where id = ${eventId}`)).rejects.toThrow();
    await expect(db.execute(sql`delete from conversations where id = ${conversationId}`)).rejects.toThrow();
    await expect(
      db.execute(sql`insert into messages select * from messages where conversation_id = ${conversationId}`),
    ).rejects.toThrow();
  }
  for (const name of names.messages)
    await expect(
      db.execute(sql`insert into ${sql.identifier(name)} (conversation_id, sender_id, body) values (-1, 1, 'Lost')`),
    ).rejects.toThrow();
});

test("ADR-053 statements about one conversation or one event use its part alone", async () => {
  const { db, clock } = server.context;
  for (const { message, conversationId, eventId } of halves) {
    const { rows } = await db.execute<{ messages: string; events: string }>(sql`
      select (select tableoid::regclass::text from messages where conversation_id = ${conversationId} limit 1) as messages,
        (select tableoid::regclass::text from events where id = ${eventId}) as events`);
    const own = rows[0];
    const member = { id: message.customerId, role: "customer" };
    const reading: Record<string, () => Promise<unknown>> = {
      store: () => storeMessages(db, [message]),
      sent: () => findSent(db, { ...message, conversationId }),
      upward: () => messagesIn(db, conversationId, { limit: 50 }),
      onward: () => messagesIn(db, conversationId, { after: 0, limit: 50 }),
      list: () => threadsOf(db, member, { before: undefined, limit: 20 }),
      newest: () => newestMessagesOf(db, member, 5),
      thread: () => findThread(db, message),
    };
    for (const [what, work] of Object.entries(reading))
      expect([what, await partsReadBy(work)]).toEqual([what, what === "store" ? [] : [own?.messages]]);
    expect(await partsReadBy(() => isDelivered(db, eventId))).toEqual([own?.events]);
    const facts = { actorId: null, subjectId: 1, data: {}, createdAt: clock.now(), trace: null };
    const leased = [{ id: eventId, kind: "account.applied", attempts: 1, ...facts }];
    expect(await partsReadBy(() => deliver(server.context, () => [], leased, "the test"))).toEqual([own?.events]);
  }
});

const runAll = (...statements: string[]) =>
  server.context.db.transaction(async (tx) => {
    for (const each of statements) await tx.execute(sql.raw(each));
  });

test("ADR-053 a part of old conversations is detached and attached again, while all others are read and written", async () => {
  const { db } = server.context;
  const [old, current] = halves;
  if (!old || !current) throw new Error("there are two halves");
  const { rows } = await db.execute<{ name: string; bounds: string }>(sql`
    select relname as name, pg_get_expr(relpartbound, oid) as bounds from pg_class
    where oid = (select tableoid from messages where conversation_id = ${old.conversationId} limit 1)`);
  const { name, bounds } = rows[0] ?? { name: "", bounds: "" };
  const all = await contentsOf(db, "messages");
  const written = (to: typeof old) => ({ ...to.message, body: "Meanwhile", clientId: "meanwhile" });
  // As in docs/operations.md.
  await db.execute(sql`create schema set_aside`);
  const [[stored]] = await Promise.all([
    storeMessages(db, [written(current)]),
    runAll(
      `alter table messages detach partition ${name}`,
      `alter table ${name} set schema set_aside`,
      `create table ${name} partition of messages ${bounds}`,
    ),
  ]);
  expect(stored?.last.body).toBe("Meanwhile");
  expect(await messagesIn(db, old.conversationId, { limit: 50 })).toEqual([]);
  // Somebody writes there all the same, and sends once more what they had sent before.
  expect(await storeMessages(db, [written(old), old.message])).toEqual([expect.anything(), expect.anything()]);
  const bodiesIn = async ({ conversationId }: typeof old) =>
    (await messagesIn(db, conversationId, { limit: 50 })).map(({ body }) => body);
  expect(await bodiesIn(current)).toEqual(["Half 1", "Meanwhile"]);
  await runAll(
    `create table messages_meanwhile as select * from ${name}`,
    `drop table ${name}`,
    `alter table set_aside.${name} set schema public`,
    `alter table messages attach partition ${name} ${bounds}`,
    "insert into messages select * from messages_meanwhile on conflict do nothing",
    "drop table messages_meanwhile",
  );
  expect(await bodiesIn(old)).toEqual(["Half 0", "Meanwhile"]);
  expect((await contentsOf(db, "messages")).rows.slice(0, all.rows.length)).toEqual(all.rows);
});
