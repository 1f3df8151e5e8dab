import type { Server } from "node:net";

/** The port of a server that listens on one, given or chosen by the system. Throws when it does not listen. */
export function listeningPort(server: Pick<Server, "address">): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen on a port");
  return address.port;
}
