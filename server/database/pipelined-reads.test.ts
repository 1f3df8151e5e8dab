import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testServer } from "../testing/plumbline.ts";
import { type Database, openPostgres } from "./database.ts";
import { databaseAnswer } from "./errors.ts";

const server = testServer();
/** On PostgreSQL a pool of its own, where no job of the server reads among the test's statements. */
let database: Database;
const embedded = () => database.kind === "embedded";
beforeAll(async () => {
  const own = server.context.database;
  const address = process.env["TEST_DATABASE_URL"];
  if (own.kind === "embedded" || !address) {
    database = own;
    return;
  }
  const { rows } = await own.db.execute<{ name: string }>(sql`select current_database() as name`);
  database = await openPostgres(Object.assign(new URL(address), { pathname: `/${rows[0]?.name}` }).href);
});
afterAll(async () => {
  if (!embedded()) await database.close();
});

/** The server process that runs the statement: one for each connection. */
const backendOf = async (text = "select pg_backend_pid() as backend") =>
  (await database.db.execute<{ backend: number }>(sql.raw(text))).rows[0]?.backend;
/** Waits for as long as `onConnections` holds the table. */
const readLocked = "select pg_backend_pid() as backend from locked";
/** Holds what `run` starts until it waits on so many connections, so that none that has become free is used twice. */
const onConnections = async <Result>(count: number, run: () => Promise<Result>) => {
  const { db } = database;
  await db.execute(sql`create table if not exists locked as select 1 as one`);
  const waiting = sql`select count(*)::int as count from pg_locks where relation = 'locked'::regclass and not granted`;
  const { result } = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table locked in access exclusive mode`);
    const result = run();
    await expect.poll(async () => (await tx.execute(waiting)).rows).toEqual([{ count }]);
    return { result };
  });
  return result;
};
const together = <Result>(count: number, run: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_none, index) => run(index)));

test("rule 8 reads of one turn get their own rows each", async () => {
  const { db } = database;
  const answers = await together(20, (index) => db.execute<{ index: number }>(sql`select ${index}::int as index`));
  expect(answers.map(({ rows }) => rows[0]?.index)).toEqual(Array.from({ length: 20 }, (_none, index) => index));
});

test("rule 8 reads of one turn share a connection, eight at most", async () => {
  if (embedded()) return;
  const backends = await onConnections(3, () => together(20, () => backendOf(readLocked)));
  const shared = Map.groupBy(backends, (backend) => backend);
  expect([...shared.values()].map((reads) => reads.length).sort()).toEqual([4, 8, 8]);
});

test("R21 a read that fails among others takes none of them with it", async () => {
  const { db } = database;
  const answers = await together(8, (index) =>
    db.execute<{ quotient: number }>(sql`select 12 / ${index % 4}::int as quotient`).then(
      ({ rows }) => rows[0]?.quotient,
      (error) => databaseAnswer(error)?.code,
    ),
  );
  expect(answers).toEqual(["22012", 12, 6, 4, "22012", 12, 6, 4]);
});

test("R21 a connection that ends in the middle of shared reads is replaced, and only those on it fail", async () => {
  if (embedded()) return;
  const { db } = database;
  await together(4, (index) =>
    db.execute(index === 1 ? sql`select pg_terminate_backend(pg_backend_pid())` : sql`select 1`).catch(() => {}),
  );
  expect(await together(4, () => backendOf())).toEqual([expect.any(Number), ...Array(3).fill(expect.any(Number))]);
});

test("rule 8 a slow read gets a connection to itself, so that quick ones do not wait behind it", async () => {
  if (embedded()) return;
  const slow = `${readLocked}, pg_sleep(0.02)`;
  const quick = `${readLocked} where one = 1`;
  await backendOf(slow);
  const [first, second, third, fourth] = await onConnections(3, () =>
    Promise.all([backendOf(slow), backendOf(slow), backendOf(quick), backendOf(quick)]),
  );
  expect(first).not.toBe(second);
  expect(third).toBe(fourth);
  expect([first, second]).not.toContain(third);
});

test("rule 8 a statement that changes something, locks rows or belongs to a transaction shares no connection", async () => {
  if (embedded()) return;
  const { db } = database;
  const backends = await onConnections(4, () =>
    Promise.all([
      backendOf("update locked set one = 1 returning pg_backend_pid() as backend"),
      backendOf("select pg_backend_pid() as backend from (select 1 from locked for update) as rows"),
      db.transaction(async (tx) => (await tx.execute<{ backend: number }>(sql.raw(readLocked))).rows[0]?.backend),
      backendOf(`${readLocked} where one = 1`),
    ]),
  );
  expect(new Set(backends).size).toBe(4);
});
