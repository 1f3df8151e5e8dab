import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startNginx } from "../server/testing/nginx.ts";
import { ask, quantile } from "./parts/asking.ts";
import { ownDatabase } from "./parts/database.ts";
import { loadMembers } from "./parts/many-members.ts";
import { serverEnvironment, startProgram } from "./parts/process.ts";
import { subscribe } from "./parts/subscribers.ts";

// A hundred thousand subscribed sockets, each a different member's, on several processes behind nginx: how long they take
// to connect, what they cost in memory and processor time while nothing happens, and how long a message takes to the
// other party's sockets meanwhile, beside the same with none of them.
//
//   npm run bench -- many-sockets            a hundred thousand
//   npm run bench -- many-sockets 20000
//   npm run bench -- many-sockets --direct   to the processes themselves, where nginx and the clients need the same cores
//   npm run bench -- many-sockets --restart  then one of the processes ends: for how long its sockets are without their
//                                            subscriptions, and how long messages take meanwhile
//
// The limit of open files decides how many processes there are, since nginx needs two for a socket.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { direct: { type: "boolean", default: false }, restart: { type: "boolean", default: false } },
});
const sockets = Number(positionals[0] ?? 100_000);
/** The files that a process may open, less what it needs besides sockets. */
const filesEach = (Number(execFileSync("sh", ["-c", "ulimit -n"], { encoding: "utf8" })) || 2 ** 20) * 0.85;
/** With --restart the other processes get the sockets of the one that ends. */
const spare = values.restart ? 1 : 0;
const processes = Math.max(2, Math.ceil(sockets / filesEach)) + spare;
const proxies = Math.max(2, Math.ceil((2 * sockets) / filesEach));
/** How many sockets for each process the reader of a conversation has, and how many messages are written to them. */
const watching = 2;
const messages = 500;
/** Milliseconds from one to the next, so that they fall into all moments of an interval of pings. */
const pause = 40;
/** Seconds between two readings of an idle socket: less than the server waits for the answer to a WebSocket's ping. */
const readEvery = "15";
/** Milliseconds between two looks at whether all sockets have returned. */
const lookEvery = 500;
const redis = process.env["BENCH_REDIS_URL"] ?? "redis://127.0.0.1:6379";

/** Stops everything that was started, also when the benchmark fails. */
const undo: (() => Promise<unknown>)[] = [];
const database = await ownDatabase();
undo.push(database.drop);
const folder = await mkdtemp(join(tmpdir(), "plumbline-bench-"));
undo.push(() => rm(folder, { recursive: true, force: true }));
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const start = async () => {
  const server = await startProgram(
    "server/build/main.js",
    serverEnvironment(folder, { DATABASE_URL: database.url, REDIS_URL: redis, TRUST_PROXY: "1" }),
    ["--import", "./bench/parts/usage.ts"],
  );
  undo.push(server.stop);
  return server;
};

