import { type Connection, isTooFull, sendBuffered, write } from "./connection.ts";
import { framed } from "./frames.ts";
import type { History } from "./history.ts";
import { frameOf } from "./resume.ts";
import { disconnect } from "./wire.ts";

/** How many frames are queued for a client that has reconnected and may still request its history. */
const maxBuffered = 1000;

export type Streams = ReturnType<typeof openStreams>;

/** Another server that holds sockets for us and is sent every broadcast (ADR-055). */
export type Upstream = {
  /** `body` is the serialised broadcast. */
  publish(stream: string, body: string): void;
  /** The members with a socket there; nobody in a process that does not send to it. */
  members(): Promise<number[]>;
};

/**
 * The subscribers of each stream in this process, and the broadcasts to them. The broadcasts of one turn of the event
 * loop are sent together, because a write to a socket costs far more than its bytes. Order is kept within a stream, and
 * each broadcast reaches those subscribed at its moment.
 */
export function openStreams(history: History, upstream: Upstream | null) {
  /** stream → identifier → connections subscribed under that identifier. */
  const streams = new Map<string, Map<string, Set<Connection>>>();
  /** stream → the serialised broadcasts of this turn. */
  const pending = new Map<string, string[]>();
  const flush = () => {
    for (const [stream, bodies] of pending) send(stream, bodies);
    pending.clear();
  };
  const isHeard = (stream: string) => streams.has(stream) || history.isRecorded(stream);
  return {
    add: (stream: string, identifier: string, connection: Connection) => {
      flush();
      if (connection.sid) history.record(stream);
      const listeners = streams.get(stream) ?? new Map<string, Set<Connection>>();
      streams.set(stream, listeners.set(identifier, (listeners.get(identifier) ?? new Set()).add(connection)));
    },
    remove: (stream: string, identifier: string, connection: Connection) => {
      flush();
      const listeners = streams.get(stream);
      const connections = listeners?.get(identifier);
      connections?.delete(connection);
      if (connections?.size === 0) listeners?.delete(identifier);
      if (listeners?.size === 0) streams.delete(stream);
    },
    /** Serialised once, and framed once per identifier. */
    broadcast: (stream: string, message: unknown) => {
      const heard = isHeard(stream);
      if (!heard && !upstream) return;
      const body = JSON.stringify(message);
      upstream?.publish(stream, body);
      if (!heard) return;
      if (pending.size === 0) setImmediate(flush);
      const others = pending.get(stream);
      if (others) others.push(body);
      else pending.set(stream, [body]);
    },
    /**
     * Whether the stream has a subscriber in this process or is being recorded; upstream subscribers are not known
     * here.
     */
    hasSubscribers: (stream: string) => upstream !== null || isHeard(stream),
    /** All streams with a subscriber or a recording. */
    names: (): Set<string> => new Set([...streams.keys(), ...history.recorded()]),
    /** Sends the queued frames. */
    flush,
  };

  function send(stream: string, bodies: readonly string[]): void {
    // Recorded from here on; a client that requests its history earlier gets this broadcast live.
    const places = bodies.map((body) => history.add(stream, body));
    for (const [identifier, connections] of streams.get(stream) ?? []) {
      const plain = (body: string) => `{"identifier":${JSON.stringify(identifier)},"message":${body}}`;
      const frames = framedTogether(bodies.map(plain));
      let placed: Buffer | null = null;
      for (const connection of connections) {
        if (isTooFull(connection)) disconnect(connection.socket, "too_slow");
        else if (!connection.sid) write(connection, frames);
        else {
          placed ??= framedTogether(
            bodies.map((body, at) => {
              const place = places[at];
              return place ? frameOf(identifier, body, stream, place) : plain(body);
            }),
          );
          sendOrBuffer(connection, identifier, { stream, frame: placed });
        }
      }
    }
  }

  /** In the extended protocol a frame may have to wait for the history before it. */
  function sendOrBuffer(connection: Connection, identifier: string, pending: { stream: string; frame: Buffer }): void {
    const one = connection.subscriptions.get(identifier);
    if (!one?.buffered) write(connection, pending.frame);
    else if (one.buffered.push(pending) > maxBuffered) sendBuffered(history, connection, identifier, one, null);
  }
}

/** Several frames in one buffer. */
function framedTogether(texts: readonly string[]): Buffer {
  const [first, ...others] = texts;
  return first !== undefined && others.length === 0 ? framed(first) : Buffer.concat(texts.map(framed));
}
