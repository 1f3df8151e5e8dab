import { mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask } from "./parts/asking.ts";
import { ownDatabase } from "./parts/database.ts";
import { loadMembers } from "./parts/many-members.ts";
import { median, serverEnvironment, startProgram } from "./parts/process.ts";
import { type Count, subscribe } from "./parts/subscribers.ts";

// A message to many subscribed sockets, against a plain `ws` broadcast of the same bytes; the time that sockets take to
// connect and subscribe, and the memory of an idle one (`npm run bench -- cable idle` measures only these two).

const sizes = process.argv.includes("idle") ? [] : [500, 2_000, 5_000];
const rounds = 5;
/** The approximate number of deliveries of a round. */
const deliveries = 100_000;
/** How many messages are in progress at either server at any moment, so that the time is not that of the disk alone. */
const inFlight = 16;
const idle = 10_000;
const clients = { processes: 2 };

const database = await ownDatabase();
const folder = await mkdtemp(join(tmpdir(), "plumbline-bench-"));
const environment = serverEnvironment(folder, { DATABASE_URL: database.url });
const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
const measured = ["--import", "./bench/parts/usage.ts"];
const startOurs = () => startProgram("server/build/main.js", environment, measured);
const startBare = () => startProgram("bench/parts/bare-cable.ts", {}, measured);
const cableOf = (url: string) => `${url.replace("http", "ws")}/cable`;

try {
  let ours = await startOurs();
  await loadMembers(database.url, idle);
  const receiver = idle + 1;
  const body = { receiver_id: receiver, message: { body: `How about Tuesday? ${"x".repeat(180)}` } };
  const write = (url: string) => ask(agent, `${url}/api/messages`, { method: "POST", token: "customer-1", body });
  const { body: stored } = await write(ours.url);
  const { conversation_id: id }: { conversation_id: number } = JSON.parse(stored);
  const channel = { channel: "MessagesChannel", params: JSON.stringify({ conversation_id: id }), token: "advisor-1" };
  const identifier = JSON.stringify({ channel: channel.channel, conversation_id: id });
  const frame = { identifier, message: { type: "message", ...JSON.parse(stored) } };

  const bare = await startBare();
  const broadcast = () => ask(agent, bare.url, { method: "POST", body: frame });
  for (const sockets of sizes) {
    const messages = Math.ceil(deliveries / sockets);
    const [ourSockets, bareSockets] = [
      await subscribe(sockets, { url: cableOf(ours.url), ...channel }, clients),
      await subscribe(sockets, { url: cableOf(bare.url), ...channel }, clients),
    ];
    const viaOurs = () => rate(ours, ourSockets, messages, () => write(ours.url));
    const viaBare = () => rate(bare, bareSockets, messages, broadcast);
    await viaOurs();
    await viaBare();
    const ratios: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const [a, b] = [await viaOurs(), await viaBare()];
      ratios.push(a.rate / b.rate);
      console.log(
        `${sockets} sockets  ours ${Math.round(a.rate)}/s  bare ${Math.round(b.rate)}/s  ratio ${(a.rate / b.rate).toFixed(2)}` +
          `  (lost ${a.missing} and ${b.missing}; differing ${a.different} and ${b.different}; ${Math.round(a.size)} and ${Math.round(b.size)} bytes;` +
          ` ${a.work.toFixed(1)} and ${b.work.toFixed(1)} µs of the processor each)`,
      );
    }
    console.log(
      `${sockets} sockets  median ratio ${median(ratios).toFixed(2)}  lowest ${Math.min(...ratios).toFixed(2)}   wanted 0.85, nothing lost`,
    );
    await ourSockets.stop();
    await bareSockets.stop();
  }
  await bare.stop();
  await ours.stop();

  // Each socket belongs to a different member, on a stream of its own.
  const everyone = { channel: "ConversationsChannel", token: "customer-{n}", first: "1" };
  ours = await startOurs();
  await weigh("ours", ours, everyone);
  await ours.stop();
  const light = await startBare();
  await weigh("bare", light, everyone);
  await light.stop();
} finally {
  agent.destroy();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
}

/** Sends `messages` messages, several at a time, and waits until every socket has received all of them. */
async function rate(
  server: Awaited<ReturnType<typeof startProgram>>,
  subscribers: Awaited<ReturnType<typeof subscribe>>,
  messages: number,
  send: () => Promise<{ status: number }>,
): Promise<Count & { rate: number; work: number }> {
  const counted = await subscribers.expect(messages);
  const worked = await server.processor();
  const began = performance.timeOrigin + performance.now();
  let left = messages;
  const sender = async () => {
    while (left-- > 0) {
      const { status } = await send();
      if (status !== 201) throw new Error(`a message was answered with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, sender));
  const count = await counted();
  const work = ((await server.processor()) - worked) / count.deliveries;
  return { ...count, work, rate: (count.deliveries / (count.lastAt - began)) * 1000 };
}

/** The memory and CPU that ten thousand sockets add to a process, per socket. */
async function weigh(who: string, server: Awaited<ReturnType<typeof startProgram>>, channel: Record<string, string>) {
  // One-time allocations for the first socket are excluded.
  const first = await subscribe(100, { url: cableOf(server.url), ...channel });
  await first.stop();
  const before = await server.memory();
  const worked = await server.processor();
  const began = performance.now();
  const subscribers = await subscribe(idle, { url: cableOf(server.url), ...channel }, clients);
  const seconds = (performance.now() - began) / 1000;
  const work = ((await server.processor()) - worked) / idle;
  console.log(
    `${idle} sockets  ${who} connected and subscribed in ${seconds.toFixed(1)} s, ${work.toFixed(0)} µs of the processor each   wanted twice bare`,
  );
  const after = await server.memory();
  const each = (what: "rss" | "heapUsed" | "external") => ((after[what] - before[what]) / idle / 1024).toFixed(1);
  console.log(
    `${idle} idle sockets  ${who} ${each("rss")} KB each (heap ${each("heapUsed")}, outside it ${each("external")})   wanted 16 KB`,
  );
  await subscribers.stop();
}