try {
  const servers = [await start()];
  await loadMembers(database.url, sockets);
  while (servers.length < processes) servers.push(await start());
  const urls = servers.map(({ url }) => url);
  const proxy = values.direct ? null : await startNginx(urls, { processes: proxies, files: Math.ceil(filesEach) });
  if (proxy) undo.push(proxy.close);
  /** Where the clients of each process connect. */
  const entrances = proxy ? urls.map(() => proxy.url) : urls;
  const total = async (of: (server: (typeof servers)[number]) => Promise<number>) =>
    (await Promise.all(servers.map(of))).reduce((sum, each) => sum + each, 0);
  const processor = () => total((server) => server.processor());
  const memory = () => total(async (server) => (await server.memory()).rss);
  const between = proxy ? ` behind ${proxies} of nginx` : "";
  console.log(`${sockets} sockets on ${processes} processes${between}, ${cpus().length} cores for all`);

  const write = async () => {
    const body = { receiver_id: sockets + 1, message: { body: "How about Tuesday?" } };
    const { status, body: stored } = await ask(agent, `${entrances[0]}/api/messages`, {
      method: "POST",
      token: "customer-1",
      body,
    });
    if (status !== 201) throw new Error(`a message was answered with ${status}`);
    const message: { conversation_id: number } = JSON.parse(stored);
    return message;
  };
  const { conversation_id } = await write();
  const subscribeAt = async (addresses: readonly string[], count: number, channel: Record<string, string>) => {
    const clients = await Promise.all(
      addresses.map((url, at) =>
        subscribe(count, { url: `${url.replace("http", "ws")}/cable`, ...channel, first: String(1 + at * count) }),
      ),
    );
    undo.push(() => Promise.all(clients.map((each) => each.stop())));
    return clients;
  };
  const conversation = { channel: "MessagesChannel", params: JSON.stringify({ conversation_id }), token: "advisor-1" };
  // Not on the process that ends, since a frame that a reader misses is read later and not sent again.
  const watchers = await subscribeAt(values.restart ? urls.slice(0, -1) : entrances, watching, conversation);
  const talk = async (beside: string) => {
    const times: number[] = [];
    for (let sent = 0; sent < messages; sent += 1) {
      await new Promise((later) => setTimeout(later, pause));
      const counted = await Promise.all(watchers.map((each) => each.expect(1)));
      const began = performance.timeOrigin + performance.now();
      await write();
      const counts = await Promise.all(counted.map((count) => count()));
      if (counts.some(({ missing }) => missing > 0)) throw new Error("frames of a message did not arrive");
      times.push(Math.max(...counts.map(({ lastAt }) => lastAt)) - began);
    }
    const time = (share: number) => `${quantile(times, share).toFixed(1)} ms`;
    console.log(
      `beside ${beside}  from the request to the last of ${watching * watchers.length} frames: median ${time(0.5)}  p99 ${time(0.99)}  longest ${time(1)}`,
    );
  };
  await talk("no others");

  const [memoryBefore, workBefore, began] = [await memory(), await processor(), performance.now()];
  const everyone = {
    channel: "ConversationsChannel",
    token: "customer-{n}",
    ...(values.restart ? { return: "" } : { "read-every": readEvery }),
  };
  const others = await subscribeAt(entrances, Math.floor(sockets / processes), everyone);
  const seconds = (performance.now() - began) / 1000;
  const work = ((await processor()) - workBefore) / sockets;
  console.log(`connected and subscribed in ${seconds.toFixed(0)} s, ${work.toFixed(0)} µs of the processes each`);
  const each = ((await memory()) - memoryBefore) / sockets / 1024;
  console.log(
    `${each.toFixed(1)} KB each in the processes, ${((await memory()) / processes / 1e6).toFixed(0)} MB a process`,
  );

  const idleFrom = await processor();
  await new Promise((later) => setTimeout(later, 30_000));
  const cores = ((await processor()) - idleFrom) / 30e6;
  console.log(
    `idle: ${cores.toFixed(2)} of a core for all processes, ${((cores / sockets) * 3e6).toFixed(1)} µs a ping`,
  );
  await talk(`${sockets} idle sockets`);

  const returned = async () => {
    const counted = await Promise.all(others.map((each) => each.expect(0)));
    const counts = await Promise.all(counted.map((count) => count()));
    return {
      closed: counts.reduce((sum, count) => sum + count.closed, 0),
      pauses: counts.flatMap((each) => each.pauses),
    };
  };
  const { closed } = await returned();
  console.log(`${closed} of the idle sockets were closed meanwhile`);

  if (values.restart) {
    const ending = servers.at(-1);
    const [began, talking] = [performance.now(), talk("sockets that return to another process")];
    await ending?.stop();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    await talking;
    let { closed, pauses } = await returned();
    while (closed > pauses.length) {
      await new Promise((later) => setTimeout(later, lookEvery));
      ({ closed, pauses } = await returned());
    }
    console.log(
      `one process ended in ${seconds} s; ${pauses.length} sockets were without a subscription for ${quantile(pauses, 0.5).toFixed(0)} ms at the median, ${quantile(pauses, 0.99).toFixed(0)} at the p99, ${quantile(pauses, 1).toFixed(0)} at most`,
    );
  }
} finally {
  agent.destroy();
  for (const each of undo.reverse()) await each();
}
