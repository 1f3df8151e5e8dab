import { createServer } from "node:http";
import { listeningPort } from "../../server/http/listening-port.ts";
import { acceptSubscribers } from "./bare-subscribers.ts";

// The baseline of cable: `ws` and nothing else. Every subscribe is confirmed; `POST /` sends its body to every socket.

const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const frame = Buffer.concat(parts);
  for (const socket of sockets) socket.send(frame, { binary: false });
  response.writeHead(201).end();
});
const sockets = acceptSubscribers(server);
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${listeningPort(server)}`));
process.on("SIGTERM", () => process.exit(0));
