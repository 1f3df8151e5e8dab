import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { present } from "@plumbline/contract/present.ts";
import pg from "pg";
import { contractReads } from "./parts/contract-reads.ts";
import { ownDatabase } from "./parts/database.ts";
import { demoAccountIds, signInToDemo } from "./parts/demo-accounts.ts";
import { answeredReads, mixedDay, writtenBy } from "./parts/mixed-day.ts";
import { openConnections, type Sending } from "./parts/posting.ts";
import { serverEnvironment, startProgram } from "./parts/process.ts";
import { subscribe } from "./parts/subscribers.ts";

// The memory of a process with the demo and the sandbox on PostgreSQL: at rest, through some minutes of a mixed day (70 %
// reads of every kind, 15 % searches, 10 % messages, 5 % other writes, 200 sockets), and afterwards; beside a bare node:http
// and pg program's. `--minutes n` and `--rate n` (requests a second) set the load.

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, rate: { type: "string", default: "100" } },
});
const minutes = Number(values.minutes);
const rate = Number(values.rate);
const connections = 64;
/** How long until an idle process has returned the memory that it can, in milliseconds. */
const untilAtRest = 90_000;

type Program = Awaited<ReturnType<typeof startProgram>>;
const mb = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
const pause = (milliseconds: number) => new Promise((later) => setTimeout(later, milliseconds));
const say = async (label: string, program: Program) =>
  console.log(`${label.padEnd(34)} ${mb(await program.resident()).padStart(6)} MB`);

const database = await ownDatabase();
const folder = await mkdtemp(join(tmpdir(), "plumbline-bench-"));
const client = new pg.Client({ connectionString: database.url });
// As npm start does (tools/setup.mjs).
const flags = ["--max-semi-space-size=8", "--import", "./bench/parts/usage.ts"];
const environment = serverEnvironment(folder, {
  DATABASE_URL: database.url,
  DEMO: "true",
  RATE_LIMIT: "off",
  MALLOC_ARENA_MAX: "2",
  MALLOC_TRIM_THRESHOLD_: "131072",
});
try {
  const bare = await startProgram("bench/parts/bare-read.ts", { DATABASE_URL: database.url }, flags);
  const first = await startProgram("server/build/main.js", environment, flags);
  await pause(untilAtRest);
  await say("bare, at rest", bare);
  await bare.stop();
  await say("after making the demo's data", first);
  await first.stop();
  const ours = await startProgram("server/build/main.js", environment, flags);
  await pause(untilAtRest);
  await say("at rest", ours);
  console.log("                                          wanted 130 MB");

  await client.connect();
  const tokens = await signInToDemo(ours.url, 16);
  const accounts = await demoAccountIds(client);
  const reads = await answeredReads(ours.url, await contractReads(client, accounts), tokens);
  const day = mixedDay(reads, tokens, await writtenBy(client, accounts));
  const sockets = await Promise.all(
    (["customer", "advisor"] as const).map((role) =>
      subscribe(100, {
        url: `${ours.url.replace("http", "ws")}/cable`,
        channel: "NotificationsChannel",
        token: present(tokens[role][0], "a token"),
      }),
    ),
  );
  const kept = await loaded(ours, (at) => day(at).sending);
  for (const each of sockets) await each.stop();
  await pause(untilAtRest);
  await say("a minute and a half later", ours);
  // The first half fills the caches, which are bounded.
  const growth = slope(kept.slice(Math.floor(kept.length / 2)));
  console.log(`heap kept after collection grows by ${growth.toFixed(1)} MB an hour   wanted 1`);
  await ours.stop();
} finally {
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
}

/** Sends requests at the rate; prints and returns what is kept after a collection, in megabytes, twice a minute. */
async function loaded(program: Program, request: (at: number) => Sending): Promise<number[]> {
  const lines = await openConnections(program.url, connections);
  const kept: number[] = [];
  let [sent, refused] = [0, 0];
  let largest = 0;
  const began = performance.now();
  const used = await program.processor();
  while (kept.length < minutes * 2) {
    const due = ((performance.now() - began) / 1000) * rate;
    for (; sent < due; sent += 1)
      void lines.send(sent, request(sent)).then((status) => {
        if (status >= 400) refused += 1;
      });
    await pause(20);
    if (performance.now() - began < (kept.length + 1) * 30_000) continue;
    const resident = await program.resident();
    largest = Math.max(largest, resident);
    const { heapUsed } = await program.memory();
    kept.push(heapUsed / 2 ** 20);
    console.log(
      `${`under load, ${kept.length / 2} min`.padEnd(34)} ${mb(resident).padStart(6)} MB   heap kept after collection ${mb(heapUsed)}`,
    );
  }
  lines.close();
  const each = ((await program.processor()) - used) / sent;
  console.log(
    `largest under load ${" ".repeat(15)} ${mb(largest).padStart(6)} MB   wanted 300 (${sent} requests, ${refused} refused, ${each.toFixed(0)} µs of the processor each)`,
  );
  return kept;
}

/** The growth of samples taken twice a minute, an hour, by least squares. */
function slope(samples: readonly number[]): number {
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const times = samples.map((_, index) => index / 120);
  const [middle, level] = [mean(times), mean(samples)];
  const rise = times.reduce((sum, time, index) => sum + (time - middle) * (present(samples[index]) - level), 0);
  return rise / times.reduce((sum, time) => sum + (time - middle) ** 2, 0);
}
