import { cp, mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { present } from "@plumbline/contract/present.ts";
import pg from "pg";
import { multiplyRows } from "../server/testing/multiplied-rows.ts";
import { ask, quantile, untilIdle } from "./parts/asking.ts";
import { contractReads, type Read } from "./parts/contract-reads.ts";
import { ownDatabase } from "./parts/database.ts";
import { demoAccountIds, signInToDemo } from "./parts/demo-accounts.ts";
import { serverEnvironment, startProgram } from "./parts/process.ts";

// Every read of the contract at 1, 10, 100 and 1,000 times the demo's data: for members whose own lists stay as they are,
// and for members to whom the work of all copies belongs. All servers run at once and are asked in turns, so that a noisy
// moment meets each of them. Beside them the longest time for which a call keeps its process from everything else.
// `--factors 1,10` measures some sizes, `--only text` the calls whose name contains it.

const { values } = parseArgs({
  options: {
    factors: { type: "string", default: "1,10,100,1000" },
    only: { type: "string", default: "" },
    rounds: { type: "string", default: "5" },
  },
});
const factors = values.factors.split(",").map(Number);
const largest = present(factors.at(-1), "the largest factor");
const wanted = 3;
const requests = 400;
/**
 * After this many milliseconds no further request is begun: a file of everything that a member has takes seconds when
 * their own lists grow.
 */
const askedFor = 2000;
/** How many callers ask at a time, each with a session of its own. */
const askers = 4;
const agent = new Agent({ keepAlive: true });
const undo: (() => Promise<unknown>)[] = [];

try {
  const demo = await makeDemo();
  const sides: Side[] = [];
  for (const factor of factors) sides.push(await open(`${factor} times`, demo, factor, []));
  sides.push(await open(`own lists ${largest} times`, demo, largest, [demo.accounts.customer, demo.accounts.advisor]));
  for (const { url } of sides) await untilIdle(url);

  const results = [];
  for (const read of demo.reads) {
    for (const side of sides) await times(side, demo, read);
    const slowest = sides.map(() => Number.POSITIVE_INFINITY);
    const busiest = [...slowest];
    for (let round = 0; round < Number(values.rounds); round += 1)
      for (const [index, side] of sides.entries()) {
        await side.busy();
        const p99 = quantile(await times(side, demo, read), 0.99);
        slowest[index] = Math.min(present(slowest[index]), p99);
        busiest[index] = Math.min(present(busiest[index]), await side.busy());
      }
    const first = present(slowest[0]);
    const growth = Math.max(...slowest.slice(1).map((p99) => p99 / first));
    results.push({ read, slowest, growth, busy: Math.max(...busiest) });
    process.stderr.write(".");
  }
  print(sides, results);
} finally {
  agent.destroy();
  for (const each of undo.reverse()) await each();
}

type Demo = Awaited<ReturnType<typeof makeDemo>>;
type Side = { name: string; url: string; busy(): Promise<number> };

/** A database with the demo's data, sessions of its accounts, and the reads to measure. */
async function makeDemo() {
  const folder = await ownFolder();
  const database = await ownDatabase();
  undo.push(database.drop);
  const server = await startServer(folder, database.url, "true");
  const tokens = await signInToDemo(server.url, askers);
  await server.stop();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const accounts = await demoAccountIds(client);
  const reads = (await contractReads(client, accounts)).filter(({ name }) => name.includes(values.only));
  await client.end();
  return { folder, database, tokens, accounts, reads };
}

/** A server on a copy of the demo's database with `factor` times its rows. */
async function open(name: string, demo: Demo, factor: number, shared: readonly number[]): Promise<Side> {
  const folder = await ownFolder();
  await cp(demo.folder, folder, { recursive: true });
  const database = await ownDatabase(demo.database);
  undo.push(database.drop);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const began = performance.now();
  await client.query("begin");
  await multiplyRows(
    async (statement) => (await client.query(statement)).rows,
    () => factor - 1,
    shared,
  );
  await client.query("commit");
  await client.query("vacuum analyze");
  const { rows } = await client.query(
    "select sum(reltuples)::bigint as rows from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  await client.end();
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${name}: ${Number(rows[0].rows)} rows, made in ${seconds} s`);
  const server = await startServer(folder, database.url, "false");
  undo.push(server.stop);
  return { name, url: server.url, busy: server.busy };
}

async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-bench-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function startServer(folder: string, url: string, demo: "true" | "false") {
  return startProgram(
    "server/build/main.js",
    serverEnvironment(folder, { DATABASE_URL: url, DEMO: demo, RATE_LIMIT: "off" }),
    ["--import", "./bench/parts/usage.ts"],
  );
}

/** How long each request took, in milliseconds. */
async function times({ url }: Side, { tokens }: Demo, { path, role }: Read): Promise<number[]> {
  const took: number[] = [];
  const began = performance.now();
  const asker = async (number: number) => {
    for (let n = number; n < requests && (n < askers || performance.now() - began < askedFor); n += askers) {
      const answer = await ask(agent, url + path, role ? { token: present(tokens[role][number]) } : {});
      // What is more than a PDF has room for is refused.
      const tooMuch = answer.status === 422 && path.includes(".pdf");
      if (answer.status !== 200 && !tooMuch) throw new Error(`${path}: ${answer.status} ${answer.body.slice(0, 200)}`);
      took.push(answer.took);
    }
  };
  await Promise.all(Array.from({ length: askers }, (_, number) => asker(number)));
  return took;
}

type Result = { read: Read; slowest: number[]; growth: number; busy: number };

function print(sides: Side[], results: Result[]): void {
  results.sort((one, other) => other.growth - one.growth);
  console.log(
    `\n${"lowest p99 in ms".padEnd(60)} ${sides.map(({ name }) => name.padStart(18)).join("")}   growth  busy ms`,
  );
  for (const { read, slowest, growth, busy } of results)
    console.log(
      `${read.name.slice(0, 60).padEnd(60)} ${slowest.map((p99) => p99.toFixed(2).padStart(18)).join("")} ${growth.toFixed(2).padStart(8)} ${busy.toFixed(0).padStart(8)}`,
    );
  const over = results.filter(({ growth }) => growth > wanted).length;
  console.log(`${results.length} calls; grown more than ${wanted} times: ${over}`);
}
