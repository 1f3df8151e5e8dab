import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadMembers } from "../../bench/parts/many-members.ts";
import { atNight } from "../../tools/nightly.ts";
import { openPublicReader, openReader, type Reader, startBalancer, violationsOf } from "../testing/live-readers.ts";
import { type Process, processes } from "../testing/process.ts";
import { hasNats, hasPostgres, startNats, startPostgres, startRedis } from "../testing/servers.ts";
import { fullSize, sized, timeoutFor } from "../testing/size.ts";
import { startTcpProxy } from "../testing/tcp-proxy.ts";

// Two processes behind a balancer, with a PostgreSQL and a Redis or NATS of their own, while everything between them fails.
// What was acknowledged and what was delivered is recorded in the test.

const conversations = sized(200, 8);
const messages = sized(100_000, 240);
/** Subscribers of each conversation: two tabs of either member. */
const tabs = sized(10, 4);
const writers = sized(24, 8);
const rounds = sized(10, 1);

const hasRedis = process.env["TEST_REDIS_URL"] !== undefined;
type Carrier = { setting: "REDIS_URL" | "NATS_URL"; start: typeof startRedis };
const buses: [name: string, carrier: Carrier | null][] = [["PostgreSQL", null]];
if (hasRedis) buses.push(["Redis", { setting: "REDIS_URL", start: startRedis }]);
if (hasNats) buses.push(["NATS", { setting: "NATS_URL", start: startNats }]);

