import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeMember } from "../demo/people.ts";
import { testServer } from "../testing/plumbline.ts";
import type { Db } from "./database.ts";
import { databaseAnswer } from "./errors.ts";
import { checkAlong, sendAlong } from "./transaction.ts";

const server = testServer();

/** One failing statement for each class of errors that an input or a race can cause. */
const failures: [name: string, statement: string][] = [
  ["a number out of range", "select 2147483648::int"],
  ["text that is no number", "select 'x'::int"],
  ["a division by zero", "select 1 / 0"],
  ["a duplicate", "insert into secrets (name, value) select name, value from secrets"],
  ["a missing value", "insert into secrets (name) values ('half')"],
  ["a foreign key", "insert into sessions (member_id, token_hash, expires_at) values (2147483647, 'x', now())"],
  ["a syntax error", "selekt"],
  ["an unknown table", "select * from nowhere"],
  ["an error of a function's own", "do $$ begin raise exception 'no'; end $$"],
  ["a cancelled statement", "do $$ begin raise exception using errcode = '57014'; end $$"],
  ["a full disk", "do $$ begin raise exception using errcode = '53100'; end $$"],
  ["a transaction left open", "begin"],
  ["a prepared statement that is gone", "deallocate all"],
];

test("R21 a failed statement, outside a transaction or inside one, leaves signed-in calls and readiness as they were", async () => {
  const { token } = await makeMember(server.context, "customer");
  const { db } = server.context;
  const asks = async () => {
    // Longer than a session is cached.
    server.clock.advance(2000);
    const ask = () => fetch(`${server.url}/api/notifications`, { headers: { authorization: `Bearer ${token}` } });
    const answer = await ask();
    const ready = await fetch(`${server.url}/readyz`);
    return [answer.status, ready.status];
  };
  expect(await asks()).toEqual([200, 200]);
  for (const [name, statement] of failures) {
    await db.execute(sql.raw(statement)).catch(() => {});
    expect([name, await asks()]).toEqual([name, [200, 200]]);
    await db.transaction((tx) => tx.execute(sql.raw(statement))).catch(() => {});
    expect([name, await asks()]).toEqual([name, [200, 200]]);
  }
});

test("R21 the requests that ended an installation are refused, and the next one is answered", async () => {
  const { token } = await makeMember(server.context, "customer");
  const signedIn = { authorization: `Bearer ${token}` };
  const headers = { ...signedIn, "content-type": "application/json" };
  const body = JSON.stringify({
    customer: { email: "a@example.test" },
    customer_profile: { job_title_id: 2147483648 },
  });
  expect((await fetch(`${server.url}/api/customers`, { method: "POST", headers, body })).status).toBe(422);
  const ending = { method: "PATCH", headers, body: JSON.stringify({ current_password: "correct horse battery" }) };
  expect((await fetch(`${server.url}/api/sessions/999999999999/end`, ending)).status).toBe(404);
  expect((await fetch(`${server.url}/api/notifications`, { headers: signedIn })).status).toBe(200);
});

test("R21 the pool recovers from more broken connections than it has places", async () => {
  if (server.context.database.kind === "embedded") return;
  const { db } = server.context;
  const cut = sql`select pg_terminate_backend(pg_backend_pid())`;
  for (let at = 0; at < 12; at += 1) {
    await db.transaction((tx) => tx.execute(cut)).catch(() => {});
    await db.execute(cut).catch(() => {});
    await db
      .transaction(async (tx) => {
        await tx.execute(cut).catch(() => {});
        await tx.execute(sql`select 1`);
      })
      .catch(() => {});
  }
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

test("rule 5 a statement that is not awaited rolls its transaction back when it fails, and the transaction throws its error", async () => {
  const { db } = server.context;
  const store = (name: string) => sql`insert into secrets (name, value) values (${name}, 'kept')`;
  const names = async () =>
    (await db.execute<{ name: string }>(sql`select name from secrets`)).rows.map((row) => row.name);
  await db.transaction(async (tx) => {
    await sendAlong(tx, tx.execute(store("along")));
  });
  expect(await names()).toContain("along");
  const failing = (then: (tx: Db) => Promise<unknown>) =>
    db
      .transaction(async (tx) => {
        await tx.execute(store("before"));
        await sendAlong(tx, tx.execute(sql`select 1 / 0`));
        await then(tx);
      })
      .catch((error) => databaseAnswer(error)?.code);
  expect(await failing(async () => {})).toBe("22012");
  expect(await failing((tx) => tx.execute(store("after")))).toBe("22012");
  expect(await failing((tx) => tx.execute(store("after")).catch(() => {}))).toBe("22012");
  expect(await names()).not.toContain("before");
});

test("rule 5 a check of a statement's result does not delay the next statements, and the transaction commits only when it has passed", async () => {
  const { db } = server.context;
  const insert = (tx: Db, name: string) => tx.execute(sql`insert into secrets (name, value) values (${name}, 'x')`);
  const changing = (name: string) =>
    db.transaction(async (tx) => {
      const changed = tx.execute(sql`update secrets set value = 'changed' where name = ${name}`);
      await checkAlong(
        tx,
        changed.then(({ rowCount }) => {
          if (rowCount !== 1) throw new Error("somebody was quicker");
        }),
      );
      await sendAlong(tx, insert(tx, `after ${name}`));
    });
  await insert(db, "checked");
  await changing("checked");
  await expect(changing("missing")).rejects.toThrow("somebody was quicker");
  const { rows } = await db.execute(sql`select name, value from secrets where name ~ 'checked|missing' order by name`);
  expect(rows).toEqual([
    { name: "after checked", value: "x" },
    { name: "checked", value: "changed" },
  ]);
});

test("rule 5 a transaction that has caught the error of a failed statement is not reported as committed", async () => {
  const swallowing = server.context.db.transaction((tx) => tx.execute(sql`selekt`).catch(() => {}));
  await expect(swallowing).rejects.toThrow("rolled back");
});

test("rule 5 of several statements sent together, the error thrown is that of the first that failed", async () => {
  const slower = async (statement: PromiseLike<unknown>) => {
    try {
      return await statement;
    } catch (error) {
      // As a function around it would, it passes the error on a little later.
      await Promise.resolve();
      throw error;
    }
  };
  const code = await server.context.db
    .transaction((tx) => Promise.all([slower(tx.execute(sql`select 1 / 0`)), tx.execute(sql`select 1`)]))
    .catch((error) => databaseAnswer(error)?.code);
  expect(code).toBe("22012");
});
