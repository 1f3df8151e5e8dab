import { sql } from "drizzle-orm";
import { bigserial, pgTable, text } from "drizzle-orm/pg-core";
import pg from "pg";
import { afterAll, beforeEach, expect, inject, test } from "vitest";
import { openEmbeddedHere } from "../testing/embedded-here.ts";
import { serverDatabase } from "../testing/plumbline.ts";
import { type Database, type Db, openEmbedded, openPostgres } from "./database.ts";
import { makePartsAhead } from "./parts.ts";

// How the job makes the parts of a table, on a table of its own: rows find their part whatever has become of the job.

const thingsTable = pgTable("things", { id: bigserial("id", { mode: "number" }).primaryKey(), name: text("name") });
const things = { key: thingsTable.id, sequence: "things_id_seq", size: 100 };

const undo: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const each of undo.reverse()) await each();
});

/** A database whose only connection is this one, unless `maxConnections` says otherwise. */
async function open(maxConnections = 1): Promise<Database> {
  const template = inject("template");
  const { database, drop } =
    "image" in template
      ? { database: await openEmbedded(await openEmbeddedHere(template.image)), drop: async () => {} }
      : await serverDatabase(template).then(async ({ url, drop }) => ({
          database: await openPostgres(url, { maxConnections }),
          drop,
        }));
  undo.push(drop, () => database.close());
  return database;
}
const database = await open();
const { db } = database;

const makeThings = async (on: Db) => {
  await on.execute(sql`drop table if exists things`);
  await on.execute(sql`create table things (id bigserial primary key, name text) partition by range (id)`);
  await on.execute(sql`create table things_from_0 partition of things for values from (minvalue) to (maxvalue)`);
};
beforeEach(() => makeThings(db));

const add = (count: number) =>
  db.execute(sql`insert into things (name) select 'x' from generate_series(1, ${count}::int)`);
const goTo = (position: number) => db.execute(sql`select setval('things_id_seq', ${position}::bigint)`);

/** The parts, each with its bounds, the number of its rows, and its checks. */
async function parts(): Promise<string[]> {
  const { rows } = await db.execute<{ part: string; name: string }>(sql`
    select relname as name, relname || pg_get_expr(relpartbound, c.oid)
        || coalesce((select string_agg(' check ' || conname, '') from pg_constraint where conrelid = c.oid and contype = 'c'), '') as part
    from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = 'things'::regclass order by length(relname), relname`);
  return Promise.all(
    rows.map(async ({ name, part }) => {
      const found = await db.execute<{ count: number }>(
        sql`select count(*)::int as count from ${sql.identifier(name)}`,
      );
      return `${part.replaceAll("'", "").replaceAll("FOR VALUES FROM", "")}: ${found.rows[0]?.count}`;
    }),
  );
}

test("ADR-053 the part after the last one is made once half a part's room is left before it", async () => {
  await add(49);
  await makePartsAhead(database, things);
  expect(await parts()).toEqual(["things_from_0 (MINVALUE) TO (MAXVALUE): 49"]);
  await add(1);
  await makePartsAhead(database, things);
  const two = ["things_from_0 (MINVALUE) TO (100): 50", "things_from_100 (100) TO (MAXVALUE): 0"];
  expect(await parts()).toEqual(two);
  await makePartsAhead(database, things);
  expect(await parts()).toEqual(two);
  await add(1);
  await makePartsAhead(database, things);
  await add(75);
  expect(await parts()).toEqual([
    "things_from_0 (MINVALUE) TO (100): 99",
    "things_from_100 (100) TO (200): 27",
    "things_from_200 (200) TO (MAXVALUE): 0",
  ]);
});

test("ADR-053 a row has a part also when the job has not run for long, and the next run makes the part after it", async () => {
  await add(60);
  await makePartsAhead(database, things);
  await goTo(5_000_000_000);
  await add(3);
  expect((await parts()).at(-1)).toBe("things_from_200 (200) TO (MAXVALUE): 3");
  await makePartsAhead(database, things);
  expect(await parts()).toEqual([
    "things_from_0 (MINVALUE) TO (200): 60",
    "things_from_200 (200) TO (5000000100): 3",
    "things_from_5000000100 (5000000100) TO (MAXVALUE): 0",
  ]);
});

/** The database of a process that is killed before one of its statements. */
function killedAfter(steps: number): Pick<Database, "db" | "query"> {
  let left = steps;
  const step = () => {
    if (left === 0) throw new Error("killed");
    left -= 1;
  };
  const counted = (on: Db): Db =>
    new Proxy(on, {
      get: (target, name) => {
        const own = Reflect.get(target, name);
        if (name === "transaction")
          return (work: (tx: Db) => unknown) => Reflect.apply(own, target, [(tx: Db) => work(counted(tx))]);
        if (name !== "execute") return own;
        return (...given: unknown[]) => {
          step();
          return Reflect.apply(own, target, given);
        };
      },
    });
  return {
    db: counted(db),
    query: (...given) => {
      step();
      return database.query(...given);
    },
  };
}

