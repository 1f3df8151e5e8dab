import { type Connection, isTooFull, release, write } from "./cable-connection.ts";
import { framed } from "./cable-frames.ts";
import type { History } from "./cable-history.ts";
import { frameOf } from "./cable-resume.ts";
import { disconnect } from "./cable-wire.ts";

/** How many frames wait for a client that has come back to say what it missed. */
const mostHeldBack = 1000;

export type Streams = ReturnType<typeof openStreams>;

/**
 * Who listens to which stream in this process, and the sending to all of them. What is broadcast on a stream in one turn
 * of the event loop leaves together: a write to a socket costs far more than the bytes in it. Order is kept within a
 * stream, and each broadcast reaches those who listened at its moment.
 */
export function openStreams(history: History) {
  /** stream → identifier → who listens under that identifier. */
  const streams = new Map<string, Map<string, Set<Connection>>>();
  /** stream → what was broadcast on it in this turn, serialised. */
  const waiting = new Map<string, string[]>();
  const flush = () => {
    for (const [stream, bodies] of waiting) send(stream, bodies);
    waiting.clear();
  };
  return {
    listen: (stream: string, identifier: string, connection: Connection) => {
      flush();
      if (connection.sid) history.follow(stream);
      const listeners = streams.get(stream) ?? new Map<string, Set<Connection>>();
      streams.set(stream, listeners.set(identifier, (listeners.get(identifier) ?? new Set()).add(connection)));
    },
    stop: (stream: string, identifier: string, connection: Connection) => {
      flush();
      const listeners = streams.get(stream);
      const those = listeners?.get(identifier);
      those?.delete(connection);
      if (those?.size === 0) listeners?.delete(identifier);
      if (listeners?.size === 0) streams.delete(stream);
    },
    /** Serialised once, and framed once per identifier. */
    broadcast: (stream: string, message: unknown) => {
      if (!streams.has(stream) && !history.follows(stream)) return;
      const body = JSON.stringify(message);
      if (waiting.size === 0) setImmediate(flush);
      const others = waiting.get(stream);
      if (others) others.push(body);
      else waiting.set(stream, [body]);
    },
    /** Somebody here would hear what is broadcast on it, now or by its history. */
    hears: (stream: string) => streams.has(stream) || history.follows(stream),
    /** All streams that are heard here. */
    names: (): Set<string> => new Set([...streams.keys(), ...history.followed()]),
    /** Sends what waits. */
    flush,
  };

  function send(stream: string, bodies: readonly string[]): void {
    // Repeated from here on: whoever asks for history before this is told live.
    const places = bodies.map((body) => history.add(stream, body));
    for (const [identifier, those] of streams.get(stream) ?? []) {
      const plain = (body: string) => `{"identifier":${JSON.stringify(identifier)},"message":${body}}`;
      const frames = allFramed(bodies.map(plain));
      let placed: Buffer | null = null;
      for (const connection of those) {
        if (isTooFull(connection)) disconnect(connection.socket, "too_slow", true);
        else if (!connection.sid) write(connection, frames);
        else {
          placed ??= allFramed(
            bodies.map((body, at) => {
              const place = places[at];
              return place ? frameOf(identifier, body, stream, place) : plain(body);
            }),
          );
          tell(connection, identifier, { stream, frame: placed });
        }
      }
    }
  }

  /** In the extended protocol a frame may have to wait for those before it. */
  function tell(connection: Connection, identifier: string, waiting: { stream: string; frame: Buffer }): void {
    const one = connection.held.get(identifier);
    if (!one?.back) write(connection, waiting.frame);
    else if (one.back.push(waiting) > mostHeldBack) release(history, connection, identifier, one, null);
  }
}

/** Several frames as one piece of bytes. */
function allFramed(texts: readonly string[]): Buffer {
  return texts.length === 1 ? framed(texts[0] as string) : Buffer.concat(texts.map(framed));
}
