import { startMailbox } from "@plumbline/sandbox/mailbox/mailbox.ts";
import { startStripeSandbox } from "@plumbline/stripe-sandbox/start.ts";
import { describe, expect, test } from "vitest";
import { openPostgres } from "../database/database.ts";
import { verifyAudit } from "../features/audit/verifying.ts";
import { reconcileMoney } from "../features/reconciliation/actions.ts";
import { lastReconciliation } from "../features/reconciliation/store.ts";
import { readSettings } from "../settings.ts";
import { startPlumbline } from "../start.ts";
import { openReader, type Reader, startBalancer, violationsOf } from "../testing/live-readers.ts";
import { type Process, processes } from "../testing/process.ts";
import { randomFrom } from "../testing/random.ts";
import { hasPostgres, startPostgres, startRedis, until } from "../testing/servers.ts";
import { fullSize } from "../testing/size.ts";
import { startTcpProxy } from "../testing/tcp-proxy.ts";
import { emptyRecord, invoiceAndPay, makePair, type Pair, propose, writeMessages } from "./chaos-writers.ts";

// Three processes with a PostgreSQL, a Redis, a mail server and a card provider of the test's own, each behind a network
// that fails. Everything is killed, stopped, cut and slowed while fifty writers write and two thousand sockets listen:
// CHAOS_MINUTES=60 npm run failures -- R8

const minutes = Number(process.env["CHAOS_MINUTES"] ?? 0);
const pairs = Number(process.env["CHAOS_PAIRS"] ?? 12);
/** Sockets of each of a pair's two members. */
const tabs = Number(process.env["CHAOS_TABS"] ?? 5);
const seed = Number(process.env["CHAOS_SEED"] ?? Date.now() % 100_000);
/** The pause between two faults, in milliseconds: long enough to see that everything has recovered. */
const calm = 4000;
/** After a fault every kind of write is acknowledged again within this time, in milliseconds. */
const recoveryLimit = 15_000;
/** After the end every event and e-mail is delivered within this time: a retry may be ten minutes away. */
const settledWithin = 12 * 60_000;

const moment = (ms: number) => new Promise((later) => setTimeout(later, ms));
const through = (url: string, { port }: { port: number }) => Object.assign(new URL(url), { port: String(port) }).href;
const trimmed = (url: string) => url.replace(/\/$/, "");

const needsServers = fullSize && minutes > 0 && hasPostgres && process.env["TEST_REDIS_URL"] !== undefined;

