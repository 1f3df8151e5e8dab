import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { present } from "@plumbline/contract/present.ts";

// A client that costs a fraction of what it measures: `http.request` takes longer to send than the server to respond.

type Connection = {
  socket: Socket;
  waiting: { request: Buffer; resolve: (status: number) => void }[];
  heard: string;
};

export type Sending = { method: string; path: string; headers: Record<string, string>; body: Uint8Array };

/**
 * Opens so many connections to a server. `send` sends a request on one of them, pipelined behind earlier requests, and
 * returns the status once the whole response has arrived; `post` sends JSON.
 */
export async function openConnections(url: string, count: number) {
  const { hostname, port } = new URL(url);
  const lines = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(port), hostname).setNoDelay(true).setEncoding("latin1");
      await once(socket, "connect");
      const line: Connection = { socket, waiting: [], heard: "" };
      socket.on("data", (text: unknown) => receive(line, String(text)));
      return line;
    }),
  );
  const send = (at: number, { method, path, headers, body }: Sending): Promise<number> => {
    const line = present(lines[at % count]);
    const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${own.join("")}Content-Length: ${body.length}\r\n\r\n`;
    const request = Buffer.concat([Buffer.from(head), body]);
    return new Promise((resolve) => {
      if (line.waiting.push({ request, resolve }) === 1) line.socket.write(request);
    });
  };
  return {
    send,
    post: (at: number, path: string, token: string, body: unknown): Promise<number> =>
      send(at, {
        method: "POST",
        path,
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: Buffer.from(JSON.stringify(body)),
      }),
    close: () => {
      for (const { socket } of lines) socket.destroy();
    },
  };
}

function receive(line: Connection, text: string): void {
  line.heard += text;
  const head = line.heard.indexOf("\r\n\r\n");
  if (head === -1) return;
  const status = Number(line.heard.slice(9, 12));
  const length = /\r\ncontent-length: (\d+)/i.exec(line.heard.slice(0, head + 2))?.[1];
  const whole =
    status === 204 || (length ? line.heard.length >= head + 4 + Number(length) : line.heard.endsWith("\r\n0\r\n\r\n"));
  if (!whole) return;
  line.heard = "";
  line.waiting.shift()?.resolve(status);
  const [next] = line.waiting;
  if (next) line.socket.write(next.request);
}
