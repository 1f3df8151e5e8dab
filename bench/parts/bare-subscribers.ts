import type { Server } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";

/** Accepts sockets with `ws` and nothing else, and confirms every subscribe; returns those that are open, oldest first. */
export function acceptSubscribers(server: Server): ReadonlySet<WebSocket> {
  const sockets = new Set<WebSocket>();
  new WebSocketServer({ server, perMessageDeflate: false }).on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("message", (data) => {
      const { identifier }: { identifier: string } = JSON.parse(String(data));
      socket.send(JSON.stringify({ type: "confirm_subscription", identifier }));
    });
    socket.send(JSON.stringify({ type: "welcome" }));
  });
  return sockets;
}