describe.runIf(needsServers)("chaos", () => {
  const { makeFolder, start, after } = processes();

  /** What the three processes share, and the networks between them and it. */
  async function startServices() {
    const postgres = await startPostgres();
    after(postgres.close);
    const redis = await startRedis();
    after(redis.close);
    const mailbox = await startMailbox({ host: "127.0.0.1", port: 0, file: ":memory:" });
    after(mailbox.close);
    const keys = { secretKey: "sk_test_chaos", publishableKey: "pk_test_chaos", clientId: "ca_chaos" };
    const stripe = await startStripeSandbox({
      ...keys,
      ...{ host: "127.0.0.1", port: 0, file: ":memory:" },
      webhook: { url: "http://127.0.0.1:9/", secret: "whsec_chaos", connectSecret: "whsec_chaos_connect" },
    });
    after(stripe.close);
    const [database, bus, mail, provider] = await Promise.all(
      [postgres, redis, mailbox, stripe].map(async ({ port }) => {
        const network = await startTcpProxy({ host: "127.0.0.1", port });
        after(network.close);
        return network;
      }),
    );
    if (!database || !bus || !mail || !provider) throw new Error("four networks were started");
    const settings = {
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
      STRIPE_CLIENT_ID: keys.clientId,
      STRIPE_WEBHOOK_SECRET: "whsec_chaos",
      STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_chaos_connect",
    };
    return {
      ...{ postgres, redis, stripe, networks: { database, bus, mail, provider } },
      direct: { ...settings, DATABASE_URL: postgres.url, STRIPE_API_BASE: trimmed(stripe.url) },
      throughNetworks: {
        ...settings,
        DATABASE_URL: through(postgres.url, database),
        REDIS_URL: through(redis.url, bus),
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        STRIPE_API_BASE: trimmed(through(stripe.url, provider)),
      },
    };
  }
  type Services = Awaited<ReturnType<typeof startServices>>;

  /** Plumbline in this process, on the services themselves: for what is made before the run and looked at after it. */
  async function startHere({ direct }: Services, folder: string) {
    const environment = { NODE_ENV: "test", PORT: "0", LOG_LEVEL: "error", DEMO: "false", DATA_DIR: folder };
    return startPlumbline({ settings: readSettings({ ...environment, ...direct }) });
  }

  /** The faults, by what a person on call would call them. Each heals what it broke before it resolves. */
  function faultsOf(
    services: Services,
    running: Process[],
    join: () => Promise<Process>,
    leave: (url: string) => void,
  ) {
    const { postgres, redis, networks } = services;
    let turn = 0;
    const replace = async (signal: NodeJS.Signals) => {
      const at = turn++ % running.length;
      const old = running[at] as Process;
      leave(old.url);
      old.child.kill(signal);
      await old.ended;
      running[at] = await join();
    };
    const suspend = async () => {
      const { child } = running[turn++ % running.length] as Process;
      child.kill("SIGSTOP");
      await moment(8000);
      child.kill("SIGCONT");
    };
    const restart = async (server: { stop(signal: NodeJS.Signals): Promise<void>; start(): Promise<void> }) => {
      await server.stop("SIGKILL");
      await moment(1000);
      await server.start();
    };
    const refused = async (network: Services["networks"]["mail"], ms: number) => {
      network.refuse();
      await moment(ms);
      network.accept();
    };
    const frozen = async (network: Services["networks"]["mail"], ms: number) => {
      network.freeze();
      await moment(ms);
      network.thaw();
    };
    const slow = async () => {
      for (const network of Object.values(networks)) network.delay(25);
      await moment(8000);
      for (const network of Object.values(networks)) network.delay(0);
    };
    return new Map<string, () => Promise<unknown>>([
      ["a process is killed", () => replace("SIGKILL")],
      ["a process is replaced", () => replace("SIGTERM")],
      ["a process is suspended for 8 s", suspend],
      ["PostgreSQL is killed", () => restart(postgres)],
      ["connections to PostgreSQL are cut", async () => networks.database.cut()],
      ["PostgreSQL cannot be reached for 3 s", () => refused(networks.database, 3000)],
      ["PostgreSQL does not answer for 6 s", () => frozen(networks.database, 6000)],
      ["Redis is killed", () => restart(redis)],
      ["Redis does not answer for 6 s", () => frozen(networks.bus, 6000)],
      ["the mail server cannot be reached for 8 s", () => refused(networks.mail, 8000)],
      ["the mail server does not answer for 8 s", () => frozen(networks.mail, 8000)],
      ["the card provider cannot be reached for 8 s", () => refused(networks.provider, 8000)],
      ["the card provider does not answer for 8 s", () => frozen(networks.provider, 8000)],
      ["every network is slow for 8 s", slow],
    ]);
  }

  const readersOf = (url: string, { customer, advisor }: Pair, conversationId: number): Reader[] =>
    Array.from({ length: tabs * 2 }, (_, tab) => {
      const [reader, other] = tab % 2 === 0 ? [customer, advisor] : [advisor, customer];
      const channel = tab % 4 < 2 ? "MessagesChannel" : "ConversationsChannel";
      return openReader({ url, token: reader.token, receiverId: other.id, conversationId, channel });
    });

  test(
    "R1 R2 R4 R8 through an hour of faults nothing acknowledged is lost, doubled, out of order or charged twice, and every fault is over within 15 s",
    async () => {
      const services = await startServices();
      const folder = await makeFolder();
      const before = await startHere(services, folder);
      services.stripe.deliverTo(`${before.url}/webhooks/stripe`);
      const working: Pair[] = [];
      while (working.length < pairs) working.push(await makePair(before));
      const conversations = await conversationsOf(services, working);
      await before.close();

      const balancer = await startBalancer();
      after(async () => balancer.close());
      services.stripe.deliverTo(`${balancer.url}/webhooks/stripe`);
      const join = async () => {
        const running = await start(folder, { ...services.throughNetworks, LOG_LEVEL: "error" });
        if (!running.url) throw new Error(`a process did not start: ${running.errors() || running.output()}`);
        balancer.add(running.url);
        return running;
      };
      const running = [await join(), await join(), await join()];
      const readers = working.map((pair, at) => readersOf(balancer.url, pair, conversations[at] as number));
      after(async () => {
        for (const reader of readers.flat()) reader.close();
      });
      await until(
        "everybody listens",
        () => readers.flat().every(({ lives }) => lives.at(-1)?.history != null),
        60_000,
      );

      const record = emptyRecord();
      let stopped = false;
      const ended = () => stopped;
      const writing = working.flatMap((pair) => [
        writeMessages(balancer.url, pair, "customer", { record, ended, pause: 100 }),
        writeMessages(balancer.url, pair, "advisor", { record, ended, pause: 100 }),
        propose(balancer.url, pair, { record, ended, pause: 500 }),
        invoiceAndPay(balancer.url, pair, { record, ended, pause: 1000 }),
      ]);

      const faults = [...faultsOf(services, running, join, balancer.remove)];
      const random = randomFrom(seed);
      const begun = performance.now();
      const say = (line: string) => process.stdout.write(`      ${line}\n`);
      say(`seed ${seed}: ${minutes} minutes, ${working.length * 4} writers, ${readers.flat().length} sockets`);
      const recoveries: number[] = [];
      for (let count = 0; performance.now() - begun < minutes * 60_000; count += 1) {
        const [name, cause] = faults[
          count < faults.length ? count : Math.floor(random() * faults.length)
        ] as (typeof faults)[number];
        await cause();
        const healed = performance.now();
        const { last } = record;
        const took = await until(
          `messages, proposals and payments are acknowledged after: ${name}`,
          () => Math.min(last.message, last.proposal, last.payment) > healed,
          60_000,
        );
        recoveries.push(took);
        say(
          `${Math.round((healed - begun) / 1000)} s: ${name}; all kinds of writes again after ${Math.round(took)} ms`,
        );
        await moment(calm);
      }
      stopped = true;
      await Promise.all(writing);

      const afterwards = await startHere(services, folder);
      const { db } = afterwards.context;
      const count = async (query: string) => Number((await db.execute<{ n: number }>(query)).rows[0]?.n);
      const unsettled = async () =>
        (await count("select count(*) as n from events where delivered_at is null and failed_at is null")) +
        (await count("select count(*) as n from mails where sent_at is null and failed_at is null"));
      const settled = await until(
        "every event and e-mail is delivered",
        async () => (await unsettled()) === 0,
        settledWithin,
      );
      say(`every event and e-mail was delivered ${Math.round(settled / 1000)} s after the end`);
      const acknowledged = [...record.messages.values()].reduce((sum, { length }) => sum + length, 0);
      say(
        `acknowledged: ${acknowledged} messages, ${record.proposals.length} proposals, ${record.invoicesPaid.length} payments; ${record.sentAgain} calls were sent again`,
      );
      expect(record.refused).toEqual([]);
      expect(Math.max(...recoveries)).toBeLessThan(recoveryLimit);
      await expectMessages(services, working, conversations, record.messages, readers);
      const names = (await db.execute<{ name: string }>("select name from engagements where name like 'Proposal %'"))
        .rows;
      expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
      expect(record.proposals.filter((name) => !names.some((row) => row.name === name))).toEqual([]);

      const books = (await (await fetch(`${trimmed(services.stripe.url)}/sandbox/ledger`)).json()) as {
        charges: { status: string; refunded: number; metadata: { invoice_id?: string } }[];
      };
      const charged = books.charges
        .filter(({ status, refunded, metadata }) => status === "succeeded" && refunded === 0 && metadata.invoice_id)
        .map(({ metadata }) => Number(metadata.invoice_id));
      expect(charged.filter((id, at) => charged.indexOf(id) !== at)).toEqual([]);
      expect(record.invoicesPaid.filter((id) => !charged.includes(id))).toEqual([]);
      await reconcileMoney(afterwards.context, null, 1);
      expect((await lastReconciliation(db))?.differences).toEqual([]);
      expect((await verifyAudit(db)).findings).toEqual([]);
      expect(await count("select count(*) as n from events where failed_at is not null")).toBe(0);
      await afterwards.close();
    },
    (minutes + 25) * 60_000,
  );

  async function rowsOf<Row extends object>(services: Services, query: string): Promise<Row[]> {
    const database = await openPostgres(services.postgres.url);
    try {
      return (await database.db.execute(query)).rows as Row[];
    } finally {
      await database.close();
    }
  }

  async function conversationsOf(services: Services, working: readonly Pair[]): Promise<number[]> {
    const rows = await rowsOf<{ id: number; customer_id: number }>(
      services,
      "select id, customer_id from conversations",
    );
    return working.map(({ customer }) => rows.find((row) => row.customer_id === customer.id)?.id as number);
  }

  /** Each acknowledged message is stored once, in its writer's order, and every reader has seen the conversation so. */
  async function expectMessages(
    services: Services,
    working: readonly Pair[],
    conversations: readonly number[],
    acknowledged: ReadonlyMap<string, readonly string[]>,
    readers: readonly (readonly Reader[])[],
  ) {
    const rows = await rowsOf<{ id: number; conversation_id: number; sender_id: number; body: string }>(
      services,
      "select id, conversation_id, sender_id, body from messages order by id",
    );
    for (const [at, pair] of working.entries()) {
      const conversation = rows.filter((row) => row.conversation_id === conversations[at]);
      for (const { id, token } of [pair.customer, pair.advisor]) {
        const stored = conversation
          .filter(({ sender_id, body }) => sender_id === id && /^(customer|advisor) \d+ \d+$/.test(body ?? ""))
          .map(({ body }) => body);
        expect(new Set(stored).size).toBe(stored.length);
        const known = new Set(acknowledged.get(token));
        expect(stored.filter((body) => known.has(body))).toEqual(acknowledged.get(token));
      }
      const ids = conversation.map(({ id }) => Number(id));
      const everybody = readers[at] ?? [];
      await until(
        "everybody knows everything",
        () => everybody.every(({ known }) => ids.every((id) => known.has(id))),
        30_000,
      );
      for (const reader of everybody) expect(violationsOf(reader, ids)).toEqual([]);
    }
  }
});
