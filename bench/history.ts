import { mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { present } from "@plumbline/contract/present.ts";
import pg from "pg";
import { ask, quantile } from "./parts/asking.ts";
import { ownDatabase } from "./parts/database.ts";
import { loadMembers } from "./parts/many-members.ts";
import { loadMessages } from "./parts/many-messages.ts";
import { median, serverEnvironment, startProgram } from "./parts/process.ts";

// GET /api/messages?receiver_id=…: the last fifty messages of a conversation, with few and with many messages in the
// table. Both servers run at once and are measured alternately, so that noise affects both.

const sizes = [10_000, 10_000_000];
const members = 1_000;
const customers = 100;
const rounds = 7;
const requests = 1_000;
const agent = new Agent({ keepAlive: true });
const undo: (() => Promise<unknown>)[] = [];
try {
  const sides = [];
  for (const size of sizes) sides.push(await open(size));
  for (const side of sides) await times(side);
  const slowest: number[][] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const row: number[] = [];
    for (const side of sides) {
      const took = await times(side);
      row.push(quantile(took, 0.99));
      console.log(
        `round ${round}  ${side.size} messages  median ${quantile(took, 0.5).toFixed(2)} ms  p99 ${quantile(took, 0.99).toFixed(2)} ms`,
      );
    }
    slowest.push(row);
  }
  const of = (side: number) => slowest.map((row) => present(row[side]));
  const [few, many] = [of(0), of(1)];
  console.log(`median p99 ${median(few).toFixed(2)} ms and ${median(many).toFixed(2)} ms`);
  console.log(
    `growth of the median p99 ${(median(many) / median(few)).toFixed(2)}, of the lowest ${(Math.min(...many) / Math.min(...few)).toFixed(2)}   wanted 2`,
  );
  for (const side of sides) await explain(side);
} finally {
  agent.destroy();
  for (const each of undo.reverse()) await each();
}

type Side = Awaited<ReturnType<typeof open>>;

/** A server on a database of its own with `size` messages. */
async function open(size: number) {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-bench-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const database = await ownDatabase();
  undo.push(database.drop);
  const server = await startProgram("server/build/main.js", serverEnvironment(folder, { DATABASE_URL: database.url }));
  undo.push(server.stop);
  const began = performance.now();
  await loadMembers(database.url, members);
  const { conversations } = await loadMessages(database.url, size, customers, members);
  console.log(
    `${size} messages in ${conversations} conversations, made in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  return { size, database, server, conversations };
}

/** Reads random conversations one after another; returns the milliseconds of each. */
async function times({ server, conversations }: Side): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < requests; n += 1) {
    // Half of the readers are in a long conversation, as half of the messages are.
    const drawn = n % 2 === 0 ? Math.random() : Math.random() ** 3;
    const k = Math.floor(conversations * drawn);
    const path = `/api/messages?receiver_id=${members + 1 + Math.floor(k / customers)}&limit=50`;
    const answer = await ask(agent, server.url + path, { token: `customer-${1 + (k % customers)}` });
    if (answer.status !== 200 || !answer.body.includes('"entries":[{')) throw new Error(`${path}: ${answer.body}`);
    took.push(answer.took);
  }
  return took;
}

/** The database's statistics on how the table was read meanwhile, and its plan for the longest conversation. */
async function explain({ size, database }: Side): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows: plan } = await client.query<{ "QUERY PLAN": string }>(
    "explain (analyze, costs off, timing off, summary off) select * from messages where conversation_id = 1 order by id desc limit 51",
  );
  console.log(`\n${size} messages\n${plan.map((row) => `  ${row["QUERY PLAN"]}`).join("\n")}`);
  const { rows: used } = await client.query<{ name: string; scans: number }>(
    "select indexrelname as name, idx_scan as scans from pg_stat_user_indexes where relname = 'messages' order by 1",
  );
  for (const { name, scans } of used) console.log(`  ${name} was used ${scans} times`);
  await client.end();
}
