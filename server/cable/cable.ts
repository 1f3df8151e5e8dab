import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyBaseLogger } from "fastify";
import { WebSocket, WebSocketServer } from "ws";
import type { Sessions } from "../auth/members.ts";
import { sessionsTopic } from "../auth/topics.ts";
import type { Bus } from "../bus/bus.ts";
import type { Settings } from "../settings.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { Channel } from "./channel.ts";
import { openChannels } from "./channels.ts";
import { openCommands } from "./commands.ts";
import type { Connection } from "./connection.ts";
import { openHeartbeat } from "./heartbeat.ts";
import { openHistory } from "./history.ts";
import { openResumption } from "./resume.ts";
import { mayConnect, openSessionChecks } from "./sessions.ts";
import type { Stream } from "./stream.ts";
import { openStreams, type Upstream } from "./streams.ts";
import { disconnect, originAllowed, refuse } from "./wire.ts";

export type Cable = {
  /** Accepts sockets for these channels. Called once, when everything that channels use is ready. */
  serve(channels: readonly Channel[]): void;
  /** Sends to every subscription of the stream in this process; serialised once per identifier. */
  broadcast<Frame>(stream: Stream<Frame>, frame: NoInfer<Frame>): void;
  /** Whether the stream has a subscriber in this process, or may have one at an upstream server. */
  hasSubscribers(stream: string): boolean;
  /** The streams that have a subscriber in this process. */
  streams(): Iterable<string>;
  /** The members whose sockets an upstream server holds, if it is this process that sends to it. */
  membersUpstream(): Promise<number[]>;
  /** How many sockets are open in this process. */
  count(): number;
  /**
   * Accepts no socket any more, sends the open ones a disconnect frame that allows reconnecting and closes them: in
   * turns, five hundred a second or more, in ten seconds at most. Those that wait for theirs are served as before.
   */
  close(): Promise<void>;
};

const basic = "actioncable-v1-json";
const extended = "actioncable-v1-ext-json";
const maxFrameSize = 64 * 1024;
/** What may wait of one client's commands: how many, and their length in characters. */
const maxQueued = 1000;
const maxQueuedLength = 1024 * 1024;
/**
 * How many sockets leave together at a shutdown, after how many milliseconds the next ones do, and in how many turns at most
 * all have left. All at once, they would connect elsewhere within half a second, and everybody would wait for seconds.
 */
const leavingTogether = 25;
const leavingEvery = 50;
const maxTurns = 200;

type Dependencies = {
  settings: Settings;
  sessions: Sessions;
  bus: Bus;
  log: FastifyBaseLogger;
  telemetry: Telemetry;
  /** Another server that holds sockets for us; null when there is none. */
  upstream?: Upstream | null;
};

