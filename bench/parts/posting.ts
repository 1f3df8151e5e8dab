import { once } from "node:events";
import { connect, type Socket } from "node:net";

// A client that costs a fraction of what it measures: `http.request` takes longer to send than the server to respond.

type Connection = { socket: Socket; waiting: { request: string; resolve: (status: number) => void }[]; heard: string };

/**
 * Opens so many connections to a server. `post` sends JSON on one of them, pipelined behind earlier requests, and
 * returns the status once the whole response has arrived.
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
  return {
    post: (at: number, path: string, token: string, body: unknown): Promise<number> => {
      const json = JSON.stringify(body);
      const line = lines[at % count] as Connection;
      const request =
        `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
      return new Promise((resolve) => {
        if (line.waiting.push({ request, resolve }) === 1) line.socket.write(request);
      });
    },
    close: () => {
      for (const { socket } of lines) socket.destroy();
    },
  };
}

function receive(line: Connection, text: string): void {
  line.heard += text;
  const head = line.heard.indexOf("\r\n\r\n");
  if (head === -1) return;
  const length = /\r\ncontent-length: (\d+)/i.exec(line.heard.slice(0, head))?.[1];
  const whole = length ? line.heard.length >= head + 4 + Number(length) : line.heard.endsWith("\r\n0\r\n\r\n");
  if (!whole) return;
  const status = Number(line.heard.slice(9, 12));
  line.heard = "";
  line.waiting.shift()?.resolve(status);
  const [next] = line.waiting;
  if (next) line.socket.write(next.request);
}
