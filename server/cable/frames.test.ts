import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { arrivals } from "../testing/cable-clients.ts";
import { framed } from "./frames.ts";

test("M-17 a text of any length arrives as it was sent", async () => {
  const lengths = [0, 1, 125, 126, 127, 65_534, 65_535, 65_536, 200_000];
  const texts = lengths.map((length) => "é".repeat(length / 2) + "x".repeat(length % 2));
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request, line, head) =>
    sockets.handleUpgrade(request, line, head, () => {
      for (const text of texts) line.write(framed(text));
    }),
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const read = arrivals<string>();
  client.on("message", (data, isBinary) => read.push(isBinary ? "binary" : String(data)));
  for (const text of texts) expect(await read.next()).toBe(text);
  client.terminate();
  await new Promise((done) => server.close(done));
});
