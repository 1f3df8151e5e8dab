import { type Connection, release, write } from "./cable-connection.ts";
import { framed } from "./cable-frames.ts";
import type { History } from "./cable-history.ts";
import { frameOf } from "./cable-resume.ts";
import { disconnect } from "./cable-wire.ts";

/** A reader that leaves this much unread, in bytes, is too slow: it is closed and reads history when it comes back. */
const mostUnread = 1024 * 1024;
/** How many frames wait for a client that has come back to say what it missed. */
const mostHeldBack = 1000;

export type Streams = ReturnType<typeof openStreams>;

/** Who listens to which stream in this process, and the sending to all of them. */
export function openStreams(history: History) {
  /** stream → identifier → who listens under that identifier. */
  const streams = new Map<string, Map<string, Set<Connection>>>();
  return {
    listen: (stream: string, identifier: string, connection: Connection) => {
      if (connection.sid) history.follow(stream);
      const listeners = streams.get(stream) ?? new Map<string, Set<Connection>>();
      streams.set(stream, listeners.set(identifier, (listeners.get(identifier) ?? new Set()).add(connection)));
    },
    stop: (stream: string, identifier: string, connection: Connection) => {
      const listeners = streams.get(stream);
      const those = listeners?.get(identifier);
      those?.delete(connection);
      if (those?.size === 0) listeners?.delete(identifier);
      if (listeners?.size === 0) streams.delete(stream);
    },
    /** Serialised once, and framed once per identifier. */
    broadcast: (stream: string, message: unknown) => {
      const listeners = streams.get(stream);
      if (!listeners && !history.follows(stream)) return;
      const body = JSON.stringify(message);
      const place = history.add(stream, body);
      for (const [identifier, those] of listeners ?? []) {
        const frame = framed(`{"identifier":${JSON.stringify(identifier)},"message":${body}}`);
        const placed = place && framed(frameOf(identifier, body, stream, place));
        for (const connection of those) {
          if (connection.line.writableLength > mostUnread) disconnect(connection.socket, "too_slow", true);
          else if (!connection.sid || !placed) write(connection, frame);
          else tell(connection, identifier, { stream, frame: placed });
        }
      }
    },
  };

  /** In the extended protocol a frame may have to wait for those before it. */
  function tell(connection: Connection, identifier: string, waiting: { stream: string; frame: Buffer }): void {
    const one = connection.held.get(identifier);
    if (!one?.back) write(connection, waiting.frame);
    else if (one.back.push(waiting) > mostHeldBack) release(history, connection, identifier, one, null);
  }
}