test("R20 killed before any of its statements, the job leaves a whole table and goes on at its next run", async () => {
  await add(60);
  const outcomes: string[] = [];
  for (let steps = 0; outcomes.at(-1) !== "done"; steps += 1) {
    await makeThings(db);
    await add(60);
    outcomes.push(
      await makePartsAhead(killedAfter(steps), things).then(
        () => "done",
        ({ message }) => message,
      ),
    );
    // Until the next run, others write.
    await add(1);
    const left = await parts();
    expect([steps, left.filter((each) => each.includes("(MAXVALUE)")).length]).toEqual([steps, 1]);
    await makePartsAhead(database, things);
    expect(await parts()).toEqual(["things_from_0 (MINVALUE) TO (200): 61", "things_from_200 (200) TO (MAXVALUE): 0"]);
  }
  // It takes a number of statements, and was killed before each.
  expect(outcomes.length).toBeGreaterThan(8);
  expect(new Set(outcomes)).toEqual(new Set(["killed", "done"]));
});

/** The job is killed when the end of the last part is promised. */
async function promise(): Promise<void> {
  for (let steps = 0; !(await parts()).some((each) => each.includes(" check ")); steps += 1)
    await makePartsAhead(killedAfter(steps), things).catch(() => {});
}

test("ADR-053 an end that an interrupted run has promised is moved when it has come near, so that no row is refused", async () => {
  await add(60);
  await promise();
  expect(await parts()).toEqual(["things_from_0 (MINVALUE) TO (MAXVALUE) check things_from_0_below_200: 60"]);
  await add(120);
  await makePartsAhead(database, things);
  expect(await parts()).toEqual(["things_from_0 (MINVALUE) TO (300): 180", "things_from_300 (300) TO (MAXVALUE): 0"]);
});

test("ADR-053 steps that lock the table do not scan it, and steps that scan it do not lock it", async () => {
  await add(60);
  const said: string[] = [];
  const { emit } = pg.Client.prototype;
  pg.Client.prototype.emit = function (this: pg.Client, event: string | symbol, ...given: unknown[]) {
    if (event === "notice") said.push((given[0] as { message: string }).message);
    return Reflect.apply(emit, this, [event, ...given]);
  };
  const asked: string[] = [];
  const listening: Pick<Database, "db" | "query"> = {
    db,
    query: (...given) => {
      asked.push(given[0].text);
      return database.query(...given);
    },
  };
  try {
    await database.query("set client_min_messages = debug1");
    await makePartsAhead(listening, things);
  } finally {
    await database.query("reset client_min_messages");
    pg.Client.prototype.emit = emit;
  }
  expect(said.join("\n")).toContain(
    'partition constraint for table "things_from_0" is implied by existing constraints',
  );
  expect(asked[0]).toContain('alter table "things_from_0" validate constraint');
});

test("ADR-053 the statistics of the whole table are taken when a tenth of its rows have come", async () => {
  const known = async () => {
    const { rows } = await db.execute<{ known: number }>(
      sql`select reltuples::int as known from pg_class where oid = 'things'::regclass`,
    );
    return rows[0]?.known;
  };
  await add(40);
  await db.execute(sql`analyze things_from_0`);
  await makePartsAhead(database, things);
  expect(await known()).toBe(40);
  await add(2);
  await db.execute(sql`analyze things_from_0`);
  await makePartsAhead(database, things);
  expect(await known()).toBe(40);
  await add(6);
  await db.execute(sql`analyze things_from_0`);
  await makePartsAhead(database, things);
  expect(await known()).toBe(48);
});

test.runIf(process.env["TEST_DATABASE_URL"])(
  "ADR-053 a table whose locks cannot be had is left as it is, which is an error only when room becomes scarce",
  async () => {
    const busy = await open(3);
    await makeThings(busy.db);
    await busy.db.execute(sql`insert into things (name) select 'x' from generate_series(1, 60)`);
    const during = () =>
      busy.db.transaction(async (tx) => {
        await tx.execute(sql`select from things limit 1`);
        return makePartsAhead(busy, things).then(
          () => "later",
          ({ cause }) => cause.code,
        );
      });
    expect(await during()).toBe("later");
    await busy.db.execute(
      sql`alter table things_from_0 add constraint things_from_0_below_100 check (id < 100) not valid`,
    );
    await busy.db.execute(sql`select setval('things_id_seq', 80)`);
    expect(await during()).toBe("55P03");
    await makePartsAhead(busy, things);
    const { rows } = await busy.db.execute(sql`select from pg_inherits where inhparent = 'things'::regclass`);
    expect(rows.length).toBe(2);
  },
);
