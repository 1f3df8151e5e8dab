import { createConsumer as createAnyCable } from "@anycable/core";
import * as rails from "@rails/actioncable";
import { WebSocket } from "ws";

/** Things that arrive, each to be waited for: never a sleep, and a wait that ends says what did come. */
export function arrivals<T>(patience = 4000) {
  const all: T[] = [];
  let look = () => {};
  const until = <R>(question: string, read: () => R | undefined): Promise<R> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        look = () => {};
        reject(new Error(`waited for ${question}; came: ${JSON.stringify(all)}`));
      }, patience);
      look = () => {
        const answer = read();
        if (answer === undefined) return;
        clearTimeout(timer);
        look = () => {};
        resolve(answer);
      };
      look();
    });
  let taken = 0;
  return {
    all,
    push: (one: T) => {
      all.push(one);
      look();
    },
    /** The next one that nobody has taken, or the next that is meant. */
    next: (meant: (one: T) => boolean = () => true): Promise<T> =>
      until(String(meant), () => {
        for (let place = taken; place < all.length; place++)
          if (meant(all[place] as T)) {
            taken = place + 1;
            return all[place] as T;
          }
        return undefined;
      }),
    until: (question: string, holds: (all: readonly T[]) => boolean) =>
      until(question, () => (holds(all) ? true : undefined)),
  };
}

export type Frame = Record<string, unknown> & { type?: string; identifier?: string; message?: unknown };

/** A bare socket that says and hears frames, for what the real clients would hide. */
export async function openLine(
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

// What the client expects of a browser, and nothing more.
rails.adapters.WebSocket = WebSocket as never;
rails.adapters.logger = { log: () => {} } as never;
Object.assign(globalThis, {
  addEventListener: () => {},
  removeEventListener: () => {},
  document: { visibilityState: "visible" },
});

export type Heard = { kind: "connected" | "disconnected" | "rejected" | "received"; data?: unknown };

/** As much as both clients have in common. */
type PublicClient = {
  subscriptions: { create(params: { channel: string }, mixin: Record<string, (data: unknown) => void>): unknown };
  disconnect(): void;
};

const clients = {
  "@rails/actioncable": (url: string) => rails.createConsumer(url),
  "@anycable/core": (url: string) => createAnyCable(url, { websocketImplementation: WebSocket, logLevel: "error" }),
};
export const clientNames = Object.keys(clients) as (keyof typeof clients)[];

/** A public client, unchanged; what its subscriptions hear is waited for. */
export function openClient(name: keyof typeof clients, url: string, token: string) {
  const consumer: PublicClient = clients[name](`${url.replace("http", "ws")}/cable?access_token=${token}`);
  return {
    consumer,
    subscribe: (channel: string, params: object = {}) => {
      const heard = arrivals<Heard>(20_000);
      const hear = (kind: Heard["kind"]) => (data: unknown) => heard.push({ kind, data });
      const mixin = {
        connected: hear("connected"),
        disconnected: hear("disconnected"),
        rejected: hear("rejected"),
        received: hear("received"),
      };
      consumer.subscriptions.create({ channel, ...params }, mixin);
      return { heard };
    },
    /** As a network that goes away: no close frame, no disconnect frame. */
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
