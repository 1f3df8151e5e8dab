import { type ChildProcess, spawn } from "node:child_process";
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, inject, test } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { openPostgres } from "../database/database.ts";
import { serverDatabase } from "../testing/plumbline.ts";

// Several processes with the same jobs on one PostgreSQL: one of them runs the jobs, and another takes over when it is
// killed.

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
});

function startProcess(url: string): ChildProcess & { pid: number } {
  const child = spawn(process.execPath, ["server/testing/job-process.ts", url], { stdio: "inherit" });
  const ended = new Promise((done) => child.once("close", done));
  undo.push(() => {
    child.kill("SIGKILL");
    return ended;
  });
  return child as ChildProcess & { pid: number };
}

const template = inject("template");
describe.runIf("server" in template)("on PostgreSQL", () => {
  test.runIf(atNight)(
    "R22 of two processes one runs a job, each time once, and the other takes over when it is killed",
    async () => {
      const { url, drop } = await serverDatabase(template as { server: string; name: string });
      undo.push(drop);
      const { db, close } = await openPostgres(url);
      undo.push(close);
      await db.execute(sql`create table noted_runs
      (id serial primary key, name text not null, pid int not null, began timestamptz not null, ended timestamptz)`);
      const runs = async (name: string, pid: number) => {
        const { rows } = await db.execute<{ runs: number }>(
          sql`select count(*)::int as runs from noted_runs where name = ${name} and pid = ${pid}`,
        );
        return rows[0]?.runs ?? 0;
      };
      const waitFor = (name: string, pid: number, more: number) =>
        expect.poll(() => runs(name, pid)).toBeGreaterThan(more);

      const first = startProcess(url);
      await waitFor("often", first.pid, 0);
      const second = startProcess(url);
      await waitFor("in every process", second.pid, 0);
      // Long enough for the second process to have tried the lock as well.
      await waitFor("in every process", second.pid, 100);
      await waitFor("often", first.pid, 100);
      expect([await runs("often", second.pid), await runs("daily", second.pid)]).toEqual([0, 0]);
      expect(await runs("daily", first.pid)).toBe(1);

      first.kill("SIGKILL");
      await waitFor("often", second.pid, 10);
      expect([await runs("daily", first.pid), await runs("daily", second.pid)]).toEqual([1, 1]);
      // A third process finds it taken, and no run ever overlapped.
      const third = startProcess(url);
      await waitFor("in every process", third.pid, 100);
      expect(await runs("often", third.pid)).toBe(0);
      const { rows: twice } = await db.execute(sql`
      select one.id, other.id from noted_runs one join noted_runs other
        on one.name = other.name and one.id < other.id and other.began < one.ended and one.name <> 'in every process'`);
      expect(twice).toEqual([]);
    },
    120_000,
  );
});
