import { present } from "@plumbline/contract/present.ts";
import { type Connection, isStuck, write } from "./connection.ts";
import { framed, type ProtocolFrame } from "./frames.ts";
import type { History } from "./history.ts";
import { disconnect } from "./wire.ts";

/** How often a client gets a ping; it reconnects after twice this time without a frame. In milliseconds. */
const interval = 3000;
/** With every such ping of a connection it is checked for being alive and its session for being valid. */
const checkEvery = 10;
/**
 * Into how many turns the pings of an interval are divided: all pings of fourteen thousand sockets at once kept
 * everything else waiting for 300 ms.
 */
const turnCount = 30;

/** The connections that are pinged together, how often they were, and the last ping's number. */
type Turn = { connections: Set<Connection>; count: number; last: number };

type Dependencies = {
  history: Pick<History, "record">;
  /** Called with the connections whose sessions are due to be checked. */
  check(due: Connection[]): void;
  /** Called once an interval. */
  sweep(): void;
};

/** Pings connections, disconnects those that do not read or no longer answer, and keeps their streams recorded. */
export function openHeartbeat({ history, check, sweep }: Dependencies) {
  const turns = Array.from({ length: turnCount }, (): Turn => ({ connections: new Set(), count: 0, last: 0 }));
  const pingAll = (turn: Turn) => {
    turn.count += 1;
    // Strictly increasing, even if the system clock is set back.
    turn.last = Math.max(turn.last + 1, Math.floor(Date.now() / 1000));
    const frame = framed(JSON.stringify({ type: "ping", message: turn.last } satisfies ProtocolFrame));
    const now = performance.now();
    const due: Connection[] = [];
    let index = turn.count;
    for (const connection of turn.connections) {
      if (isStuck(connection, now)) disconnect(connection.socket, "too_slow");
      else write(connection, frame);
      if (connection.sid)
        for (const { streams } of connection.subscriptions.values())
          for (const stream of streams) history.record(stream);
      if (index++ % checkEvery !== 0) continue;
      // Closes dead connections, and sockets of sessions whose end was not received.
      if (!connection.alive) connection.socket.terminate();
      connection.alive = false;
      connection.socket.ping();
      due.push(connection);
    }
    check(due);
  };
  let [current, added] = [0, 0];
  const timer = setInterval(() => {
    const turn = turns[current];
    if (turn && turn.connections.size > 0) pingAll(turn);
    current = (current + 1) % turnCount;
    if (current === 0) sweep();
  }, interval / turnCount);
  timer.unref();
  return {
    /** Pings a connection until the returned function is called. */
    add: (connection: Connection): (() => void) => {
      const { connections } = present(turns[added++ % turnCount], "a turn");
      connections.add(connection);
      return () => connections.delete(connection);
    },
    stop: () => clearInterval(timer),
  };
}
