import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { present } from "@plumbline/contract/present.ts";
import autocannon from "autocannon";
import { WebSocket } from "ws";
import { quantile } from "./parts/asking.ts";
import { ownDatabase } from "./parts/database.ts";
import { loadMembers, run } from "./parts/many-members.ts";
import { openConnections } from "./parts/posting.ts";
import { median, serverEnvironment, startProgram } from "./parts/process.ts";

// POST /api/messages against a bare program that inserts the same rows into a table with the same indexes; then, at
// half of that rate, the time from a sender's request to the frame on the other member's socket, and the bare program's
// response time at the same rate: where that is slow, the machine is.

/** Connections, each of a customer who writes to an advisor of their own. */
const pairs = 32;
const rounds = 5;
/** The measurement at half rate, in seconds a round: short, so that few rounds contain a pause of the machine. */
const watched = 2;
const watches = 15;

const database = await ownDatabase();
const folder = await mkdtemp(join(tmpdir(), "plumbline-bench-"));
const text = `How about Tuesday? ${"x".repeat(180)}`;
const message = (pair: number, clientId: string) => ({
  receiver_id: pairs + pair,
  message: { body: text, client_id: clientId },
});
try {
  const ours = await startProgram("server/build/main.js", serverEnvironment(folder, { DATABASE_URL: database.url }));
  await loadMembers(database.url, pairs);
  await run(database.url, "create table bench_messages (like messages including all)");
  const bare = await startProgram("bench/parts/bare-insert.ts", { DATABASE_URL: database.url });

  await rate(`${ours.url}/api/messages`);
  await rate(bare.url);
  const ratios: number[] = [];
  const rates: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const [a, b] = [await rate(`${ours.url}/api/messages`), await rate(bare.url)];
    ratios.push(a / b);
    rates.push(a);
    console.log(`round ${round}  ours ${Math.round(a)}/s  bare ${Math.round(b)}/s  ratio ${(a / b).toFixed(2)}`);
  }
  console.log(`median ratio ${median(ratios).toFixed(2)}  lowest ${Math.min(...ratios).toFixed(2)}   wanted 0.4`);

  const half = median(rates) / 2;
  const arrivals = await listen(ours.url);
  const toArrival = () => timesToArrival(`${ours.url}/api/messages`, half, arrivals);
  const toAnswer = () => timesToAnswer(bare.url, half);
  await toArrival();
  await toAnswer();
  const slowest: number[] = [];
  for (let round = 1; round <= watches; round += 1) {
    const [a, b] = [await toArrival(), await toAnswer()];
    slowest.push(quantile(a, 0.99));
    const times = (all: number[]) =>
      `median ${quantile(all, 0.5).toFixed(1)} ms  p99 ${quantile(all, 0.99).toFixed(1)} ms`;
    console.log(
      `round ${round}  ${Math.round(half)}/s  ours, to the frame: ${times(a)}  bare, to its answer: ${times(b)}`,
    );
  }
  console.log(
    `median p99 ${median(slowest).toFixed(1)} ms  lowest ${Math.min(...slowest).toFixed(1)} ms   wanted 25 ms`,
  );
  arrivals.close();
  await ours.stop();
  await bare.stop();
} finally {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
}

/** Requests per second, with every connection sending as soon as it gets the response. */
async function rate(url: string): Promise<number> {
  let pair = 0;
  const { requests, non2xx, errors } = await autocannon({
    url,
    method: "POST",
    connections: pairs,
    duration: 5,
    setupClient: (client) => {
      const own = (pair++ % pairs) + 1;
      const next = () => JSON.stringify(message(own, randomUUID()));
      client.setHeadersAndBody({ authorization: `Bearer customer-${own}`, "content-type": "application/json" }, next());
      client.on("response", () => client.setBody(next()));
    },
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} messages were not stored`);
  return requests.average;
}

type Arrivals = { since: Map<string, number>; times: number[]; done: () => void; close(): void };

/** The advisors' sockets, each on its own conversation; the times of arrival are recorded by client_id. */
async function listen(url: string): Promise<Arrivals> {
  const sockets: WebSocket[] = [];
  const arrivals: Arrivals = {
    since: new Map(),
    times: [],
    done: () => {},
    close: () => {
      for (const socket of sockets) socket.close();
    },
  };
  const identifier = JSON.stringify({ channel: "ConversationsChannel" });
  for (let pair = 1; pair <= pairs; pair += 1) {
    const address = `${url.replace("http", "ws")}/cable?access_token=advisor-${pair}`;
    const socket = new WebSocket(address, "actioncable-v1-json");
    sockets.push(socket);
    await once(socket, "message");
    socket.send(JSON.stringify({ command: "subscribe", identifier }));
    await once(socket, "message");
    socket.on("message", (frame) => {
      const { message }: { message?: { client_id?: string } } = JSON.parse(String(frame));
      const clientId = message?.client_id ?? "";
      const began = arrivals.since.get(clientId);
      if (began === undefined) return;
      arrivals.times.push(performance.now() - began);
      arrivals.since.delete(clientId);
      if (arrivals.since.size === 0) arrivals.done();
    });
  }
  return arrivals;
}

/** Sends at a constant rate, however long the responses take; ends when all have arrived. */
async function paced(
  url: string,
  perSecond: number,
  seen: { sent(clientId: string): void; answered(clientId: string): void },
): Promise<void> {
  const path = new URL(url).pathname;
  const lines = await openConnections(url, pairs);
  const total = Math.round(perSecond * watched);
  const began = performance.now();
  await new Promise<void>((done, failed) => {
    let [count, answered] = [0, 0];
    const send = async () => {
      const pair = (count % pairs) + 1;
      const clientId = randomUUID();
      seen.sent(clientId);
      const status = await lines.post(pair, path, `customer-${pair}`, message(pair, clientId));
      if (status !== 201) throw new Error(`a message was answered with ${status}`);
      seen.answered(clientId);
      if (++answered === total) done();
    };
    const pacing = setInterval(() => {
      for (; count < total && count < ((performance.now() - began) / 1000) * perSecond; count += 1)
        send().catch(failed);
      if (count === total) clearInterval(pacing);
    }, 1);
  });
  lines.close();
}

/** Milliseconds from each request to its frame. */
async function timesToArrival(url: string, perSecond: number, arrivals: Arrivals): Promise<number[]> {
  arrivals.times = [];
  await paced(url, perSecond, {
    sent: (clientId) => arrivals.since.set(clientId, performance.now()),
    answered: () => {},
  });
  await new Promise<void>((done) => {
    arrivals.done = done;
    if (arrivals.since.size === 0) done();
  });
  return arrivals.times;
}

/** Milliseconds from each request to its response. */
async function timesToAnswer(url: string, perSecond: number): Promise<number[]> {
  const since = new Map<string, number>();
  const times: number[] = [];
  await paced(url, perSecond, {
    sent: (clientId) => since.set(clientId, performance.now()),
    answered: (clientId) => times.push(performance.now() - present(since.get(clientId))),
  });
  return times;
}