// Once a suite, in its pass on PostgreSQL.
describe.runIf(hasPostgres && process.env["TEST_DATABASE_URL"])("messages through two processes", () => {
  const { makeFolder, start, after } = processes();
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.close());

  /** Customers and advisors with ids and tokens by number, in a database of the test's own. */
  async function makeDatabase(name: string): Promise<{ url: string; admin: pg.Client }> {
    const server = new pg.Client({ connectionString: postgres.url });
    await server.connect();
    await server.query(`create database ${name} encoding 'UTF8' template template0`);
    await server.end();
    const url = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
    const admin = new pg.Client({ connectionString: url });
    admin.on("error", () => {});
    after(() => admin.end().catch(() => {}));
    return { url, admin };
  }

  const moment = (ms: number) => new Promise((later) => setTimeout(later, ms));
  const through = (url: string, proxy: { port: number }) =>
    Object.assign(new URL(url), { port: String(proxy.port) }).href;

  /** Sends until it is acknowledged, as the web does: with the same client_id after every failure. */
  async function send(
    url: string,
    conversation: number,
    clientId: string,
  ): Promise<{ id: number; conversation_id: number }> {
    for (;;) {
      // The customer writes first; then both write.
      const fromCustomer = clientId.startsWith("first") || clientId.endsWith("0") || clientId.endsWith("5");
      const [token, receiver] = fromCustomer
        ? [`customer-${conversation}`, conversations + conversation]
        : [`advisor-${conversation}`, conversation];
      const answer = await fetch(`${url}/api/messages`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ receiver_id: receiver, message: { body: `Message ${clientId}`, client_id: clientId } }),
        signal: AbortSignal.timeout(5000),
      }).catch(() => null);
      if (answer?.status === 201) {
        const told = (await answer.json().catch(() => null)) as { id: number; conversation_id: number } | null;
        if (told) return told;
      }
      await new Promise((later) => setTimeout(later, 50));
    }
  }

  test.each(buses.filter(([bus]) => atNight || bus === "PostgreSQL"))(
    "R8 nothing is lost, doubled or out of order with the bus over %s, through drops, cuts, kills and rolling restarts",
    async (bus, carrier) => {
      const { url, admin } = await makeDatabase(`r8_${bus.toLowerCase()}_${Date.now()}`);
      const databaseProxy = await startTcpProxy(postgres);
      after(databaseProxy.close);
      const server = carrier && (await carrier.start());
      const network = server && (await startTcpProxy(server));
      if (server) after(server.close);
      if (network) after(network.close);
      const environment = {
        DATABASE_URL: through(url, databaseProxy),
        LOG_LEVEL: "silent",
        ...(carrier && network ? { [carrier.setting]: through(server.url, network) } : {}),
      };
      const folder = await makeFolder();
      const balancer = await startBalancer();
      after(async () => balancer.close());
      const join = async (): Promise<Process> => {
        const process = await start(folder, environment);
        expect(process.url, process.errors()).not.toBe("");
        balancer.add(process.url);
        return process;
      };
      // One stays connected, so that there are always open sockets; the other connects and disconnects.
      const staying = await join();
      await admin.connect();
      await loadMembers(url, conversations);
      let passing = await join();

      const first = await Promise.all(
        Array.from({ length: conversations }, (_, n) => send(balancer.url, n + 1, `first ${n + 1}`)),
      );
      const readers: (Reader & { conversation: number; stays: boolean })[] = [];
      const read = (
        conversation: number,
        side: "customer" | "advisor",
        channel: "MessagesChannel" | "ConversationsChannel",
        at: string,
        as?: "@rails/actioncable" | "@anycable/core",
      ) => {
        const reading = {
          url: at,
          token: `${side}-${conversation}`,
          receiverId: side === "customer" ? conversations + conversation : conversation,
          conversationId: first[conversation - 1]?.conversation_id as number,
          channel,
        };
        const reader = as ? openPublicReader(as, reading) : openReader(reading);
        after(async () => reader.close());
        readers.push(Object.assign(reader, { conversation, stays: at === staying.url }));
      };
      for (let conversation = 1; conversation <= conversations; conversation += 1)
        for (let tab = 0; tab < tabs; tab += 1) {
          await moment(5);
          read(
            conversation,
            tab % 2 === 0 ? "customer" : "advisor",
            tab % 4 < 2 ? "MessagesChannel" : "ConversationsChannel",
            tab === 0 ? staying.url : balancer.url,
          );
        }
      read(1, "customer", "MessagesChannel", staying.url, "@rails/actioncable");
      read(2, "advisor", "MessagesChannel", staying.url, "@anycable/core");
      await until("all have subscribed", () => readers.every(({ lives }) => lives.at(-1)?.history));

      const acknowledged: number[] = [];
      let written = 0;
      let stop = false;
      const writing = Array.from({ length: writers }, async () => {
        while (written < messages || !stop) {
          const number = written++;
          const { id } = await send(balancer.url, (number % conversations) + 1, `${bus} ${number}`);
          acknowledged.push(id);
          // The time during which everything fails.
          if (written > messages) await new Promise((later) => setTimeout(later, 20));
        }
      });
      const dropping = setInterval(
        () => {
          const victims = readers.filter(({ stays }) => !stays);
          const victim = victims[Math.floor(Math.random() * victims.length)];
          if (Math.random() < 0.3) victim?.pause(500);
          else victim?.drop();
        },
        sized(25, 50),
      );
      after(async () => clearInterval(dropping));

      const cutListeners = () =>
        admin.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'plumbline listener'",
        );
      for (let round = 0; round < rounds; round += 1) {
        await cutListeners();
        await moment(300);
        databaseProxy.cut();
        await moment(300);
        if (server && network) {
          network.cut();
          await moment(300);
          // Longer than the second after which silence is a gap.
          network.freeze();
          await moment(1500);
          network.thaw();
          await moment(300);
          await server.stop();
          await moment(400);
          await server.start();
        } else {
          databaseProxy.refuse();
          await moment(400);
          databaseProxy.accept();
        }
        // Killed meanwhile, and then replaced while the other continues.
        balancer.remove(passing.url);
        passing.child.kill(round % 2 === 0 ? "SIGKILL" : "SIGTERM");
        const next = await join();
        await passing.ended;
        passing = next;
        await cutListeners();
        await moment(300);
      }
      stop = true;
      await Promise.all(writing);
      clearInterval(dropping);

      const { rows } = await admin.query<{ id: string; conversation_id: number; client_id: string }>(
        "select id, conversation_id, client_id from messages order by conversation_id, id",
      );
      const logs = Map.groupBy(rows, ({ conversation_id }) => conversation_id);
      const logOf = (conversation: number) =>
        (logs.get(first[conversation - 1]?.conversation_id as number) ?? []).map(({ id }) => Number(id));
      const stored = new Set(rows.map(({ id }) => Number(id)));
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
      expect(new Set(rows.map(({ client_id }) => client_id)).size).toBe(rows.length);
      expect(new Set(acknowledged).size).toBe(acknowledged.length);
      await until("everybody has been told everything", () =>
        readers.every(({ known, conversation }) => logOf(conversation).every((id) => known.has(id))),
      ).catch(() => {});
      const faults = readers.flatMap((reader) =>
        violationsOf(reader, logOf(reader.conversation)).map(
          (fault) => `conversation ${reader.conversation}, stays ${reader.stays}: ${fault}`,
        ),
      );
      expect(faults).toEqual([]);
      // A reader that stayed connected got everything live.
      expect(readers.filter(({ stays, lives }) => stays && lives.length !== 1)).toEqual([]);
      const waits = readers.flatMap(({ lives }) => lives.flatMap(({ caughtUpAfter }) => caughtUpAfter ?? []));
      const slowest = Math.max(...waits);
      if (fullSize) {
        console.log(
          `${bus}: ${rows.length} messages, ${waits.length} subscriptions, slowest catching up ${Math.round(slowest)} ms`,
        );
        expect(waits.toSorted((one, other) => one - other)[Math.floor(waits.length * 0.99)]).toBeLessThan(2000);
      }
    },
    timeoutFor(120_000),
  );
});

const waitsFor = sized(300_000, 30_000);

/** Polls until the condition holds or the timeout ends. */
async function until(what: string, holds: () => unknown): Promise<void> {
  for (const end = Date.now() + waitsFor; !holds(); ) {
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
    await new Promise((later) => setTimeout(later, 50));
  }
}
