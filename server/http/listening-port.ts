import type { AddressInfo, Server } from "node:net";

/** The port of a server that listens on one, given or chosen by the system. Throws when it does not listen. */
export const listeningPort = (server: Pick<Server, "address">): number => boundTo(server).port;

/**
 * The base URL at which this process reaches its own server: the address that it listens on, or the loopback address
 * when it listens on all. Throws when it does not listen on a port.
 */
export function ownUrl(server: Pick<Server, "address">): string {
  const { address, family, port } = boundTo(server);
  if (family === "IPv6") return `http://[${address === "::" ? "::1" : address}]:${port}`;
  return `http://${address === "0.0.0.0" ? "127.0.0.1" : address}:${port}`;
}

function boundTo(server: Pick<Server, "address">): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen on a port");
  return address;
}
