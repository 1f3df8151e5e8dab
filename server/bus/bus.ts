import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { isRecord } from "@plumbline/contract/records.ts";
import { batchedReads } from "../database/batched-reads.ts";
import type { Database } from "../database/database.ts";
import type { BusAddress } from "./addresses.ts";
import { openGaps } from "./gaps.ts";
import type { Topic } from "./topic.ts";
import { openTransport } from "./transports/open.ts";
import { inTime, type Transport } from "./transports/transport.ts";

/**
 * Short messages between the processes of one installation: a topic and a payload of ids, never of content. Delivered
 * in this process at once, and to the others through Redis or NATS if configured, else through PostgreSQL's NOTIFY. None
 * of them stores messages for a receiver that is away. So every process numbers its messages and sends a heartbeat with
 * its last number four times a second: a process that sees a number skipped, no heartbeat for a second, or not even its
 * own has missed something, and `onGap` is called. Whoever keeps state that the bus announces must then read that state
 * again (ADR-017).
 */
export type Bus = {
  /** `local` is passed to the subscribers of this process only. */
  publish<Payload, Local>(topic: Topic<Payload, Local>, payload: NoInfer<Payload>, local?: NoInfer<Local>): void;
  subscribe<Payload, Local>(
    topic: Topic<Payload, Local>,
    listener: (payload: Payload, local: Local | undefined) => void,
  ): void;
  /**
   * `catchUp` reads the state that the caller's topics announce: called at once when a message may have been missed,
   * every half second while the transport is broken, and once more when it works again. Never concurrently with itself;
   * after a failure it is called again.
   */
  onGap(catchUp: () => unknown): void;
  /**
   * How often messages may have been missed so far. It counts a gap at once, while `onGap` may be called half a second
   * later.
   */
  gapCount(): number;
  /** Resolves once what was published before the call has been sent, or after `maxWait` without that. */
  flush(): Promise<void>;
  /**
   * Whether everything that others had published before the call has been delivered here; false if that is not known
   * soon.
   */
  isUpToDate(): Promise<boolean>;
  /**
   * How many other processes this one knows of: none for a moment after its start. Without any it sends no messages.
   */
  otherProcesses(): number;
  close(): Promise<void>;
};
// biome-ignore lint/suspicious/noExplicitAny: what is published under a topic's name has that topic's type
type Listener = (payload: any, local?: any) => void;
/** A message as it is sent. Without a topic it is a heartbeat. */
type Envelope = { from: string; seq?: number; topic?: string; payload?: unknown; bye?: true };
type Peer = { seq: number; lastSeen: number };
/** A message that waits to be sent, and who waits for that. */
type Queued = { text: string; left: (() => void)[] };

/** A notification of PostgreSQL holds 8,000 bytes at most; several short ones share a round trip. */
const maxBatch = 100;
/** How many messages are queued during an outage; beyond it the oldest are dropped, and receivers detect the gap. */
const maxQueued = 10_000;
// In milliseconds.
const heartbeatInterval = 250;
/** A single process has no receivers: its heartbeats only check that it would receive. */
const ticksWhenAlone = 8;
const silenceTimeout = 1000;
const forgetTimeout = 10_000;
const retryDelay = 200;
/** How long a caller waits for what should take no longer than a round trip. */
const maxWait = 250;

/** Throws for texts that are not messages of this bus. */
function parseEnvelope(json: string): Envelope {
  const value: unknown = JSON.parse(json);
  if (!isEnvelope(value)) throw new Error("a message on the bus has another format");
  return value;
}

/** `from` distinguishes ours from others' on a shared server; the rest is as another process of ours wrote it. */
const isEnvelope = (value: unknown): value is Envelope => isRecord(value) && typeof value["from"] === "string";

/**
 * `report` is called with the first failure of each outage. `address` names the Redis or NATS that carries the
 * messages, null is PostgreSQL; `installation` separates installations that share it. Throws when the database cannot be
 * listened to; if Redis or NATS is down, the process starts all the same and keeps reconnecting.
 */
