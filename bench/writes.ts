import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { present } from "@plumbline/contract/present.ts";
import pg from "pg";
import { readSettings } from "../server/settings.ts";
import { startPlumbline } from "../server/start.ts";
import { contractWrites, type Write, withMembers } from "./parts/contract-writes.ts";
import { ownDatabase } from "./parts/database.ts";
import { startFiring } from "./parts/firing.ts";
import type { Sending } from "./parts/posting.ts";
import { median, serverEnvironment, startProgram } from "./parts/process.ts";
import { profiled } from "./parts/profile.ts";
import { type Work, workOf } from "./parts/work-of-a-call.ts";

// Every write of the contract, sent as browsers send it, at 16 connections of 16 members of each role, against a bare
// program that writes as many rows in one transaction. What follows from an event is delivered later, by every process, so
// it is left out. `--only text` measures the calls whose name contains it, `--targets n` sets how many requests of a call
// are prepared and sent where it cannot be repeated on the same thing; half as many come before as warm-up. `--profile
// folder` writes a CPU profile of each call there.

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    targets: { type: "string", default: "200" },
    profile: { type: "string", default: "" },
  },
});
const targets = Number(values.targets);
const connections = 16;
/** Requests of a call that can be repeated, and of the bare program. */
const repeats = 4 * targets;
/** Requests of a call that asks the card provider, which takes long to prepare. */
const slowTargets = 32;
const wanted = 0.5;

/** Calls whose duration is meant to be long; they are measured, but not compared. */
const hashing = new Set([
  "POST /oauth/token",
  "POST /api/{role}/create_password",
  "PUT /api/{role}/password",
  "PATCH /api/{role}/password",
]);
const longOnPurpose = ({ name, declaration }: Write, work: Work): string | null => {
  if (work.calledOut) return "asks the card provider, whose sandbox runs in this process";
  if (hashing.has(name)) return "hashes a password";
  if (name === "POST /api/advisors/profile/file_upload") return "draws a picture in two sizes";
  if (declaration.sendsMail) return "answers after 100 ms at the earliest, whether or not it knows the address";
  return null;
};

const database = await ownDatabase();
const folder = await mkdtemp(join(tmpdir(), "plumbline-bench-"));
const client = new pg.Client({ connectionString: database.url });
const settings = readSettings(
  serverEnvironment(folder, { DATABASE_URL: database.url, RATE_LIMIT: "off", LOG_LEVEL: "silent" }),
);
const usage = ["--import", "./bench/parts/usage.ts"];
const plumbline = await startPlumbline({ settings, ephemeral: true, skipNotifications: true });
const firing = startFiring();
try {
  await client.connect();
  await client.query("create table bench_answers (id int primary key, answer jsonb not null)");
  const bare = await startProgram("bench/parts/bare-writes.ts", { DATABASE_URL: database.url }, usage);
  const server = await withMembers(plumbline, connections);
  const rows: Row[] = [];
  const unmeasured: string[] = [];

  const fire = async (url: string, processor: () => Promise<number> | number, requests: Sending[], status: number) => {
    const before = await processor();
    const { seconds, statuses, p99 } = await firing.fire({ url, connections, requests });
    const cpu = ((await processor()) - before) / requests.length;
    const refused = Object.keys(statuses).filter((each) => Number(each) !== status);
    return { rate: requests.length / seconds, p99, cpu, refused };
  };
  const own = () => {
    const { user, system } = process.cpuUsage();
    return user + system;
  };

  for (const [index, write] of (await contractWrites(plumbline.url)).entries()) {
    if (!write.name.includes(values.only)) continue;
    const sample = await write.prepare(server).catch((error: Error) => error.message);
    if (typeof sample === "string") {
      unmeasured.push(`${write.name}: it cannot be prepared: ${sample}`);
      continue;
    }
    await plumbline.settle();
    const first = await traced(sample);
    const status = write.declaration.status ?? 200;
    if (first.status !== status) {
      unmeasured.push(`${write.name}: ${first.status} ${first.body.slice(0, 120)}`);
      continue;
    }
    await keepAnswer(index, first);
    const prepared = await prepareRequests(write, sample, first).catch((error: Error) => error.message);
    if (typeof prepared === "string") {
      unmeasured.push(`${write.name}: it cannot be prepared so often: ${prepared}`);
      continue;
    }
    const { requests, warmUp } = prepared;
    await plumbline.settle();
    const bareRequests = Array.from({ length: repeats }, () => ({ ...sample, path: `/${index}` }));
    await fire(bare.url, bare.processor, bareRequests.slice(0, repeats / 2), status);
    const bareRun = await fire(bare.url, bare.processor, bareRequests, status);
    const warm = await fire(plumbline.url, own, warmUp, status);
    await plumbline.settle();
    const fireOurs = () => fire(plumbline.url, own, requests, status);
    const ourRun = await (values.profile ? profiled(join(values.profile, profileName(write)), fireOurs) : fireOurs());
    await plumbline.settle();
    const refused = [...warm.refused, ...ourRun.refused, ...bareRun.refused];
    if (refused.length > 0) unmeasured.push(`${write.name}: some requests were answered with ${refused.join(", ")}`);
    else {
      const row = {
        name: write.name,
        why: longOnPurpose(write, first.work),
        ours: ourRun,
        bare: bareRun,
        work: first.work,
      };
      rows.push(row);
      process.stderr.write(`${lineOf(row)}\n`);
    }
  }
  print(rows, unmeasured);
  await bare.stop();

  /** The requests to send: one per member again and again if a second call does the same, otherwise each new. */
  async function prepareRequests(write: Write, sample: Sending, before: Traced) {
    const again = await traced(renewed(sample));
    const same = JSON.stringify(again.work.rows) === JSON.stringify(before.work.rows);
    const repeatable = again.status === before.status && same;
    const each = before.work.calledOut ? slowTargets : targets;
    const needed = repeatable ? connections : each + each / 2;
    const made: Sending[] = [];
    while (made.length < needed) made.push(await write.prepare(server));
    if (!repeatable) return { requests: made.slice(0, each), warmUp: made.slice(each) };
    const many = (count: number) => Array.from({ length: count }, (_, n) => renewed(present(made[n % connections])));
    return { requests: many(repeats), warmUp: many(repeats / 2) };
  }
} finally {
  firing.stop();
  await plumbline.close();
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
}

