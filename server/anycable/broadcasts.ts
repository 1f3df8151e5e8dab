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
/** Statuses by which AnyCable, or a proxy in front of it, refuses what was sent, and would refuse it again. */
const refusals = new Set([400, 413, 422]);
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
 * not deliver is sent again, except for a broadcast that is refused by itself: it is dropped, and does not hold up those
 * behind it. Every process has the same broadcasts, one sends them (ADR-055).
 */
export function openBroadcasts({ settings, isSender, log }: Options) {
  const waiting: Broadcast[] = [];
  const sendNow = openSending(settings);
  let sending: Promise<void> | null = null;
  let failing = false;
  /** Whether the broadcast before was refused, so that many in a row are one line of the log. */
  let refusing = false;
  let closed = false;

  const post = async (body: unknown) => {
    const status = await sendNow(body);
    if (status < 200 || status > 299) throw new Unsent(status);
  };
  const isRefused = (error: unknown) => error instanceof Unsent && refusals.has(error.status);

  const send = async () => {
    let size = maxBatch;
    while (waiting.length > 0 && isSender() && !(closed && failing)) {
      const batch = waiting.slice(0, size);
      const remove = () => {
        // The oldest may have been dropped meanwhile.
        const sent = new Set(batch);
        while (waiting[0] && sent.has(waiting[0])) waiting.shift();
        failing = false;
      };
      try {
        await post(batch.map(({ stream, body }) => ({ stream, data: body })));
        remove();
        size = Math.min(2 * size, maxBatch);
        refusing = false;
      } catch (error) {
        if (isRefused(error)) {
          // One of them is refused, or they are too large together: it is found by halves.
          size = Math.ceil(batch.length / 2);
          if (batch.length > 1) continue;
          remove();
          if (!refusing) log.error({ err: error }, "AnyCable refuses a broadcast; it is dropped");
          refusing = true;
          continue;
        }
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

class Unsent extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`AnyCable answered a broadcast with ${status}`);
    this.status = status;
  }
}
