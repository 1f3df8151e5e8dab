import { mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeMember, makeStaff, setUp } from "../server/demo/people.ts";
import { readSettings } from "../server/settings.ts";
import { startPlumbline } from "../server/start.ts";
import { type Answered, ask, quantile, untilIdle } from "./parts/asking.ts";
import { ownDatabase } from "./parts/database.ts";
import { median, serverEnvironment, startProgram } from "./parts/process.ts";

// GET /api/customers/profile a hundred times a second by a signed-in member, alone and while fifty others a second sign
// in. Each of them has an account and a source address of their own, so that only the limit of password hashing
// applies.

const password = "correct horse battery";
const accounts = 400;
const rounds = 5;
const seconds = 10;

const database = await ownDatabase();
const folder = await mkdtemp(join(tmpdir(), "plumbline-bench-"));
const environment = serverEnvironment(folder, { DATABASE_URL: database.url });
const agent = new Agent({ keepAlive: true });
const others = new Agent();
try {
  const { token, emails } = await prepare();
  const server = await startProgram("server/build/main.js", environment);
  const read = () => ask(agent, `${server.url}/api/customers/profile`, { token });
  const signIn = (n: number) =>
    ask(others, `${server.url}/oauth/token`, {
      method: "POST",
      body: { email: emails[n % accounts], password, owner_type: "customer", grant_type: "password" },
      localAddress: `127.0.1.${1 + (n % 200)}`,
    });
  await atRate(100, read);
  await untilIdle(server.url);
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const calm = p99(await atRate(100, read));
    const [reads, signIns] = await Promise.all([atRate(100, read), atRate(50, signIn)]);
    const stormy = p99(reads);
    ratios.push(stormy / calm);
    const with200 = signIns.filter(({ status }) => status === 200).length;
    const with429 = signIns.filter(({ status }) => status === 429).length;
    const waited = quantile(times(signIns), 0.5);
    console.log(
      `round ${round}  p99 alone ${calm.toFixed(1)} ms  in the storm ${stormy.toFixed(1)} ms  ratio ${(stormy / calm).toFixed(2)}` +
        `  signed in ${with200} of ${signIns.length}, asked to wait ${with429}, after ${waited.toFixed(0)} ms`,
    );
  }
  console.log(
    `median ratio ${median(ratios).toFixed(2)}, at best ${Math.min(...ratios).toFixed(2)}   wanted 2 at most`,
  );
  await server.stop();
} finally {
  agent.destroy();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
}

/** A member with a token, and the addresses of those who will sign in, made through the actions. */
async function prepare() {
  const plumbline = await startPlumbline({ settings: readSettings(environment), ephemeral: true });
  const staff = await makeStaff(plumbline.context);
  const { token } = await setUp(plumbline.context, await makeMember(plumbline.context, "customer", {}, staff));
  const emails: string[] = [];
  while (emails.length < accounts)
    emails.push((await makeMember(plumbline.context, "customer", { password }, staff)).email);
  await plumbline.settle();
  await plumbline.close();
  return { token, emails };
}

/** Starts `perSecond` calls a second for some seconds, whether or not earlier ones have finished. */
async function atRate(perSecond: number, work: (n: number) => Promise<Answered>): Promise<Answered[]> {
  const began = performance.now();
  const all: Promise<Answered>[] = [];
  while (all.length < perSecond * seconds) {
    const due = began + (all.length * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await new Promise((later) => setTimeout(later, early));
    const answer = work(all.length);
    // A failure is reported at the end, when all calls are awaited.
    answer.catch(() => {});
    all.push(answer);
  }
  return Promise.all(all);
}

function times(answers: readonly Answered[]): number[] {
  return answers.map(({ took }) => took);
}

function p99(answers: readonly Answered[]): number {
  const refused = answers.find(({ status }) => status !== 200);
  if (refused) throw new Error(`${refused.status} ${refused.body}`);
  return quantile(times(answers), 0.99);
}
