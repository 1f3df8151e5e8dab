import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { sessionsChanged } from "../auth/members.ts";
import { sessionsTopic } from "../auth/topics.ts";
import type { AppContext } from "../context.ts";
import { testServer } from "../testing/plumbline.ts";
import { inOneTransaction } from "./one-transaction.ts";

const server = testServer();

const insert = ({ db }: Pick<AppContext, "db">, name: string) =>
  db.execute(sql`insert into secrets (name, value) values (${name}, 'x')`);
const stored = async () =>
  (
    await server.context.db.execute<{ name: string }>(sql`select name from secrets where value = 'x' order by 1`)
  ).rows.map(({ name }) => name);
const inItself = (within: AppContext, name: string) => within.db.transaction((db) => insert({ db }, name));

beforeEach(() => server.context.db.execute(sql`delete from secrets where value = 'x'`));

test("rule 5 what a handler writes in and outside of transactions is one transaction", async () => {
  const failing = inOneTransaction(server.context, async (within) => {
    await insert(within, "alone");
    await inItself(within, "in a transaction");
    throw new Error("broken by the test");
  });
  await expect(failing).rejects.toThrow("broken by the test");
  expect(await stored()).toEqual([]);
  await inOneTransaction(server.context, async (within) => {
    await insert(within, "alone");
    await inItself(within, "in a transaction");
  });
  expect(await stored()).toEqual(["alone", "in a transaction"]);
});

test("rule 5 an action's transaction that fails takes the whole with it, also when its error is caught", async () => {
  const caught = inOneTransaction(server.context, async (within) => {
    await insert(within, "before");
    await within.db
      .transaction(async (db) => {
        await insert({ db }, "half");
        throw new Error("refused");
      })
      .catch(() => {});
  });
  await expect(caught).rejects.toThrow("refused");
  expect(await stored()).toEqual([]);
});

test("rule 12 what a handler announces is announced after the commit, and not at all without one", async () => {
  const { context } = server;
  const heard: { memberId: number; rows: string[] }[] = [];
  const reading: Promise<void>[] = [];
  context.bus.subscribe(sessionsTopic, (memberId) => {
    reading.push(stored().then((rows) => void heard.push({ memberId, rows })));
  });
  const announcing = (memberId: number, failure?: Error) =>
    inOneTransaction(context, async (within) => {
      sessionsChanged(within, memberId);
      await insert(within, String(memberId));
      if (failure) throw failure;
    });
  await expect(announcing(-1, new Error("refused"))).rejects.toThrow("refused");
  await announcing(-2);
  await Promise.all(reading);
  expect(heard).toEqual([{ memberId: -2, rows: ["-2"] }]);
});

test("decision 49 work that a refusal must not undo, and slow work, throws at once within a transaction", async () => {
  for (const part of ["limits", "passwords"] as const)
    await expect(inOneTransaction(server.context, async (within) => within[part])).rejects.toThrow("`inSteps`");
});
