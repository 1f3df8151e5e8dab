import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import pg from "pg";
import { makeEngagement } from "../server/demo/engagements.ts";
import { makeMember, setUp } from "../server/demo/people.ts";
import { readSettings } from "../server/settings.ts";
import { startPlumbline } from "../server/start.ts";
import { ownDatabase } from "./parts/database.ts";
import { median, serverEnvironment, startProgram } from "./parts/process.ts";

// GET /api/projects/{id}, signed in, against a bare program that reads the same bytes by id.

const database = await ownDatabase();
const folder = await mkdtemp(join(tmpdir(), "plumbline-bench-"));
const environment = serverEnvironment(folder, { DATABASE_URL: database.url });
try {
  const { id, token } = await prepare();
  const ours = await startProgram("server/build/main.js", environment);
  const path = `/api/projects/${id}`;
  const headers = { authorization: `Bearer ${token}` };
  const bytes = await (await fetch(ours.url + path, { headers })).text();
  await keep(id, bytes);
  const bare = await startProgram("bench/parts/bare-read.ts", { DATABASE_URL: database.url });
  const same = (await (await fetch(bare.url + path)).text()) === bytes;
  console.log(`the same ${bytes.length} bytes: ${same}`);

  const rate = async (url: string) =>
    (await autocannon({ url: url + path, headers, connections: 32, duration: 5 })).requests.average;
  await rate(ours.url);
  await rate(bare.url);
  const ratios: number[] = [];
  for (let round = 1; round <= 5; round += 1) {
    const [a, b] = [await rate(ours.url), await rate(bare.url)];
    ratios.push(a / b);
    console.log(`round ${round}  ours ${Math.round(a)}/s  bare ${Math.round(b)}/s  ratio ${(a / b).toFixed(2)}`);
  }
  console.log(`median ratio ${median(ratios).toFixed(2)}   wanted 0.5`);
  await ours.stop();
  await bare.stop();
} finally {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
}

/** An engagement made through the actions; returns its id and its customer's token. */
async function prepare() {
  const plumbline = await startPlumbline({ settings: readSettings(environment), ephemeral: true });
  const advisor = await setUp(plumbline.context, await makeMember(plumbline.context, "advisor"));
  const customer = await setUp(plumbline.context, await makeMember(plumbline.context, "customer"));
  const id = await makeEngagement(plumbline.context, { advisor, customer, status: "in_progress" });
  await plumbline.settle();
  await plumbline.close();
  return { id, token: customer.token };
}

async function keep(id: number, body: string) {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("create table bench_documents (id int primary key, body text not null)");
  await client.query("insert into bench_documents values ($1, $2)", [id, body]);
  await client.end();
}
