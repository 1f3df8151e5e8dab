import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { present } from "@plumbline/contract/present.ts";
import pg from "pg";
import { contractReads, type Read } from "./parts/contract-reads.ts";
import { ownDatabase } from "./parts/database.ts";
import { demoAccountIds, signInToDemo } from "./parts/demo-accounts.ts";
import { createDocuments, keepDocument } from "./parts/documents.ts";
import { startFiring } from "./parts/firing.ts";
import { answeredReads, type DayRequest, mixedDay, type Tokens, type Written, writtenBy } from "./parts/mixed-day.ts";
import { serverEnvironment, startProgram } from "./parts/process.ts";
import { subscribe } from "./parts/subscribers.ts";

// A mixed day of members and visitors on the demo's data (70 % reads, 15 % searches, 10 % messages, 5 % other writes, 200
// sockets) at half of the rate that a bare program carries: processor time of a request and the p99 of each kind, beside the
// bare program's at the same rate. `--seconds n` sets how long each of the three rounds lasts,
// `--profile folder` writes a CPU profile there.

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "20" }, profile: { type: "string", default: "" } },
});
const seconds = Number(values.seconds);
const connections = 64;
const rounds = 3;
/** Requests in sequence, with which the bare program's rate is found and both are warmed up. */
const warmUp = 20_000;
const wanted = { cpu: 1.5, p99: 2 };

const database = await ownDatabase();
const folder = await mkdtemp(join(tmpdir(), "plumbline-bench-"));
const client = new pg.Client({ connectionString: database.url });
const usage = ["--import", "./bench/parts/usage.ts"];
const environment = serverEnvironment(folder, { DATABASE_URL: database.url, DEMO: "true", RATE_LIMIT: "off" });
const firing = startFiring();
try {
  const profiling = values.profile ? ["--cpu-prof", `--cpu-prof-dir=${values.profile}`] : [];
  const ours = await startProgram("server/build/main.js", environment, [...usage, ...profiling]);
  await client.connect();
  const tokens = await signInToDemo(ours.url, 16);
  const accounts = await demoAccountIds(client);
  // What pages ask for, without the files that somebody downloads now and then.
  const asked = (await contractReads(client, accounts)).filter(
    ({ role, path }) => role !== "staff" && !/\.(csv|pdf)|\/account\/data/.test(path),
  );
  const reads = await answeredReads(ours.url, asked, tokens);
  const written = await writtenBy(client, accounts);
  const day = mixedDay(reads, tokens, written);
  await keepAnswers(ours.url, reads, tokens, written);
  const bare = await startProgram("bench/parts/bare-day.ts", { DATABASE_URL: database.url }, usage);
  const sockets = [
    ...(await openSockets(ours.url, tokens, accounts)),
    await subscribe(200, { url: bare.url.replace("http", "ws"), channel: "bare" }),
  ];

  const fire = async (program: typeof ours, requests: readonly DayRequest[], rate?: number) => {
    const before = await program.processor();
    const fired = await firing.fire({
      url: program.url,
      connections,
      requests: requests.map((each) => (program === bare ? asBare(each) : each.sending)),
      kinds: requests.map(({ kind }) => kind),
      ...(rate ? { rate } : {}),
    });
    const refused = Object.entries(fired.statuses).filter(([status]) => Number(status) >= 400);
    if (refused.length > 0) throw new Error(`refused: ${JSON.stringify(Object.fromEntries(refused))}`);
    return { ...fired, cpu: ((await program.processor()) - before) / requests.length };
  };
  let next = 0;
  const some = (count: number) => Array.from({ length: count }, () => day(next++));
  const asBare = ({ sending, read }: DayRequest) => ({
    ...sending,
    path: read ? `/${reads.indexOf(read)}` : present(/\/[^/]*$/.exec(sending.path), "a path")[0],
  });

  await fire(ours, some(warmUp));
  await fire(bare, some(warmUp));
  const full = warmUp / (await fire(bare, some(warmUp))).seconds;
  const rate = Math.round(full / 2);
  console.log(`${reads.length} kinds of reads; the bare program carries ${full.toFixed(0)} requests a second`);
  for (let round = 1; round <= rounds; round += 1) {
    const theirs = await fire(bare, some(rate * seconds), rate);
    const own = await fire(ours, some(rate * seconds), rate);
    const p99s = Object.entries(own.p99s).map(([kind, p99]) => {
      const beside = present(theirs.p99s[kind], kind);
      return `${kind} ${p99.toFixed(1)} (${beside.toFixed(1)}, ${(p99 / beside).toFixed(2)} times)`;
    });
    console.log(
      `${rate} a second: ${own.cpu.toFixed(0)} (${theirs.cpu.toFixed(0)}) µs of the processor each, ${(own.cpu / theirs.cpu).toFixed(2)} times; p99 ms ${p99s.join(", ")}`,
    );
  }
  console.log(`wanted: processor ${wanted.cpu} times, p99 of each kind ${wanted.p99} times`);
  for (const each of sockets) await each.stop();
  await ours.stop();
  await bare.stop();
} finally {
  firing.stop();
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
}

/**
 * The tabs of members: of the two who write to each other one each has the conversation open, the others belong to other
 * members, who have signed in `tabs` times in all.
 */
async function openSockets(url: string, tokens: Tokens, { customer, advisor }: Record<"customer" | "advisor", number>) {
  const tabs = 198;
  await client.query(
    `insert into sessions (member_id, token_hash, expires_at)
      select id, rtrim(translate(encode(sha256(('day-' || n)::bytea), 'base64'), '+/', '-_'), '='), now() + interval '1 day'
      from (
        select id, row_number() over () - 1 as n
        from members, generate_series(1, $1)
        where state = 'active' and role <> 'staff' and id not in ($2, $3)
        limit $1
      ) tabs`,
    [tabs, customer, advisor],
  );
  const { rows } = await client.query("select id from conversations where customer_id = $1 and advisor_id = $2", [
    customer,
    advisor,
  ]);
  const params = JSON.stringify({ conversation_id: rows[0].id });
  const cable = `${url.replace("http", "ws")}/cable`;
  return Promise.all([
    ...[tokens.customer[0], tokens.advisor[0]].map((token) =>
      subscribe(1, { url: cable, channel: "MessagesChannel", params, token: present(token, "a token") }),
    ),
    subscribe(tabs, { url: cable, channel: "NotificationsChannel", token: "day-{n}" }),
  ]);
}

/** Stores the bytes of each read's answer, by its place, and makes the tables that the bare program writes to. */
async function keepAnswers(
  url: string,
  reads: readonly Read[],
  tokens: Tokens,
  { notifications }: Written,
): Promise<void> {
  await createDocuments(client);
  await client.query("create table bench_marks (id int primary key, body text not null, is_read bool not null)");
  await client.query("insert into bench_marks select unnest($1::int[]), repeat('A proposal arrived. ', 10), false", [
    notifications,
  ]);
  await client.query(
    "create table bench_messages (id bigserial primary key, conversation_id int not null, sender_id int not null, body text not null, client_id text not null unique, created_at timestamptz not null default now())",
  );
  await client.query("create index bench_messages_of on bench_messages (conversation_id, id)");
  for (const [id, { path, role }] of reads.entries()) {
    const token = role && tokens[role][0];
    await keepDocument(client, id, url + path, token ? { authorization: `Bearer ${token}` } : {});
  }
}
