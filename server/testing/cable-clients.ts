import { createConsumer as createAnyCable } from "@anycable/core";
import * as rails from "@rails/actioncable";
import { WebSocket } from "ws";

/**
 * Collects values as they arrive; waiting for one fails after a timeout with what did arrive, so that no test sleeps.
 */
export function arrivals<T>(timeout = 30_000) {
  const all: T[] = [];
  let check = () => {};
  const until = <R>(question: string, read: () => R | undefined): Promise<R> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        check = () => {};
        reject(new Error(`waited for ${question}; came: ${JSON.stringify(all)}`));
      }, timeout);
      check = () => {
        const answer = read();
        if (answer === undefined) return;
        clearTimeout(timer);
        check = () => {};
        resolve(answer);
      };
      check();
    });
  let position = 0;
  return {
    all,
    push: (one: T) => {
      all.push(one);
      check();
    },
    /** The next value that has not been taken yet, or the next that `meant` accepts. */
    next: (meant: (one: T) => boolean = () => true): Promise<T> =>
      until(String(meant), () => {
        for (let place = position; place < all.length; place++)
          if (meant(all[place] as T)) {
            position = place + 1;
            return all[place] as T;
          }
        return undefined;
      }),
    until: (question: string, holds: (all: readonly T[]) => boolean) =>
      until(question, () => (holds(all) ? true : undefined)),
  };
}

export type Frame = Record<string, unknown> & { type?: string; identifier?: string; message?: unknown };

/** A plain WebSocket client that sends and receives frames, for what the real clients would hide. */
export async function openSocket(
  url: string,
  {
    token,
    protocols = ["actioncable-v1-json"],
    headers = {},
    query = "",
  }: {
    token?: string | undefined;
    protocols?: string[];
    headers?: Record<string, string>;
    query?: string;
  } = {},
) {
  const frames = arrivals<Frame>();
  const address = `${url.replace("http", "ws")}/cable?access_token=${token ?? ""}${query}`;
  const socket = new WebSocket(address, protocols, { headers });
  const closed = new Promise<{ code: number }>((resolve) => socket.on("close", (code) => resolve({ code })));
  socket.on("message", (data) => {
    const frame = JSON.parse(String(data)) as Frame;
    if (frame.type !== "ping") frames.push(frame);
    else pings.push(frame);
  });
  const pings = arrivals<Frame>(8000);
  await new Promise<void>((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const say = (frame: unknown) => socket.send(typeof frame === "string" ? frame : JSON.stringify(frame));
  const subscribe = async (identifier: string) => {
    say({ command: "subscribe", identifier });
    return frames.next((frame) => frame.identifier === identifier && frame.type !== undefined);
  };
  const perform = (identifier: string, action: string, data: object = {}) =>
    say({ command: "message", identifier, data: JSON.stringify({ ...data, action }) });
  return { socket, frames, pings, closed, say, subscribe, perform, close: () => socket.close() };
}

export const identifierOf = (channel: string, params: object = {}) => JSON.stringify({ channel, ...params });

// The few parts of a browser that the client expects.
rails.adapters.WebSocket = WebSocket as never;
rails.adapters.logger = { log: () => {} } as never;
Object.assign(globalThis, {
  addEventListener: () => {},
  removeEventListener: () => {},
  // The built pages, which another file of the same worker may show, look for an element as they load.
  document: { visibilityState: "visible", getElementById: () => null },
});

export type SubscriptionEvent = { kind: "connected" | "disconnected" | "rejected" | "received"; data?: unknown };

/** What both clients have in common. */
type PublicClient = {
  subscriptions: { create(params: { channel: string }, mixin: Record<string, (data: unknown) => void>): unknown };
  disconnect(): void;
};

const clients = {
  "@rails/actioncable": (url: string) => rails.createConsumer(url),
  "@anycable/core": (url: string) => createAnyCable(url, { websocketImplementation: WebSocket, logLevel: "error" }),
};
export const clientNames = Object.keys(clients) as (keyof typeof clients)[];

/** An unmodified public client; the events of its subscriptions can be waited for. */
export function openClient(name: keyof typeof clients, url: string, token: string) {
  const consumer: PublicClient = clients[name](`${url.replace("http", "ws")}/cable?access_token=${token}`);
  return {
    consumer,
    subscribe: (channel: string, params: object = {}) => {
      const heard = arrivals<SubscriptionEvent>(20_000);
      const record = (kind: SubscriptionEvent["kind"]) => (data: unknown) => heard.push({ kind, data });
      const mixin = {
        connected: record("connected"),
        disconnected: record("disconnected"),
        rejected: record("rejected"),
        received: record("received"),
      };
      consumer.subscriptions.create({ channel, ...params }, mixin);
      return { heard };
    },
    /** Cuts the connection as a network failure would: no close frame, no disconnect frame. */
    drop: () => {
      const inner = consumer as unknown as {
        connection?: { webSocket: WebSocket };
        cable?: { transport: { ws: WebSocket } };
      };
      inner.connection?.webSocket.terminate();
      inner.cable?.transport.ws.terminate();
    },
    close: () => consumer.disconnect(),
  };
}