export async function openBus(
  database: Database,
  report: (error: unknown) => void,
  address: BusAddress | null = null,
  installation = "",
): Promise<Bus> {
  const origin = randomUUID();
  const listeners = new Map<string, Listener[]>();
  const peers = new Map<string, Peer>();
  const gaps = openGaps(report);
  const now = () => performance.now();
  let transport: Transport | null = null;
  let transportBroken = address !== null;
  let seq = 0;
  let closed = false;

  // What a subscriber does belongs neither to the trace nor to the origin of the call that published the message.
  const inOwnContext = AsyncLocalStorage.snapshot();
  const deliver = (topic: string, payload: unknown, local?: unknown) => {
    for (const listener of listeners.get(topic) ?? []) {
      try {
        inOwnContext(listener, payload, local);
      } catch (error) {
        report(error);
      }
    }
  };

  /** When the oldest of our own messages that has not come back was sent. */
  let oldestUnreturned: number | null = null;
  const receive = (text: Envelope) => {
    if (text.from === origin) {
      oldestUnreturned = null;
      return;
    }
    const { from, seq: theirs } = text;
    // A process of an older version does not count.
    if (theirs === undefined) return void (text.topic && deliver(text.topic, text.payload));
    if (text.bye) {
      peers.delete(from);
      return gaps.report();
    }
    const peer = peers.get(from);
    if (!peer) {
      // That process did not know of this one and has sent it nothing, so it gets a heartbeat.
      sendHeartbeat();
      gaps.report();
    } else if (text.topic && theirs <= peer.seq) {
      // Sent again, because its sender could not know that it had arrived.
      peer.lastSeen = now();
      return;
    } else if (theirs > peer.seq + (text.topic ? 1 : 0)) gaps.report();
    peers.set(from, { seq: Math.max(theirs, peer?.seq ?? 0), lastSeen: now() });
    if (text.topic) deliver(text.topic, text.payload);
  };

  // One round trip at a time, which keeps the order and sends a burst in one batch.
  const queue: Queued[] = [];
  let sending: Promise<void> | null = null;
  let failing = false;
  const send = async (to: Transport) => {
    while (queue.length > 0 && !(closed && failing)) {
      const batch = queue.slice(0, maxBatch);
      try {
        await to.send(batch.map(({ text }) => text));
        failing = false;
        for (const sent of batch) {
          for (const resolve of sent.left) resolve();
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
  const enqueue = (text: Envelope) => {
    if (!transport) return;
    queue.push({ text: JSON.stringify(text), left: [] });
    if (queue.length > maxQueued) queue.splice(0, queue.length - maxQueued);
    oldestUnreturned ??= now();
    sending ??= inOwnContext(send, transport);
  };
  const sendHeartbeat = () => enqueue({ from: origin, seq });

  /** Whether another process has sent no heartbeat for too long: it has been killed, or cut off. */
  let silent = false;
  let ticks = 0;
  let lastTick = now();
  const tick = () => {
    if (!transport) return;
    const at = now();
    const late = at - lastTick > heartbeatInterval + silenceTimeout / 2;
    lastTick = at;
    ticks += 1;
    // After a blocked event loop, received texts have not been processed yet, so silence proves nothing.
    if (late) {
      oldestUnreturned = null;
      for (const peer of peers.values()) peer.lastSeen = at;
      gaps.report();
    }
    if (oldestUnreturned !== null && at - oldestUnreturned > silenceTimeout && !transportBroken && !failing) {
      report(new Error("the bus does not return our own messages: it is reopened"));
      oldestUnreturned = null;
      transportBroken = true;
      transport.reopen();
    }
    silent = false;
    for (const [from, { lastSeen }] of peers) {
      if (at - lastSeen <= silenceTimeout) continue;
      silent = true;
      if (at - lastSeen > forgetTimeout) peers.delete(from);
    }
    if (transportBroken || failing || silent) gaps.report();
    if ((peers.size > 0 || ticks % ticksWhenAlone === 0) && queue.length === 0) sendHeartbeat();
  };

  transport = await openTransport(database, address, installation, {
    text: (text) => {
      try {
        receive(parseEnvelope(text));
      } catch (error) {
        // Another program that shares this Redis or NATS may have sent it.
        report(error);
      }
    },
    broken: (error) => {
      if (closed) return;
      if (!transportBroken && error) report(error);
      transportBroken = true;
      oldestUnreturned = null;
      gaps.report();
    },
    restored: () => {
      transportBroken = false;
      oldestUnreturned = null;
      gaps.report();
      sendHeartbeat();
    },
  });
  sendHeartbeat();
  const timer = setInterval(tick, heartbeatInterval);
  timer.unref();
  // All callers of one turn of the event loop share a check; none joins a check that has been sent before.
  const received = batchedReads<true>(async (ids) => {
    await transport?.received();
    return new Map(ids.map((id) => [id, true]));
  });

  return {
    publish: ({ name: topic }, payload, local) => {
      deliver(topic, payload, local);
      seq += 1;
      // A process that starts later reads the state from the database and announces itself.
      if (peers.size > 0) enqueue({ from: origin, seq, topic, payload });
    },
    subscribe: ({ name }, listener) => {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
    },
    onGap: gaps.on,
    gapCount: gaps.count,
    flush: async () => {
      const last = queue.at(-1);
      if (!last || failing || transportBroken) return;
      await inTime(new Promise<void>((resolve) => last.left.push(resolve)), maxWait).catch(() => {});
    },
    isUpToDate: async () => {
      if (peers.size === 0) return true;
      if (transportBroken || failing || silent) return false;
      return (await inTime(received(0), maxWait).catch(() => null)) === true && !transportBroken;
    },
    otherProcesses: () => peers.size,
    close: async () => {
      clearInterval(timer);
      gaps.close();
      if (peers.size > 0) enqueue({ from: origin, seq, bye: true });
      closed = true;
      await sending;
      await transport?.close();
    },
  };
}
