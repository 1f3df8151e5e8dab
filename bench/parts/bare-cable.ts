import { createServer } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { listeningPort } from "../../server/http/listening-port.ts";

// The baseline of cable: `ws` and nothing else. Every subscribe is confirmed; `POST /` sends its body to every socket.

const sockets = new Set<WebSocket>();
const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const frame = Buffer.concat(parts);
  for (const socket of sockets) socket.send(frame, { binary: false });
  response.writeHead(201).end();
});
new WebSocketServer({ server, perMessageDeflate: false }).on("connection", (socket) => {
  sockets.add(socket);
  socket.on("close", () => sockets.delete(socket));
  socket.on("message", (data) => {
    const { identifier }: { identifier: string } = JSON.parse(String(data));
    socket.send(JSON.stringify({ type: "confirm_subscription", identifier }));
  });
  socket.send(JSON.stringify({ type: "welcome" }));
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${listeningPort(server)}`));
process.on("SIGTERM", () => process.exit(0));
