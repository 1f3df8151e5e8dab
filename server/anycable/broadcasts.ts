import type { FastifyBaseLogger } from "fastify";
import { openSending } from "./sending.ts";

type Broadcast = { at: number; stream: string; body: string };
/** A command that AnyCable carries out itself. */
type Command = { command: "disconnect"; payload: { identifier: string; reconnect: boolean } };

type Options = {
  settings: { secret: string; broadcastUrl: string };
  /** Whether it is this process that sends. */
  isSender: () => boolean;
  log: FastifyBaseLogger;
};

export type Broadcasts = ReturnType<typeof openBroadcasts>;

/** The most broadcasts of one request. */
const maxBatch = 100;
/** How many wait during an outage of AnyCable; beyond it the oldest are dropped. */
const maxWaiting = 10_000;
// In milliseconds.
/**
 * How long a process that does not send keeps what it would have sent: longer than it takes until one of them takes
 * over from a process that has died.
 */
const keptFor = 5000;
const retryDelay = 500;
/** How long a stop waits for what is still to be sent. */
const maxFlush = 2000;

/**
 * Sends broadcasts to AnyCable over HTTP, one request after the other, which keeps their order; what a request could
 * not deliver is sent again. Every process has the same broadcasts, one sends them (ADR-055).
 */
export function openBroadcasts({ settings, isSender, log }: Options) {
  const waiting: Broadcast[] = [];
  const sendNow = openSending(settings);
  let sending: Promise<void> | null = null;
  let failing = false;
  let closed = false;

  const post = async (body: unknown) => {
    const status = await sendNow(body);
    if (status < 200 || status > 299) throw new Error(`AnyCable answered a broadcast with ${status}`);
  };

  const send = async () => {
    while (waiting.length > 0 && isSender() && !(closed && failing)) {
      const batch = waiting.slice(0, maxBatch);
      try {
        await post(batch.map(({ stream, body }) => ({ stream, data: body })));
        failing = false;
        // The oldest may have been dropped meanwhile.
        const sent = new Set(batch);
        while (waiting[0] && sent.has(waiting[0])) waiting.shift();
      } catch (error) {
        if (!failing) log.error({ err: error }, "broadcasts do not reach AnyCable; they are sent again");
        failing = true;
        if (!closed) await new Promise<void>((resolve) => setTimeout(resolve, retryDelay).unref());
      }
    }
    sending = null;
  };

  const start = () => {
    if (waiting.length > 0 && isSender()) sending ??= send();
  };

  return {
    /** Queues a broadcast; a process that does not send forgets it after a few seconds. */
    publish: (stream: string, body: string) => {
      const at = performance.now();
      waiting.push({ at, stream, body });
      if (waiting.length > maxWaiting) waiting.splice(0, waiting.length - maxWaiting);
      if (isSender()) return start();
      const kept = waiting.findIndex((each) => at - each.at <= keptFor);
      if (kept > 0) waiting.splice(0, kept);
    },
    /** Sends what is queued, when this process has become the one that sends. */
    start: () => {
      const oldest = performance.now() - keptFor;
      while (waiting[0] && waiting[0].at < oldest) waiting.shift();
      start();
    },
    /** Closes the socket with these identifiers, for good. Rejects when AnyCable has not taken the command. */
    disconnect: async (identifier: string) => {
      await post({ command: "disconnect", payload: { identifier, reconnect: false } } satisfies Command);
    },
    /** Sends what is queued, for a moment. */
    close: async () => {
      closed = true;
      const late = new Promise<void>((resolve) => setTimeout(resolve, maxFlush).unref());
      await Promise.race([sending, late]);
    },
  };
}