type Measured = { rate: number; p99: number; cpu: number };
type Row = { name: string; why: string | null; ours: Measured; bare: Measured; work: Work };
type Traced = { status: number; type: string | null; body: string; work: Work };

/** One call within this process, and what it did. */
async function traced({ method, path, headers, body }: Sending): Promise<Traced> {
  let answer: { statusCode: number; headers: Record<string, unknown>; body: string } | undefined;
  const work = await workOf(async () => {
    // A method of the contract, which Sending has as text.
    answer = await plumbline.app.inject({ method: method as "POST", url: path, headers, payload: Buffer.from(body) });
  });
  const { statusCode, headers: sent, body: text } = present(answer, "the answer");
  return {
    status: statusCode,
    type: String(sent["content-type"] ?? "") || null,
    body: text,
    work,
  };
}

function profileName({ name }: Write): string {
  return `${name.replace(/\W+/g, "-")}.cpuprofile`;
}

/** The same request as a new one: with another key. */
function renewed(sending: Sending): Sending {
  const keyed = "idempotency-key" in sending.headers;
  return keyed ? { ...sending, headers: { ...sending.headers, "idempotency-key": randomUUID() } } : sending;
}

/** Stores what the bare program answers and writes, and makes the tables that it writes to. */
async function keepAnswer(id: number, { status, type, body, work: { rows } }: Traced): Promise<void> {
  await client.query("insert into bench_answers values ($1, $2)", [id, { status, type, body, rows }]);
  for (const { table, deleted } of rows) {
    await client.query(
      `create table if not exists bench_${table} (id bigserial primary key, owner int not null, body text not null, at timestamptz not null default now())`,
    );
    await client.query(`create index if not exists bench_${table}_owner on bench_${table} (owner)`);
    await client.query(
      `insert into bench_${table} (owner, body) select n, repeat('How about Tuesday? ', 8) from generate_series(1, $1::int) n`,
      [1000 + deleted * repeats * 2],
    );
  }
}

function lineOf({ name, ours, bare, work }: Row): string {
  return [
    name.slice(0, 52).padEnd(52),
    ours.rate.toFixed(0).padStart(6),
    bare.rate.toFixed(0).padStart(6),
    ratioOf({ ours, bare }).toFixed(3).padStart(6),
    `${ours.p99.toFixed(0)} (${bare.p99.toFixed(0)})`.padStart(10),
    `${ours.cpu.toFixed(0)} (${bare.cpu.toFixed(0)})`.padStart(13),
    String(work.trips).padStart(5),
    ` ${work.rows.map(({ table, inserted, updated, deleted }) => `${table} +${inserted} ~${updated} -${deleted}`).join(", ")}`,
  ].join(" ");
}

function print(rows: Row[], unmeasured: string[]): void {
  const sorted = rows.toSorted((one, other) => ratioOf(one) - ratioOf(other));
  const compared = sorted.filter(({ why }) => why === null);
  console.log(
    `\n${"call".padEnd(52)}  req/s   bare  ratio p99 (bare) CPU (bare) µs trips  rows inserted, updated, deleted`,
  );
  for (const row of compared) console.log(lineOf(row));
  for (const [why, group] of Map.groupBy(
    sorted.filter((row) => row.why !== null),
    (row) => row.why,
  )) {
    console.log(`\nNot compared, because each ${why}:`);
    for (const row of group) console.log(lineOf(row));
  }
  for (const each of unmeasured) console.log(`\nNOT MEASURED ${each}`);
  const slow = compared.filter((row) => ratioOf(row) < wanted).length;
  const middle = compared.length > 0 ? median(compared.map(ratioOf)).toFixed(2) : "none";
  console.log(`\n${compared.length} calls compared; below ${wanted}: ${slow}; median ${middle}`);
}

function ratioOf({ ours, bare }: Pick<Row, "ours" | "bare">): number {
  return ours.rate / bare.rate;
}