/** Serves the Action Cable protocol at /cable, as the public client libraries expect it (decision 30). */
export function openCable(
  server: Server,
  { settings, sessions, bus, log, telemetry, upstream = null }: Dependencies,
): Cable {
  const connections = new Set<Connection>();
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxFrameSize,
    // A client that offers both surely supports the basic one.
    handleProtocols: (offered) => [basic, extended].find((each) => offered.has(each)) ?? false,
  });
  // The library's own default response.
  sockets.on("wsClientError", (_error, socket) => refuse(socket, settings, 400));
  const history = openHistory();
  const resumption = openResumption();
  const streams = openStreams(history, upstream);
  const checks = openSessionChecks({ sessions, log });
  const channels = openChannels();
  const commands = openCommands({ channels, streams, history, resumption, tracing: telemetry.tracing });

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = URL.parse(request.url ?? "/", "http://cable");
    if (url?.pathname !== "/cable") {
      // The request may be for another listener of the server.
      if (server.listenerCount("upgrade") === 1) refuse(socket, settings);
      return;
    }
    if (closing) return refuse(socket, settings, 503);
    if (!originAllowed(request, settings.publicUrl)) return refuse(socket, settings);
    const token = url.searchParams.get("access_token") ?? "";
    const sid = url.searchParams.get("sid") ?? "";
    // Node types an upgrade's socket as any stream, for servers that are given others than its own.
    sockets.handleUpgrade(request, socket, head, (ws) => void welcome(ws, socket as Socket, token, sid));
  };
  let closing = false;

  /** How often sessions were announced as changed, or may have been in a gap of the bus. */
  let sessionChanges = 0;

  /** `ws` buffers frames that arrive before the session is known, while the socket is paused. */
  async function welcome(socket: WebSocket, tcp: Socket, token: string, previousSid: string): Promise<void> {
    socket.on("error", () => socket.terminate());
    socket.pause();
    const changesBefore = sessionChanges;
    const caller = await sessions.memberOf(token).catch((error) => {
      log.error({ err: error }, "a socket's session could not be read");
      return undefined;
    });
    const member = caller && mayConnect(caller);
    // The socket closed meanwhile; its close event has already been emitted.
    if (socket.readyState === WebSocket.CLOSED) return;
    socket.resume();
    if (closing) return disconnect(socket, "server_restart");
    if (!member) {
      // If the database does not answer, the client may reconnect; with an invalid session it must not.
      return disconnect(socket, member === undefined ? "server_restart" : "unauthorized");
    }
    const connection: Connection = {
      socket,
      tcp,
      token,
      member,
      subscriptions: new Map(),
      queue: Promise.resolve(),
      queued: 0,
      queuedLength: 0,
      alive: true,
      bytesAccepted: 0,
      acceptedAt: performance.now(),
      sid: socket.protocol === extended ? resumption.newId() : null,
    };
    connections.add(connection);
    const stopPinging = heartbeat.add(connection);
    socket.on("pong", () => {
      connection.alive = true;
    });
    socket.on("close", () => {
      connections.delete(connection);
      stopPinging();
      enqueue(connection, () => commands.close(connection));
    });
    socket.on("message", (data) => {
      connection.alive = true;
      const text = String(data);
      connection.queued += 1;
      connection.queuedLength += text.length;
      if (connection.queued > maxQueued || connection.queuedLength > maxQueuedLength) return socket.close(1008);
      enqueue(connection, () =>
        commands.execute(connection, text).finally(() => {
          connection.queued -= 1;
          connection.queuedLength -= text.length;
        }),
      );
    });
    enqueue(connection, () => commands.greet(connection, previousSid));
    // The session may have ended while it was read, when the announcement found no connection to check.
    if (sessionChanges !== changesBefore) checks.check([connection]);
  }

  function enqueue(connection: Connection, work: () => Promise<unknown>): void {
    connection.queue = connection.queue
      .then(work)
      .catch((error) => log.error({ err: error }, "a cable command failed"));
  }

  // Sockets of an ended session are closed within a second, or after the gap if the bus message was lost.
  bus.subscribe(sessionsTopic, (memberId) => {
    sessionChanges += 1;
    checks.check([...connections].filter(({ member }) => member.id === memberId));
  });
  bus.onGap(() => {
    sessionChanges += 1;
    checks.check(connections);
  });

  const heartbeat = openHeartbeat({
    history,
    check: checks.check,
    sweep: () => {
      history.sweep();
      resumption.sweep();
    },
  });

  return {
    serve: (served) => {
      for (const channel of served) {
        channels.add(channel);
        channel.open?.();
      }
      server.on("upgrade", onUpgrade);
    },
    broadcast: streams.broadcast,
    hasSubscribers: streams.hasSubscribers,
    streams: streams.names,
    membersUpstream: async () => (await upstream?.members()) ?? [],
    count: () => connections.size,
    close: async () => {
      closing = true;
      const open = [...connections];
      const together = Math.max(leavingTogether, Math.ceil(open.length / maxTurns));
      for (let left = 0; left < open.length; left += together) {
        if (left > 0) await new Promise((later) => setTimeout(later, leavingEvery));
        streams.flush();
        for (const { socket } of open.slice(left, left + together)) disconnect(socket, "server_restart");
      }
      heartbeat.stop();
      await new Promise<void>((done) => sockets.close(() => done()));
      await Promise.all(open.map(({ queue }) => queue));
    },
  };
}
