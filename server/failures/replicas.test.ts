import { listConversations, listMessages, sendMessage } from "@plumbline/contract/messages/contract.ts";
import { listNotifications } from "@plumbline/contract/notifications/contract.ts";
import { listOwnReports, makeReport } from "@plumbline/contract/reports/contract.ts";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { openPostgres } from "../database/database.ts";
import type { Replicas } from "../database/replicas.ts";
import { converse } from "../demo/messages.ts";
import { makeMember, type Person, setUp } from "../demo/people.ts";
import { replicaFindings } from "../doctor/replicas.ts";
import { seedReference } from "../features/reference/store.ts";
import { type Plumbline, startPlumbline } from "../start.ts";
import { identifierOf, openSocket } from "../testing/cable-clients.ts";
import { callOver } from "../testing/calling.ts";
import { callEverything, readsThatMayBeStale } from "../testing/every-call.ts";
import { type Opened, testServer, testSettings } from "../testing/plumbline.ts";
import { hasPostgres, startPostgres, startStandby } from "../testing/servers.ts";
import { fullSize } from "../testing/size.ts";
import { startTcpProxy } from "../testing/tcp-proxy.ts";

// A real primary and a real standby, and two processes that read from both (ADR-050).

// Once a suite, in its pass on PostgreSQL.
describe.runIf(hasPostgres && process.env["TEST_DATABASE_URL"])("with a replica by streaming replication", () => {
  let standby: Awaited<ReturnType<typeof startStandby>>;
  let line: Awaited<ReturnType<typeof startTcpProxy>>;
  /** What carries the announcements of others to the second process. */
  let announcements: Awaited<ReturnType<typeof startTcpProxy>>;
  let another: () => ReturnType<typeof openPostgres>;
  const environment: Record<string, string> = {};
  const server = testServer(environment, {
    secondProcess: true,
    open: async (): Promise<Opened> => {
      const primary = await startPostgres();
      announcements = await startTcpProxy(primary);
      const direct = primary.url.replace(`:${primary.port}/`, `:${announcements.port}/`);
      another = () => openPostgres(primary.url, { direct });
      const database = await openPostgres(primary.url);
      await seedReference(database.db);
      standby = await startStandby(primary);
      line = await startTcpProxy(standby);
      environment["DATABASE_URL"] = primary.url;
      environment["DATABASE_REPLICA_URL"] = standby.url.replace(`:${standby.port}/`, `:${line.port}/`);
      return {
        database,
        another,
        drop: async () => {
          await line.close();
          await announcements.close();
          await standby.close();
          await primary.close();
        },
      };
    },
  });
  let admin: pg.Client;
  let customer: Person;
  let advisor: Person;
  let bystander: Person;
  beforeAll(async () => {
    admin = new pg.Client({ connectionString: standby.url });
    admin.on("error", () => {});
    await admin.connect();
    const { context } = server;
    customer = await setUp(context, await makeMember(context, "customer"));
    advisor = await setUp(context, await makeMember(context, "advisor"));
    bystander = await setUp(context, await makeMember(context, "customer"));
    await converse(context, [
      [customer, advisor, "Good morning."],
      [bystander, advisor, "Hello."],
    ]);
    await server.settle();
  });
  afterAll(() => admin.end());

  const processes = (): Plumbline[] => [server, server.secondProcess];
  const replicasOf = ({ context }: Pick<Plumbline, "context">) => context.replicas as Replicas;
  /** Until the replica of each process has all that these members have written or been told of. */
  const caughtUp = async (...members: Person[]) => {
    for (const each of processes())
      for (const { id } of members)
        await vi.waitUntil(() => replicasOf(each).forReader(id), { timeout: 45_000, interval: 20 });
  };
  const pause = async () => {
    await admin.query("select pg_wal_replay_pause()");
    await vi.waitUntil(
      async () => (await admin.query("select pg_get_wal_replay_pause_state() as state")).rows[0].state === "paused",
      { timeout: 45_000, interval: 20 },
    );
  };
  const resume = () => admin.query("select pg_wal_replay_resume()");
  const say = (body: string, by = customer, to = advisor) =>
    server.call(sendMessage, { body: { receiver_id: to.id, message: { body } } }, by.token);
  const latestOf = async (process: Plumbline, { token }: Person) => {
    const { status, body } = await callOver(process.url, listConversations, {}, token);
    expect(status).toBe(200);
    return body[0]?.last_message?.body;
  };

  test("ADR-050 every read that may be stale runs on the replica, and answers the same bytes as the primary", async () => {
    const calls = await readsThatMayBeStale(server);
    await server.settle();
    const folder = server.context.settings.dataDirectory;
    const onPrimary = await startPlumbline({
      settings: testSettings(folder, { DATABASE_URL: environment["DATABASE_URL"] as string }),
      clock: server.clock,
      database: await another(),
      ephemeral: true,
      skipNotifications: true,
    });
    const answerOf = async (url: string, path: string, { token }: Person) => {
      const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
      const text = (await answer.text()).replaceAll(url, "");
      // A PDF names the moment when it was drawn.
      return [path, answer.status, answer.headers.get("content-type"), /\.pdf/.test(path) ? "" : text];
    };
    const { counts } = replicasOf(server);
    const unanswered = new Set(calls.map(({ declaration }) => declaration.path));
    for (const { declaration, path, by } of calls) {
      await caughtUp(by);
      const before = { ...counts };
      const answer = await answerOf(server.url, path, by);
      // Bad input is refused before anything is read.
      expect([path, counts.replica - before.replica]).toEqual([path, answer[1] === 422 ? 0 : 1]);
      expect(answer).toEqual(await answerOf(onPrimary.url, path, by));
      if (answer[1] === 200) unanswered.delete(declaration.path);
    }
    await onPrimary.close();
    expect([...unanswered]).toEqual([]);
    expect(counts.failed_on_replica).toBe(0);
  }, 300_000);

  test.runIf(fullSize)(
    "ADR-050 no call fails beside a replica",
    async () => {
      await callEverything(server);
      expect(replicasOf(server).counts.failed_on_replica).toBe(0);
    },
    300_000,
  );

  test("ADR-050 while the replica stands still a member sees their own change at once in every process, and others go on reading there", async () => {
    await caughtUp(customer, advisor, bystander);
    await pause();
    // The second process hears of a change long after it was answered.
    announcements.delay(80);
    // Nobody is told of a report, so that the call alone says who has changed something.
    const report = { kind: "profile", id: advisor.id, grounds: "other", words: "Not as described." } as const;
    expect((await server.call(makeReport, { body: report }, customer.token)).status).toBe(201);
    for (const process of processes().toReversed())
      expect((await callOver(process.url, listOwnReports, {}, customer.token)).body).toHaveLength(1);
    for (const words of ["one", "two", "three"]) {
      expect((await say(words)).status).toBe(201);
      for (const process of processes().toReversed()) expect(await latestOf(process, customer)).toBe(words);
    }
    announcements.delay(0);
    for (const process of processes()) {
      const { counts } = replicasOf(process);
      const before = counts.replica;
      expect(await latestOf(process, bystander)).toBe("Hello.");
      expect(counts.replica).toBe(before + 1);
    }
    await resume();
    await caughtUp(customer);
  });

  test("ADR-050 what a live update has told can be read at once, in any process", async () => {
    await caughtUp(customer, advisor);
    const socket = await openSocket(server.secondProcess.url, { token: advisor.token });
    await socket.subscribe(identifierOf("ConversationsChannel"));
    await socket.subscribe(identifierOf("NotificationsChannel"));
    await pause();
    for (const words of ["six", "seven", "eight"]) {
      await say(words);
      await socket.frames.until(words, (frames) => frames.some(({ message }) => bodyIn(message) === words));
      for (const process of processes()) {
        expect(await latestOf(process, advisor)).toBe(words);
        const { body } = await callOver(
          process.url,
          listMessages,
          { query: { receiver_id: customer.id } },
          advisor.token,
        );
        expect(JSON.stringify(body)).toContain(words);
      }
    }
    await resume();
    socket.close();
  });

  test("ADR-050 a process that may have missed what others announce reads from the primary until the replica has it", async () => {
    await caughtUp(customer, advisor);
    await pause();
    const second = server.secondProcess;
    second.context.database.reconnectListener();
    await say("nine");
    expect(await latestOf(second, customer)).toBe("nine");
    await resume();
    await caughtUp(customer);
  });

  test("ADR-050 a process that has missed what others announced reads from the primary until the replica has it", async () => {
    await caughtUp(customer, advisor);
    await pause();
    const second = server.secondProcess;
    announcements.refuse();
    await say("nine and a half");
    expect(await latestOf(second, customer)).toBe("nine and a half");
    announcements.accept();
    await vi.waitUntil(() => second.context.bus.isUpToDate(), { timeout: 45_000, interval: 20 });
    expect(await latestOf(second, customer)).toBe("nine and a half");
    // Also once it knows how far the primary was, and that the replica is not there.
    const { counts } = replicasOf(second);
    const before = counts.primary_own_changes;
    await vi.waitUntil(
      async () => {
        expect(await latestOf(second, customer)).toBe("nine and a half");
        return counts.primary_own_changes > before;
      },
      { timeout: 45_000, interval: 20 },
    );
    await resume();
    await caughtUp(customer);
  });

  test("ADR-050 a read that the replica cancels, because replay needs what it has locked, is answered by the primary", async () => {
    await caughtUp(customer);
    const { db } = server.context;
    await db.execute(sql`create table locked (id int)`);
    await admin.query("alter system set max_standby_streaming_delay = 0");
    await admin.query("select pg_reload_conf()");
    await say("ten");
    await caughtUp(customer);
    const replica = await replicasOf(server).forReader(customer.id);
    const answer = replica?.db
      .execute<{ by: string }>(
        sql`select case when pg_is_in_recovery() then pg_sleep(60)::text else 'primary' end as by from (select count(*) from locked) as none`,
      )
      .then(({ rows }) => rows);
    await vi.waitUntil(
      async () =>
        (await admin.query("select from pg_stat_activity where wait_event = 'PgSleep' and query like '%locked%'"))
          .rowCount,
      { timeout: 45_000, interval: 20 },
    );
    await db.transaction((tx) => tx.execute(sql`lock table locked in access exclusive mode`));
    await db.execute(sql`drop table locked; create table locked (id int)`);
    expect(await answer).toEqual([{ by: "primary" }]);
    await db.execute(sql`drop table locked`);
  });

  test("T-02 ADR-050 doctor says whether a replica can be reached, is one, and follows this primary", async () => {
    const primary = new pg.Client({ connectionString: environment["DATABASE_URL"] as string });
    await primary.connect();
    const says = async (url: string) =>
      (await replicaFindings(primary, url)).map(({ state, says: words }) => `${state}: ${words}`);
    expect(await says(standby.url)).toEqual([expect.stringMatching(/^ok: the replica at \S+ follows$/)]);
    expect(await says(environment["DATABASE_URL"] as string)).toEqual([expect.stringMatching(/^failed: .* is none$/)]);
    expect(await says("postgres://nobody@127.0.0.1:1/none")).toEqual([
      expect.stringMatching(/^failed: .*cannot be read/),
    ]);
    await primary.end();
  });

  /** Members read without pause until `work` is done; returns the statuses of their answers. */
  const underReads = async (work: () => Promise<void>): Promise<Set<number>> => {
    const statuses = new Set<number>();
    let done = false;
    const read = async ({ url }: Plumbline, { token }: Person) => {
      while (!done)
        for (const declaration of [listConversations, listNotifications])
          statuses.add((await callOver(url, declaration, {}, token)).status);
    };
    const readers = processes().flatMap((process) =>
      [customer, advisor, bystander].map((person) => read(process, person)),
    );
    try {
      await work();
    } finally {
      done = true;
      await Promise.all(readers);
    }
    return statuses;
  };
  const usedBy = async (count: number) => {
    for (const each of processes())
      await vi.waitUntil(() => replicasOf(each).inUse() === count, { timeout: 45_000, interval: 20 });
  };
  const readsThere = async () => {
    for (const each of processes()) {
      const { counts } = replicasOf(each);
      const before = counts.replica;
      await vi.waitUntil(() => counts.replica > before, { timeout: 45_000, interval: 20 });
    }
  };
  const readiness = async () => (await (await fetch(`${server.url}/readyz`)).json()) as object;

  test.runIf(atNight)(
    "R21 ADR-050 the replica is killed, frozen and cut off under reads: no call fails, the process stays ready, and it is read again afterwards",
    async () => {
      await caughtUp(customer, advisor, bystander);
      const statuses = await underReads(async () => {
        await readsThere();
        await standby.stop("SIGKILL");
        await usedBy(0);
        expect(await readiness()).toMatchObject({ status: "ready", replicas: "0 of 1 in use" });
        await standby.start();
        await usedBy(1);
        await readsThere();
        line.freeze();
        await usedBy(0);
        line.thaw();
        await usedBy(1);
        line.refuse();
        await usedBy(0);
        line.accept();
        await usedBy(1);
        await readsThere();
      });
      expect([...statuses]).toEqual([200]);
      expect(await readiness()).toMatchObject({ replicas: "1 of 1 in use" });
    },
  );

  test.runIf(atNight)(
    "ADR-050 T-03 a replica that is too far behind, or promoted, is not read, and the metrics say so",
    async () => {
      admin = new pg.Client({ connectionString: standby.url });
      await admin.connect();
      await pause();
      await say("eleven");
      await usedBy(0);
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
      const figureOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(metrics)?.[1]);
      expect(figureOf("plumbline_replicas_out")).toBe(1);
      expect(figureOf("plumbline_replica_lag_seconds")).toBeGreaterThan(5);
      expect(metrics).toMatch(/^plumbline_replica_reads_total\{answer="replica"\} [1-9]/m);
      expect(await latestOf(server, bystander)).toBe("Hello.");
      await resume();
      await usedBy(1);
      await admin.query("select pg_promote()");
      await usedBy(0);
      expect(await latestOf(server, customer)).toBe("eleven");
    },
  );
});

const bodyIn = (message: unknown): unknown =>
  typeof message === "object" && message !== null && "body" in message ? message.body : undefined;
