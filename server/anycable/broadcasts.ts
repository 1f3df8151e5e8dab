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

/** What became of what was sent: taken by AnyCable, refused for good, or to be sent again. */
type Outcome = "taken" | "refused" | "unsent";

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
  let closed = false;
  const logBroadcast = openRefusalLog(log, "AnyCable refuses a broadcast; it is dropped");
  const logCommand = openRefusalLog(log, "AnyCable refuses to close a socket; it is asked again with the next check");

  /** Rejects with what is to be sent again. */
  const post = async (body: unknown): Promise<"taken" | "refused"> => {
    const status = await sendNow(body);
    if (status >= 200 && status <= 299) return "taken";
    if (refusals.has(status)) return "refused";
    throw new Error(`AnyCable answered with ${status}`);
  };

  const sendTogether = async (batch: readonly Broadcast[]): Promise<Outcome> => {
    try {
      return await post(batch.map(({ stream, body }) => ({ stream, data: body })));
    } catch (error) {
      if (!failing) log.error({ err: error }, "broadcasts do not reach AnyCable; they are sent again");
      return "unsent";
    }
  };

  const send = async () => {
    let size = maxBatch;
    while (waiting.length > 0 && isSender() && !(closed && failing)) {
      const batch = waiting.slice(0, size);
      const outcome = await sendTogether(batch);
      failing = outcome === "unsent";
      if (outcome === "unsent") {
        if (!closed) await new Promise<void>((resolve) => setTimeout(resolve, retryDelay).unref());
        continue;
      }
      if (outcome === "refused" && batch.length > 1) {
        // One of them is refused, or they are too large together: it is found by halves.
        size = Math.ceil(batch.length / 2);
        continue;
      }
      // The oldest may have been dropped meanwhile.
      const done = new Set(batch);
      while (waiting[0] && done.has(waiting[0])) waiting.shift();
      if (outcome === "taken") size = Math.min(2 * size, maxBatch);
      logBroadcast(outcome);
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
    /**
     * Closes the socket with these identifiers, for good; false if AnyCable refuses the command and would refuse it
     * again. Rejects when AnyCable has not taken it.
     */
    disconnect: async (identifier: string): Promise<boolean> => {
      const outcome = await post({
        command: "disconnect",
        payload: { identifier, reconnect: false },
      } satisfies Command);
      logCommand(outcome);
      return outcome === "taken";
    },
    /** Sends what is queued, for a moment. */
    close: async () => {
      closed = true;
      const late = new Promise<void>((resolve) => setTimeout(resolve, maxFlush).unref());
      await Promise.race([sending, late]);
    },
  };
}

/** Logs the first of several refusals in a row. */
function openRefusalLog(log: FastifyBaseLogger, line: string) {
  let refusing = false;
  return (outcome: "taken" | "refused") => {
    const isFirst = outcome === "refused" && !refusing;
    refusing = outcome === "refused";
    if (isFirst) log.error(line);
  };
}
