import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { arrivals } from "../testing/cable-clients.ts";
import { openBroadcasts } from "./broadcasts.ts";
import { broadcastKey } from "./keys.ts";

const secret = "a secret of AnyCable and us";
const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
});

/** What AnyCable receives, answered with each status in turn and with 201 after them, or as `refuses` says. */
async function openReceiver(statuses: number[] = [], refuses: (text: string) => number | undefined = () => undefined) {
  const requests = arrivals<{ status: number; authorization: string | undefined; body: unknown }>();
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const status = refuses(text) ?? statuses.shift() ?? 201;
    response.writeHead(status).end();
    requests.push({ status, authorization: request.headers.authorization, body: JSON.parse(text) });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  undo.push(() => new Promise((done) => server.close(done)));
  undo.push(async () => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { requests, broadcastUrl: `http://127.0.0.1:${port}/_broadcast` };
}

function open(broadcastUrl: string, isSender = () => true, logTo?: { write(line: string): void }) {
  const broadcasts = openBroadcasts({
    settings: { secret, broadcastUrl },
    isSender,
    log: logTo ? pino({}, logTo) : pino({ level: "silent" }),
  });
  undo.push(broadcasts.close);
  return broadcasts;
}
const batch = (...bodies: string[]) => bodies.map((data) => ({ stream: "room 1", data }));

test("T-06 what AnyCable has not taken is sent again, in order, with what came meanwhile", async () => {
  const { requests, broadcastUrl } = await openReceiver([503, 401]);
  const broadcasts = open(broadcastUrl);
  for (const body of ["1", "2", "3"]) broadcasts.publish("room 1", body);
  await requests.until("three requests", (all) => all.length === 3);
  await requests.until("the last broadcast", (all) => JSON.stringify(all.at(-1)?.body).includes('"3"'));
  const [first, second, third, ...more] = requests.all;
  expect([first?.body, second?.body, third?.body]).toEqual([batch("1"), batch("1", "2", "3"), batch("1", "2", "3")]);
  expect(more).toEqual([]);
  expect(first?.authorization).toBe(`Bearer ${broadcastKey(secret)}`);
});

test.each([400, 413, 422])(
  "T-06 a broadcast that AnyCable refuses by itself (%s) is dropped with one line of the log, and holds up nothing",
  async (status) => {
    const { requests, broadcastUrl } = await openReceiver([503], (text) => (text.includes("bad") ? status : undefined));
    const lines: string[] = [];
    const broadcasts = open(broadcastUrl, () => true, { write: (line) => void lines.push(line) });
    const sent = Array.from({ length: 250 }, (_, number) => (number === 70 || number === 71 ? "bad" : String(number)));
    for (const body of sent) broadcasts.publish("room 1", body);
    const last = `"${sent.at(-1)}"`;
    await requests.until("the last broadcast", (all) => JSON.stringify(all.at(-1) ?? {}).includes(last));
    const taken = requests.all.filter((each) => each.status === 201).flatMap(({ body }) => body);
    expect(taken).toEqual(batch(...sent.filter((body) => body !== "bad")));
    expect(lines.filter((line) => line.includes("refuses a broadcast"))).toHaveLength(1);
  },
);

test("T-06 a process without the lock sends nothing, and when it takes over it sends the broadcasts of the last seconds", async () => {
  const { requests, broadcastUrl } = await openReceiver();
  let sends = false;
  const broadcasts = open(broadcastUrl, () => sends);
  for (const body of ["1", "2"]) broadcasts.publish("room 1", body);
  broadcasts.start();
  sends = true;
  broadcasts.start();
  expect(await requests.next()).toMatchObject({ body: batch("1", "2") });
  broadcasts.publish("room 1", "3");
  expect(await requests.next()).toMatchObject({ body: batch("3") });
});

test.each([400, 413, 422])(
  "T-06 a command to close a socket that AnyCable refuses for good (%s) is known as refused, with one line of the log",
  async (status) => {
    const { broadcastUrl } = await openReceiver([], (text) => (text.includes("bad") ? status : undefined));
    const lines: string[] = [];
    const broadcasts = open(broadcastUrl, () => true, { write: (line) => void lines.push(line) });
    const taken: boolean[] = [];
    for (const identifier of ["bad", "bad too", "good"]) taken.push(await broadcasts.disconnect(identifier));
    expect(taken).toEqual([false, false, true]);
    expect(lines.filter((line) => line.includes("refuses to close a socket"))).toHaveLength(1);
  },
);

test("T-06 a command to close a socket that AnyCable has not taken is known to have failed", async () => {
  const { requests, broadcastUrl } = await openReceiver([201, 500]);
  const broadcasts = open(broadcastUrl);
  await broadcasts.disconnect("one");
  expect((await requests.next()).body).toEqual({
    command: "disconnect",
    payload: { identifier: "one", reconnect: false },
  });
  await expect(broadcasts.disconnect("one")).rejects.toThrow("500");
});

test("T-06 a stop sends what is still to be sent", async () => {
  const { requests, broadcastUrl } = await openReceiver();
  const broadcasts = open(broadcastUrl);
  for (let number = 0; number < 250; number++) broadcasts.publish("room 1", String(number));
  await broadcasts.close();
  expect(requests.all.flatMap(({ body }) => body)).toHaveLength(250);
});
