import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocket, WebSocketServer } from "ws";
import type { House } from "../house.ts";
import type { Channel } from "./cable-channel.ts";
import { openCommands } from "./cable-commands.ts";
import { type Connection, isStuck, write } from "./cable-connection.ts";
import { framed } from "./cable-frames.ts";
import { openHistory } from "./cable-history.ts";
import { openResumption } from "./cable-resume.ts";
import { openSessionChecks } from "./cable-sessions.ts";
import { openStreams } from "./cable-streams.ts";
import { disconnect, originAllowed, refuse } from "./cable-wire.ts";

export type Cable = {
  /** Sends to every subscription of the stream in this process; serialised once per identifier. */
  broadcast(stream: string, message: unknown): void;
  /** Somebody in this process would hear what is broadcast on the stream. */
  hears(stream: string): boolean;
  /** The streams that are heard in this process. */
  streams(): Iterable<string>;
  /** How many sockets are open in this process. */
  count(): number;
  /** Says goodbye with a hint to come back, then closes every socket. */
  close(): Promise<void>;
};

const basic = "actioncable-v1-json";
const extended = "actioncable-v1-ext-json";
const pingEvery = 3000;
/** Every so many pings a socket is asked whether it lives, and its session whether it still holds. */
const checkEvery = 10;
const largestFrame = 64 * 1024;
const mostWaiting = 1000;

/** Speaks the Action Cable protocol at /cable, for the public clients unchanged (decision 30). */
export function openCable(server: Server, house: House, channels: readonly Channel[]): Cable {
  const connections = new Set<Connection>();
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: largestFrame,
    // A client that offers both is one that knows the basic one for certain.
    handleProtocols: (offered) => [basic, extended].find((each) => offered.has(each)) ?? false,
  });
  // What the library would answer by itself.
  sockets.on("wsClientError", (_error, socket) => refuse(socket, house.settings, 400));
  const history = openHistory();
  const resumption = openResumption();
  const streams = openStreams(history);
  const checks = openSessionChecks(house);
  const commands = openCommands({ house, channels, streams, history, resumption });
  for (const channel of channels) channel.open?.(house);

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = URL.parse(request.url ?? "/", "http://cable");
    if (url?.pathname !== "/cable") {
      // Somebody else's, if there is somebody else.
      if (server.listenerCount("upgrade") === 1) refuse(socket, house.settings);
      return;
    }
    if (!originAllowed(request, house.settings.publicUrl)) return refuse(socket, house.settings);
    const token = url.searchParams.get("access_token") ?? "";
    const sid = url.searchParams.get("sid") ?? "";
    sockets.handleUpgrade(request, socket, head, (ws) => void welcome(ws, socket as Socket, token, sid));
  };
  server.on("upgrade", onUpgrade);
  let closing = false;

  /** Frames that arrive before the session is known wait: `ws` holds them while the socket is paused. */
  async function welcome(socket: WebSocket, line: Socket, token: string, before: string): Promise<void> {
    socket.on("error", () => socket.terminate());
    socket.pause();
    const member = await house.sessions.memberOf(token).catch((error) => {
      house.log.error({ err: error }, "a socket's session could not be read");
      return undefined;
    });
    // It went away meanwhile, and nothing would ever say so again.
    if (socket.readyState === WebSocket.CLOSED) return;
    socket.resume();
    if (closing) return disconnect(socket, "server_restart", true);
    if (!member || member.role === "staff") {
      // Without an answer the client may come back; a bad session must not.
      const known = member !== undefined;
      return disconnect(socket, known ? "unauthorized" : "server_restart", !known);
    }
    const connection: Connection = {
      socket,
      line,
      token,
      member,
      held: new Map(),
      queue: Promise.resolve(),
      waiting: 0,
      alive: true,
      taken: 0,
      takenAt: performance.now(),
      sid: socket.protocol === extended ? resumption.newId() : null,
    };
    connections.add(connection);
    socket.on("pong", () => {
      connection.alive = true;
    });
    socket.on("close", () => {
      connections.delete(connection);
      enqueue(connection, () => commands.leaveAll(connection));
    });
    socket.on("message", (data) => {
      connection.alive = true;
      if (++connection.waiting > mostWaiting) return socket.close(1008);
      enqueue(connection, () => commands.take(connection, String(data)).finally(() => connection.waiting--));
    });
    enqueue(connection, () => commands.greet(connection, before));
    // Its session may have ended while it was opened: from here on it is told, and what was before is asked.
    checks.check([connection]);
  }

  function enqueue(connection: Connection, work: () => Promise<unknown>): void {
    connection.queue = connection.queue
      .then(work)
      .catch((error) => house.log.error({ err: error }, "a cable command failed"));
  }

  // A session that has ended takes its sockets with it, within a second; where that was not heard, after the gap.
  house.bus.subscribe("sessions", (memberId: number) =>
    checks.check([...connections].filter(({ member }) => member.id === memberId)),
  );
  house.bus.onGap(() => checks.check(connections));

  let beat = 0;
  let last = 0;
  const pinging = setInterval(() => {
    beat += 1;
    // Strictly growing, whatever the system's clock does.
    last = Math.max(last + 1, Math.floor(Date.now() / 1000));
    const frame = framed(JSON.stringify({ type: "ping", message: last }));
    let place = 0;
    const at = performance.now();
    const due: Connection[] = [];
    for (const connection of connections) {
      if (isStuck(connection, at)) disconnect(connection.socket, "too_slow", true);
      else write(connection, frame);
      if ((place++ + beat) % checkEvery !== 0) continue;
      // A peer that vanished without a word, and a session whose end was not heard of.
      if (!connection.alive) connection.socket.terminate();
      connection.alive = false;
      connection.socket.ping();
      due.push(connection);
    }
    checks.check(due);
    for (const connection of connections)
      if (connection.sid)
        for (const { streams: own } of connection.held.values()) for (const stream of own) history.follow(stream);
    history.sweep();
    resumption.sweep();
  }, pingEvery);
  pinging.unref();

  return {
    broadcast: streams.broadcast,
    hears: streams.hears,
    streams: streams.names,
    count: () => connections.size,
    close: async () => {
      closing = true;
      clearInterval(pinging);
      streams.flush();
      const open = [...connections];
      for (const { socket } of open) disconnect(socket, "server_restart", true);
      await new Promise<void>((done) => sockets.close(() => done()));
      await Promise.all(open.map(({ queue }) => queue));
    },
  };
}
