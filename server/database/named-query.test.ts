import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testServer } from "../testing/plumbline.ts";
import { Connection } from "./connection-pool.ts";
import { preparedOn } from "./prepared.ts";

const server = testServer();

const kinds = preparedOn((db) =>
  db
    .select({ name: sql<string>`name`, at: sql<number>`at` })
    .from(sql`(values ('one', 1), ('two', 2)) as kinds (name, at)`)
    .where(sql`at >= ${sql.placeholder("least")}::int`)
    .prepare("kinds_for_a_test"),
);

/** How many times the server has described rows on a connection while `work` ran. */
async function descriptions(connection: Connection, work: () => Promise<void>): Promise<number> {
  const wire = connection.connection;
  let count = 0;
  const onDescription = () => {
    count += 1;
  };
  wire.on("rowDescription", onDescription);
  await work();
  wire.off("rowDescription", onDescription);
  return count;
}

test("rule 21 a prepared statement is described once a connection, and its rows are the same afterwards", async () => {
  await server.context.db.transaction(async (tx) => {
    // @ts-expect-error drizzle's types hide it
    const connection: unknown = tx._.session.client;
    if (!(connection instanceof Connection)) throw new Error("the transaction is on another kind of connection");
    const times = await descriptions(connection, async () => {
      for (let time = 0; time < 3; time += 1)
        expect(await kinds(tx).execute({ least: 1 })).toEqual([
          { name: "one", at: 1 },
          { name: "two", at: 2 },
        ]);
      expect(await kinds(tx).execute({ least: 3 })).toEqual([]);
    });
    expect(times).toBe(1);
  });
});

test("R21 a statement whose columns are others than they were described is refused, and a new connection knows them", async () => {
  const { db } = server.context;
  const broken = db.transaction(async (tx) => {
    await kinds(tx).execute({ least: 1 });
    await tx.execute(sql`deallocate kinds_for_a_test`);
    await tx.execute(sql`prepare kinds_for_a_test (int) as select 'one', 1, 2 where $1 = 1`);
    await kinds(tx).execute({ least: 1 });
  });
  await expect(broken).rejects.toMatchObject({
    cause: new TypeError("the columns of a prepared statement have changed"),
  });
  expect(await db.transaction((tx) => kinds(tx).execute({ least: 2 }))).toEqual([{ name: "two", at: 2 }]);
});
