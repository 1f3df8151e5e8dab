import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import pg from "pg";
import { contractReads } from "./parts/contract-reads.ts";
import { ownDatabase } from "./parts/database.ts";
import { demoAccountIds, signInToDemo } from "./parts/demo-accounts.ts";
import { createDocuments, keepDocument } from "./parts/documents.ts";
import { median, serverEnvironment, startProgram } from "./parts/process.ts";

// Every read of the contract on the demo's data, at 64 connections, against a bare program that returns the same bytes by
// one prepared query by key. `--only text` measures the calls whose name contains it, `--seconds n` sets each
// measurement's duration.

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    seconds: { type: "string", default: "3" },
    sessions: { type: "string", default: "16" },
  },
});
const seconds = Number(values.seconds);
const connections = 64;
const wanted = { each: 0.5, median: 0.8, p99: 1.5 };

const database = await ownDatabase();
const folder = await mkdtemp(join(tmpdir(), "plumbline-bench-"));
const client = new pg.Client({ connectionString: database.url });
const usage = ["--import", "./bench/parts/usage.ts"];
const environment = serverEnvironment(folder, { DATABASE_URL: database.url, DEMO: "true", RATE_LIMIT: "off" });
try {
  const ours = await startProgram("server/build/main.js", environment, usage);
  await client.connect();
  // Sixteen sessions of each account: sharing identical reads helps no more than it does a member with four tabs.
  const tokens = await signInToDemo(ours.url, Number(values.sessions));
  const reads = (await contractReads(client, await demoAccountIds(client))).filter(({ name }) =>
    name.includes(values.only),
  );
  await createDocuments(client);
  const bare = await startProgram("bench/parts/bare-reads.ts", { DATABASE_URL: database.url }, usage);

  const fire = async (program: typeof ours, path: string, headers: Record<string, string>[], duration = seconds) => {
    const before = await program.processor();
    const requests = headers.map((own) => ({ headers: own }));
    const result = await autocannon({ url: program.url + path, requests, connections, duration });
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} failed`);
    const cpu = ((await program.processor()) - before) / result.requests.total;
    return { rate: result.requests.average, p99: result.latency.p99, cpu };
  };

  const results: {
    name: string;
    rate: number;
    bare: number;
    ratio: number;
    p99: number;
    bareP99: number;
    cpu: number;
    bareCpu: number;
  }[] = [];
  for (const [index, { name, path, role }] of reads.entries()) {
    const headers = role ? tokens[role].map((token) => ({ authorization: `Bearer ${token}` })) : [{}];
    if (!(await keepDocument(client, index, ours.url + path, headers[0] ?? {}))) continue;
    await fire(ours, path, headers, 1);
    const bareRun = await fire(bare, `/${index}`, [{}]);
    const ourRun = await fire(ours, path, headers);
    results.push({
      name,
      rate: ourRun.rate,
      bare: bareRun.rate,
      ratio: ourRun.rate / bareRun.rate,
      p99: ourRun.p99,
      bareP99: bareRun.p99,
      cpu: ourRun.cpu,
      bareCpu: bareRun.cpu,
    });
    process.stderr.write(".");
  }
  results.sort((one, other) => one.ratio - other.ratio);
  console.log(`\n${"call".padEnd(64)}    req/s     bare  ratio   p99 (bare) ms   CPU (bare) µs`);
  for (const r of results)
    console.log(
      `${r.name.slice(0, 64).padEnd(64)} ${r.rate.toFixed(0).padStart(8)} ${r.bare.toFixed(0).padStart(8)} ${r.ratio.toFixed(3).padStart(6)} ${`${r.p99} (${r.bareP99})`.padStart(15)} ${`${r.cpu.toFixed(0)} (${r.bareCpu.toFixed(0)})`.padStart(15)}`,
    );
  const slow = results.filter(({ ratio }) => ratio < wanted.each).length;
  const late = results.filter(({ p99, bareP99 }) => p99 > wanted.p99 * bareP99).length;
  console.log(
    `${results.length} calls; below ${wanted.each}: ${slow}; median ${median(results.map(({ ratio }) => ratio)).toFixed(2)} (wanted ${wanted.median}); p99 over ${wanted.p99} times bare: ${late}`,
  );
  await ours.stop();
  await bare.stop();
} finally {
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
}
