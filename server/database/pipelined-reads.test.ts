import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testServer } from "../testing/plumbline.ts";
import { databaseAnswer } from "./errors.ts";

const server = testServer();
const embedded = () => server.context.database.kind === "embedded";

/** The server process that runs the statement: one for each connection. */
const backendOf = async (text = "select pg_backend_pid() as backend") =>
  (await server.context.db.execute<{ backend: number }>(sql.raw(text))).rows[0]?.backend;
const together = <Result>(count: number, run: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_none, index) => run(index)));

test("rule 8 quick reads of one turn share a connection, eight at most, and each gets its own rows", async () => {
  const { db } = server.context;
  const answers = await together(20, async (index) => {
    const { rows } = await db.execute<{ backend: number; index: number }>(
      sql`select pg_backend_pid() as backend, ${index}::int as index`,
    );
    return rows[0];
  });
  expect(answers.map((row) => row?.index)).toEqual(Array.from({ length: 20 }, (_none, index) => index));
  const shared = Map.groupBy(answers, (row) => row?.backend);
  expect(shared.size).toBe(embedded() ? 1 : 3);
});

test("R21 a read that fails among others takes none of them with it", async () => {
  const { db } = server.context;
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
  const { db } = server.context;
  await together(4, (index) =>
    db.execute(index === 1 ? sql`select pg_terminate_backend(pg_backend_pid())` : sql`select 1`).catch(() => {}),
  );
  expect(await together(4, () => backendOf())).toEqual([expect.any(Number), ...Array(3).fill(expect.any(Number))]);
});

test("rule 8 a slow read gets a connection to itself, so that quick ones do not wait behind it", async () => {
  if (embedded()) return;
  const slow = "select pg_backend_pid() as backend from pg_sleep(0.02)";
  await backendOf(slow);
  const [first, second, quick, sibling] = await Promise.all([
    backendOf(slow),
    backendOf(slow),
    backendOf(),
    backendOf(),
  ]);
  expect(first).not.toBe(second);
  expect(quick).toBe(sibling);
  expect([first, second]).not.toContain(quick);
});

test("rule 8 a statement that changes something, locks rows or belongs to a transaction shares no connection", async () => {
  if (embedded()) return;
  const { db } = server.context;
  const backends = await Promise.all([
    backendOf(
      "update secrets set value = value where name = (select min(name) from secrets) returning pg_backend_pid() as backend",
    ),
    backendOf("select pg_backend_pid() as backend from (select 1 from secrets limit 1 for update) as locked"),
    db.transaction(
      async (tx) => (await tx.execute<{ backend: number }>(sql`select pg_backend_pid() as backend`)).rows[0]?.backend,
    ),
    backendOf(),
  ]);
  expect(new Set(backends).size).toBe(4);
});
