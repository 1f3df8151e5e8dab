import { AsyncLocalStorage } from "node:async_hooks";
import type { Transport } from "./transports/transport.ts";

/** A message that waits to be sent, and who waits for that. */
type Queued = { text: string; onSent: (() => void)[] };

/** A notification of PostgreSQL holds 8,000 bytes at most; several short ones share a round trip. */
const maxBatch = 100;
/** How many messages are queued during an outage; beyond it the oldest are dropped, and receivers detect the gap. */
const maxQueued = 10_000;
/** In milliseconds. */
const retryDelay = 200;

/** Sends one round trip at a time, which keeps the order and sends a burst in one batch. What fails is sent again. */
export function openSendingQueue(transport: Transport, report: (error: unknown) => void) {
  const queue: Queued[] = [];
  let sending: Promise<void> | null = null;
  let failing = false;
  let closed = false;
  // What is sent is no part of the call that published it.
  const inOwnContext = AsyncLocalStorage.snapshot();
  const send = async () => {
    while (queue.length > 0 && !(closed && failing)) {
      const batch = queue.slice(0, maxBatch);
      try {
        await transport.send(batch.map(({ text }) => text));
        failing = false;
        for (const sent of batch) {
          for (const resolve of sent.onSent) resolve();
          if (queue[0] === sent) queue.shift();
        }
      } catch (error) {
        if (!failing) report(error);
        failing = true;
        await new Promise((resolve) => setTimeout(resolve, retryDelay));
      }
    }
    sending = null;
  };
  return {
    add: (text: string) => {
      queue.push({ text, onSent: [] });
      if (queue.length > maxQueued) queue.splice(0, queue.length - maxQueued);
      sending ??= inOwnContext(send);
    },
    isEmpty: () => queue.length === 0,
    isFailing: () => failing,
    /** Resolves once everything that was added before has been sent. */
    sent: async () => {
      const last = queue.at(-1);
      if (last) await new Promise<void>((resolve) => last.onSent.push(resolve));
    },
    /** Sends what waits, unless sending fails. */
    close: async () => {
      closed = true;
      await sending;
    },
  };
}
