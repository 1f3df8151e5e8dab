import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { clientTimeouts, disconnectSlowClients, serverTimeouts } from "../http/slow-clients.ts";
import { processes } from "../testing/process.ts";
import { fullSize, sized, timeoutFor } from "../testing/size.ts";

// R11: clients that send their headers or bodies a byte at a time, or never read the response. In the suite the rules
// run a hundred times as fast on a bare server; at full size a thousand clients of each kind connect to the real
// program with its real timeouts.

const { makeFolder, start } = processes();
const undo: (() => unknown)[] = [];
afterEach(() => {
  for (const each of undo.splice(0).reverse()) each();
});

const large = Buffer.alloc(24 * 1024 * 1024, 97);
const quick = { ...clientTimeouts, head: 300, silence: 300, bodyWindow: 300, afterAnswer: 300, checkedEvery: 50 };
/** For those who are not slow: the test's own process, which is client and server, may stop for a second. */
const patient = { ...quick, head: 3000, silence: 2000, bodyWindow: 3000 };

/**
 * A server that answers /large with more than the socket's buffers hold, /slow late, and everything else when its body
 * has arrived.
 */
async function startServer(rules = quick) {
  const server = createServer({ ...serverTimeouts(rules), keepAliveTimeout: rules.silence });
  // A client that never reads does not notice a closed connection, so the server reports it.
  const cut = new Promise<void>((gone) => server.on("connection", (line) => line.once("close", () => gone())));
  disconnectSlowClients(server, rules);
  server.on("request", (request, response) => {
    if (request.url === "/large") return void response.end(large);
    if (request.url === "/early") return void response.writeHead(413).end("no");
    if (request.url === "/slow") return void setTimeout(() => response.end("late"), 2 * rules.silence);
    request.resume().on("end", () => response.end("done"));
    request.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  undo.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, cut };
}

/**
 * Opens a connection, sends `words`, then a further chunk every `every` ms, and reads the response unless it requested
 * /large.
 */
function slowly(port: number, words: string, { every = 0, more = "x" } = {}): Socket {
  const line = connect(port, "127.0.0.1");
  line.on("error", () => {});
  line.write(words);
  if (!words.includes("/large")) line.resume();
  const trickle = every ? setInterval(() => line.write(more), every) : undefined;
  line.once("close", () => clearInterval(trickle));
  undo.push(() => line.destroy());
  return line;
}

const upload = (path: string, length = 1_000_000) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n`;

test.each([
  ["nothing at all", "", {}],
  ["a head that never ends", "GET / HTTP/1.1\r\nHost: a\r\n", { every: 20, more: "X: y\r\n" }],
  ["a body a byte at a time", upload("/"), { every: 20 }],
  [
    "a body without end in chunks",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
    { every: 20, more: "1\r\nx\r\n" },
  ],
  ["a body that stops", upload("/"), {}],
  ["a body that goes on after it was refused", upload("/early", 1e12), { every: 1, more: "x".repeat(1000) }],
  ["an answer that nobody reads", "GET /large HTTP/1.1\r\nHost: a\r\n\r\n", {}],
  ["an idle line after its answer", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", {}],
])("R11 %s is disconnected", async (_case, words, more) => {
  const { port, cut } = await startServer();
  slowly(port, words, more);
  await cut;
});

test("R11 other clients are not: a large upload over a slow connection, and a response that takes the server long", async () => {
  const { port } = await startServer(patient);
  const origin = `http://127.0.0.1:${port}`;
  const late = fetch(`${origin}/slow`);
  const perWindow = 100;
  // More than one window, after which it is judged.
  const pieces = 1.2 * perWindow;
  const thin = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (let piece = 0; piece < pieces; piece += 1) {
        controller.enqueue(new Uint8Array(8 * 1024));
        await new Promise((later) => setTimeout(later, patient.bodyWindow / perWindow));
      }
      controller.close();
    },
  });
  const answer = await fetch(`${origin}/`, { method: "POST", body: thin, duplex: "half" } as RequestInit);
  expect([answer.status, await answer.text()]).toEqual([200, "done"]);
  expect(await (await late).text()).toBe("late");
});

/** The number of connections to the port that the system holds open on the server's side. */
async function held(port: number): Promise<number> {
  const table = await readFile("/proc/net/tcp", "utf8");
  const here = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return table.split("\n").filter((row) => row.trim().split(/\s+/)[1]?.endsWith(here) && / 01 /.test(row)).length;
}

test(
  "R11 the program serves others while slow clients hold their connections, and closes all of them within a minute",
  async () => {
    const { url } = await start(await makeFolder());
    const port = Number(new URL(url).port);
    const begun = performance.now();
    for (let each = 0; each < sized(1000, 10); each += 1) {
      slowly(port, "GET / HTTP/1.1\r\nHost: a\r\n", { every: 5000, more: "X: y\r\n" });
      slowly(port, upload("/api/messages/file_upload"), { every: 5000 });
      slowly(port, "GET /openapi.json?/large HTTP/1.1\r\nHost: a\r\n\r\n".repeat(20));
    }
    const times: number[] = [];
    for (let asked = 0; asked < sized(2000, 20); asked += 1) {
      const before = performance.now();
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      times.push(performance.now() - before);
    }
    if (!fullSize) return;
    const middle = times.sort((one, other) => one - other)[times.length / 2] ?? 0;
    const most = await held(port);
    // Our own connection may stay.
    while ((await held(port)) > 2) await new Promise((later) => setTimeout(later, 1000));
    const kept = (performance.now() - begun) / 1000;
    console.log(
      `R11 ${most} slow lines, the last let go after ${kept.toFixed(1)} s; beside them ${middle.toFixed(1)} ms`,
    );
    expect(kept).toBeLessThan(60);
  },
  timeoutFor(120_000),
);
