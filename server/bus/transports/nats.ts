import type { ConnectionOptions, NatsConnection } from "@nats-io/transport-node";
import type { NatsAddress } from "../addresses.ts";
import {
  answerTimeout,
  inTime,
  readyOrLate,
  shortNameOf,
  type Transport,
  type TransportListener,
} from "./transport.ts";

/** The subject of an installation; `doctor` is used by no installation. */
export const natsSubject = (name: string): string => `plumbline.bus.${name}`;
/** A connection that has subscribed to the subject, and how to reject what waits for its answers when it ends. */
type Joined = { connection: NatsConnection; waiting: Set<(error: Error) => void> };
/** Between two attempts to reach a server, in milliseconds. */
const retryDelay = 200;

/** Options of the official client for one connection, which ends when it breaks: it is opened again by its user. */
export const natsOptions = ({ servers, tls, credentials }: NatsAddress): ConnectionOptions => ({
  name: "plumbline",
  servers: [...servers],
  ...(tls ? { tls: {} } : {}),
  ...(credentials && "token" in credentials ? credentials : {}),
  ...(credentials && "user" in credentials ? { user: credentials.user, pass: credentials.password } : {}),
  timeout: answerTimeout,
  reconnect: false,
});

/**
 * Calls `receive` with the subject's texts from now on. Resolves once an empty one of our own has come back; rejects when
 * it does not, because the server does not let us publish and subscribe there.
 */
export async function joinSubject(connection: NatsConnection, subject: string, receive: (text: string) => void) {
  let returned = false;
  connection.subscribe(subject, {
    callback: (error, message) => {
      if (error) return;
      if (message.data.length > 0) receive(message.string());
      else returned = true;
    },
  });
  connection.publish(subject);
  // The server answers a connection in order: a refusal or our own text before the flush.
  await inTime(connection.flush());
  if (!returned) throw new Error(`NATS does not let us publish and subscribe to ${subject}`);
}

/** Sends by a subject of NATS, without its streams. Without a NATS it keeps connecting. */
export async function openNats(
  address: NatsAddress,
  installation: string,
  listener: TransportListener,
): Promise<Transport> {
  const subject = natsSubject(shortNameOf(installation));
  const { connect } = await import("@nats-io/transport-node");
  let closed = false;
  let joined: Joined | null = null;
  let failure = new Error("NATS is not connected yet");

  // The client reports why its first attempt fails. A second call tries until it succeeds, and leaves no sockets open.
  const options = natsOptions(address);
  const reach = (): Promise<NatsConnection> =>
    connect(options).catch((error: Error) => {
      failure = error;
      return connect({
        ...options,
        waitOnFirstConnect: true,
        ignoreAuthErrorAbort: true,
        reconnectDelayHandler: () => retryDelay,
        reconnectToServer: () => {
          if (closed) throw new Error("the bus is closed");
          return null;
        },
      });
    });
  const ready = Promise.withResolvers<void>();
  /** Opens one connection, stays until it ends, and returns why it did. */
  const stayConnected = async (): Promise<Error> => {
    const connection = await reach();
    const waiting = new Set<(error: Error) => void>();
    try {
      await joinSubject(connection, subject, listener.text);
      if (closed) return failure;
      joined = { connection, waiting };
      ready.resolve();
      listener.restored();
      return (await connection.closed()) ?? new Error("the connection to NATS has ended");
    } finally {
      joined = null;
      void connection.close();
      for (const reject of waiting) reject(new Error("the connection to NATS has ended"));
    }
  };
  const keepConnected = async () => {
    while (!closed) {
      failure = await stayConnected().catch((error: Error) => error);
      listener.broken(failure);
      await new Promise((resolve) => setTimeout(resolve, retryDelay).unref());
    }
  };
  void keepConnected();
  await readyOrLate(ready.promise);

  /** Resolves once the server has handled what was sent there, and we what it had sent before. */
  const flush = async ({ connection, waiting }: Joined) => {
    const ended = Promise.withResolvers<never>();
    waiting.add(ended.reject);
    try {
      await inTime(Promise.race([connection.flush(), ended.promise]));
    } finally {
      waiting.delete(ended.reject);
    }
  };
  return {
    send: async (texts) => {
      if (!joined) throw failure;
      const through = joined;
      for (const text of texts) through.connection.publish(subject, text);
      await flush(through).catch((error: unknown) => {
        void through.connection.close();
        throw error;
      });
    },
    received: async () => {
      if (!joined) throw failure;
      // Another server of a cluster may still have what was sent to it.
      if (joined.connection.info?.cluster) throw new Error("a cluster of NATS does not tell what is under way in it");
      await flush(joined);
    },
    reopen: () => void joined?.connection.close(),
    close: async () => {
      closed = true;
      await joined?.connection.close();
    },
  };
}
