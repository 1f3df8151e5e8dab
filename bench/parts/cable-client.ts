import { parseArgs } from "node:util";
import { present } from "@plumbline/contract/present.ts";
import { WebSocket } from "ws";

// Drives any server of the Action Cable base protocol: opens sockets, subscribes each to one channel, then counts.
//
//   node bench/parts/cable-client.ts --url ws://127.0.0.1:3000/cable --subprotocol actioncable-v1-json \
//     --channel MessagesChannel --params '{"conversation_id":7}' --token … --sockets 500
//
// Whatever the server wants in its address may stand in --url; --token is added as access_token. `{n}` in the token or
// the params is the number of the socket. Prints {"subscribed":500} when all are confirmed. Each line on standard input
// is a number of messages to wait for; the answer is a line with the deliveries, how many are missing, how many differ
// from what another socket got in the same place, the mean size, when the first and the last arrived, how many sockets
// have been closed so far, and for how many milliseconds each that has returned was without its subscription.

const { values } = parseArgs({
  options: {
    url: { type: "string" },
    subprotocol: { type: "string", default: "actioncable-v1-json" },
    channel: { type: "string" },
    params: { type: "string", default: "{}" },
    token: { type: "string" },
    sockets: { type: "string", default: "1" },
    /** The number of the first socket. */
    first: { type: "string", default: "0" },
    /** Seconds after which each socket reads what has come meanwhile: with very many, reading pings takes the cores. */
    "read-every": { type: "string" },
    /** Sockets that were closed return as the browser's do (web/app/live.ts). */
    return: { type: "boolean", default: false },
  },
});
const { url, channel } = values;
if (!url || !channel) throw new Error("--url and --channel are needed");
const count = Number(values.sockets);
const first = Number(values.first);
const readEvery = Number(values["read-every"] ?? 0) * 1000;
/** For how long a socket that reads rarely reads, in milliseconds. */
const reading = 100;
/** How many sockets are being opened at any moment. */
const maxOpening = 64;
/** After so many milliseconds without a frame, missing ones count as lost. */
const answerTimeout = 10_000;

let expected = 0;
let heard: Buffer[] = [];
let counts = new Uint32Array(count);
let deliveries = 0;
let different = 0;
let bytes = 0;
let firstAt = 0;
let lastAt = 0;
let closed = 0;
const pauses: number[] = [];

const now = () => performance.timeOrigin + performance.now();
const frameStart = '{"identifier"';

function received(socket: number, frame: Buffer): void {
  // Pings and other protocol frames have a type.
  if (frame.toString("latin1", 0, frameStart.length) !== frameStart) return;
  lastAt = now();
  if (deliveries === 0) firstAt = lastAt;
  const place = counts[socket] ?? 0;
  counts[socket] = place + 1;
  deliveries += 1;
  bytes += frame.length;
  const same = heard[place];
  if (!same) heard[place] = frame;
  else if (!same.equals(frame)) different += 1;
  if (deliveries === expected * count) report();
}

let giveUp: NodeJS.Timeout | undefined;
function expect(messages: number): void {
  expected = messages;
  [heard, counts, deliveries, different, bytes, firstAt, lastAt] = [[], new Uint32Array(count), 0, 0, 0, 0, now()];
  giveUp = setInterval(() => now() - lastAt > answerTimeout && report(), 500);
  console.log(JSON.stringify({ counting: messages }));
}

function report(): void {
  clearInterval(giveUp);
  const missing = expected * count - deliveries;
  console.log(
    JSON.stringify({ deliveries, missing, different, closed, pauses, size: bytes / deliveries, firstAt, lastAt }),
  );
}

/** The browser's first wait before it reconnects, and its longest, in milliseconds. */
const minRetryDelay = 400;
const maxRetryDelay = 10_000;

/** Opens socket number n and resolves when its subscription is confirmed. */
function open(n: number): Promise<void> {
  const number = (text: string) => text.replaceAll("{n}", String(first + n));
  const address = new URL(present(url));
  if (values.token) address.searchParams.set("access_token", number(values.token));
  const identifier = JSON.stringify({ channel, ...JSON.parse(number(values.params)) });
  // One source address has some 28,000 ports, and a benchmark leaves many of them in TIME_WAIT.
  const localAddress = address.hostname === "127.0.0.1" ? `127.0.0.${2 + ((first + n) % 8)}` : undefined;
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, values.subprotocol, { perMessageDeflate: false, localAddress });
    const confirming = (data: Buffer) => {
      const { type, reason }: { type?: string; reason?: string } = JSON.parse(String(data));
      if (type === "welcome") socket.send(JSON.stringify({ command: "subscribe", identifier }));
      if (type === "reject_subscription" || type === "disconnect") reject(new Error(`${type} ${reason ?? ""}`));
      if (type !== "confirm_subscription") return;
      socket.off("message", confirming).on("message", (frame: Buffer) => received(n, frame));
      if (readEvery > 0) readRarely(socket);
      socket.once("close", () => {
        closed += 1;
        if (values.return) void reopen(n);
      });
      resolve();
    };
    socket.on("message", confirming).on("error", reject);
    socket.once("close", () => reject(new Error("closed before it was subscribed")));
  });
}

async function reopen(n: number): Promise<void> {
  const closedAt = now();
  for (let wait = minRetryDelay; ; wait = Math.min(maxRetryDelay, 2 * wait)) {
    await new Promise((later) => setTimeout(later, wait * (0.75 + Math.random())));
    const opened = await open(n).then(
      () => true,
      () => false,
    );
    if (opened) break;
  }
  pauses.push(now() - closedAt);
}

function readRarely(socket: WebSocket): void {
  socket.pause();
  setInterval(() => {
    socket.resume();
    setTimeout(() => socket.pause(), reading);
  }, readEvery);
}

let next = 0;
const opener = async () => {
  while (next < count) await open(next++);
};
await Promise.all(Array.from({ length: maxOpening }, opener));
console.log(JSON.stringify({ subscribed: count }));
let typed = "";
process.stdin.on("data", (text) => {
  const lines = (typed + text).split("\n");
  typed = lines.pop() ?? "";
  for (const line of lines) expect(Number(line));
});
process.stdin.on("end", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));
