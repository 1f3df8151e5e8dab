import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { WebSocketServer } from "ws";
import { openHub } from "./hub.ts";
import { openSession } from "./session.ts";

export type AnyCableSandbox = { url: string; close(): Promise<void> };

type Options = {
  host: string;
  port: number;
  /** The base address of the calls to the program, without a trailing slash. */
  rpcUrl: string;
  secret: string;
};

const protocols = ["actioncable-v1-json", "actioncable-v1-ext-json"];

/**
 * Starts a stand-in for AnyCable: sockets at /cable, calls to the program over HTTP, broadcasts at /_broadcast, as the
 * server does without a broker. It closes one socket for each disconnect command, also where several share their
 * identifiers, and confirms no subscription twice, as version 1.6 does.
 */
export async function startAnyCable({ host, port, rpcUrl, secret }: Options): Promise<AnyCableSandbox> {
  const key = (purpose: string) => createHmac("sha256", secret).update(purpose).digest("hex");
  const hub = openHub();
  const call = async (name: string, body: object): Promise<unknown> => {
    const response = await fetch(`${rpcUrl}/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key("rpc-cable")}` },
      body: JSON.stringify(body),
    });
    if (response.status !== 200) throw new Error(`the program answered ${response.status}`);
    return response.json();
  };
  const server = createServer((request, response) => {
    const isBroadcast = request.url === "/_broadcast" && request.method === "POST";
    if (!isBroadcast) return void response.writeHead(404).end();
    if (request.headers.authorization !== `Bearer ${key("broadcast-cable")}`) return void response.writeHead(401).end();
    bodyOf(request).then(
      (body) => {
        hub.handle(body);
        response.writeHead(201).end();
      },
      () => response.writeHead(501).end(),
    );
  });
  const sockets = new WebSocketServer({
    server,
    path: "/cable",
    handleProtocols: (offered) => protocols.find((each) => offered.has(each)) ?? false,
  });
  sockets.on("connection", (socket, { url = "", headers }) => {
    const env = { url: `http://${headers.host}${url}`, headers: { ...(headers.origin && { origin: headers.origin }) } };
    void openSession({ socket, hub, call, env });
  });
  server.listen(port, host);
  await once(server, "listening");
  return {
    url: `http://${host}:${port}`,
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}
