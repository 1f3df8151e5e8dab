import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { createDrain } from "./stopping.ts";

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function begin(answer: RequestListener = (_request, response) => void response.end("answer")) {
  const server = createServer(answer);
  // Longer than a test may take: nothing here waits for the end of that time.
  server.keepAliveTimeout = 600_000;
  const drain = createDrain(server, 600_000);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const open = async () => {
    const accepted = once(server, "connection");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    sockets.push(socket);
    await accepted;
    return socket;
  };
  return { server, drain, open };
}

test("R21 a client that connected before the stop and sends a request then is answered, and no new connection is accepted", async () => {
  const { server, drain, open } = await begin();
  const socket = await open();
  const { port } = server.address() as AddressInfo;
  const stopped = drain();
  await expect.poll(() => server.listening).toBe(false);
  socket.write("GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n");
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK[\s\S]*answer$/);
  await stopped;
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test("R1 a stop ends connections that never send anything", async () => {
  const { drain, open } = await begin();
  const ended = once(await open(), "close");
  await drain();
  await ended;
});

test.each([
  ["whose response has not begun", false],
  ["whose response has begun", true],
])("R1 a stop waits for a request %s, and not for another on its connection", async (_title, begun) => {
  const requested = Promise.withResolvers<() => void>();
  const { server, drain, open } = await begin((_request, response) => {
    if (begun) response.flushHeaders();
    requested.resolve(() => void response.end("answer"));
  });
  const socket = await open();
  socket.write("GET / HTTP/1.1\r\nhost: here\r\n\r\n");
  const finish = await requested.promise;
  const stopped = drain();
  await expect.poll(() => server.listening).toBe(false);
  finish();
  expect(await text(socket)).toMatch(
    begun ? /^HTTP\/1.1 200 OK[\s\S]*\r\nanswer\r\n0\r\n\r\n$/ : /\r\nConnection: close\r\n[\s\S]*answer$/,
  );
  await stopped;
});
