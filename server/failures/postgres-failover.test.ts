import { describe, expect, test } from "vitest";
import { readSettings } from "../settings.ts";
import { startPlumbline } from "../start.ts";
import { hasPatroni, startCluster } from "../testing/patroni.ts";
import { type Process, processes } from "../testing/process.ts";
import { until } from "../testing/servers.ts";
import { fullSize } from "../testing/size.ts";
import { emptyRecord, makePair, openPace, type Pair, propose, writeMessages } from "./chaos-writers.ts";

// A PostgreSQL cluster under Patroni loses its primary, and hands over, while two processes write: npm run failures -- R21

/** After a failover every kind of write is acknowledged again within this time, in milliseconds. */
const recoveryLimit = 15_000;
const pairs = 8;

describe.runIf(fullSize && hasPatroni)("on a cluster", () => {
  const { makeFolder, start, after } = processes();

  test("R21 the primary is killed and later handed over: what was acknowledged is there once, and two processes go on by themselves", async () => {
    const cluster = await startCluster();
    after(cluster.close);
    const folder = await makeFolder();
    const environment = { DATABASE_URL: cluster.url, LOG_LEVEL: "fatal" };
    const startHere = async () =>
      startPlumbline({
        settings: readSettings({ NODE_ENV: "test", PORT: "0", DEMO: "false", DATA_DIR: folder, ...environment }),
      });
    const before = await startHere();
    const working: Pair[] = [];
    while (working.length < pairs) working.push(await makePair(before));
    await before.close();

    const running = [await start(folder, environment), await start(await makeFolder(), environment)] as [
      Process,
      Process,
    ];
    for (const each of running) if (!each.url) throw new Error(`a process did not start: ${each.errors()}`);
    // Each process has its own record, because each has to recover.
    const records = running.map(() => emptyRecord());
    let stopped = false;
    const { pause } = openPace();
    const writing = working.flatMap((pair, at) => {
      const { url } = running[at % 2] as Process;
      const record = records[at % 2] as ReturnType<typeof emptyRecord>;
      const every = (ms: number) => ({ record, ended: () => stopped, pause: () => pause(ms) });
      return [
        writeMessages(url, pair, "customer", every(20)),
        writeMessages(url, pair, "advisor", every(20)),
        propose(url, pair, every(100)),
      ];
    });
    const writesAfter = (moment: number) =>
      until(
        "both processes write again",
        () => records.every(({ last }) => Math.min(last.message, last.proposal) > moment),
        60_000,
      );
    await writesAfter(performance.now());

    const failures = records.map(({ sentAgain }) => sentAgain);
    const killedAt = performance.now();
    const killed = await cluster.killPrimary();
    // Answers to what was written before are still on their way.
    await until("calls fail", () => records.every(({ sentAgain }, at) => sentAgain > (failures[at] ?? 0)), 10_000);
    await writesAfter(performance.now());
    const afterKill = performance.now() - killedAt;
    killed.start();
    await cluster.whole();
    const asked = performance.now();
    await cluster.switchOver();
    await writesAfter(performance.now());
    const afterHandover = performance.now() - asked;
    await cluster.whole();
    await writesAfter(performance.now());
    stopped = true;
    await Promise.all(writing);

    const afterwards = await startHere();
    const texts = async (query: string) =>
      (await afterwards.context.db.execute<{ text: string }>(query)).rows.map(({ text }) => text);
    const stored = await texts("select body as text from messages where body ~ '^(customer|advisor) ' order by id");
    const names = await texts("select name as text from engagements where name like 'Proposal %'");
    await afterwards.close();
    for (const record of records) {
      expect(record.refused).toEqual([]);
      for (const acknowledged of record.messages.values()) {
        const known = new Set(acknowledged);
        expect(stored.filter((text) => known.has(text))).toEqual(acknowledged);
      }
      expect(record.proposals.filter((name) => !names.includes(name))).toEqual([]);
    }
    expect(new Set(stored).size).toBe(stored.length);
    expect(new Set(names).size).toBe(names.length);
    const writes = records.reduce((sum, { messages }) => sum + [...messages.values()].flat().length, names.length);
    const again = records.reduce((sum, { sentAgain }) => sum + sentAgain, 0);
    process.stdout.write(
      `      ${writes} writes; killed: all writes again after ${Math.round(afterKill)} ms, handed over: ${Math.round(afterHandover)} ms; ${again} calls were sent again\n`,
    );
    expect(Math.max(afterKill, afterHandover)).toBeLessThan(recoveryLimit);
    expect(running.map(({ child }) => child.exitCode)).toEqual([null, null]);
  }, 400_000);
});
