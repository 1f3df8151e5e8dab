import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { batchedReads } from "../database/batched-reads.ts";
import type { Database } from "../database/database.ts";
import type { BusAddress } from "./addresses.ts";
import { openGaps } from "./gaps.ts";
import { openPeers, silenceTimeout } from "./peers.ts";
import { openSendingQueue } from "./sending-queue.ts";
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
  /** For rows with growing ids, which a catch-up has to read again from (`openGapMarks`); until the bus is closed. */
  gapMarks: ReturnType<typeof openGaps>["marks"];
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
/** A message as it is sent. Without a topic it is a heartbeat, with `bye` the last one of its process. */
const Envelope = z.object({
  from: z.uuid(),
  seq: z.int().min(0).optional(),
  topic: z.string().optional(),
  payload: z.unknown().optional(),
  bye: z.literal(true).optional(),
});
type Envelope = z.output<typeof Envelope>;

// In milliseconds.
const heartbeatInterval = 250;
/** A single process has no receivers: its heartbeats only check that it would receive. */
const ticksWhenAlone = 8;
/** How long a caller waits for what should take no longer than a round trip. */
const maxWait = 250;

/** The longest text that a process of ours sends, several times over. */
const maxText = 64 * 1024;

/** Null for a text that is no message of this bus. */
function envelopeIn(text: string): Envelope | null {
  if (text.length > maxText) return null;
  try {
    return Envelope.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * `report` is called with the first failure of each outage, which lasts until a message of our own has come back.
 * `address` names the Redis or NATS that carries the messages, null is PostgreSQL; `installation` separates
 * installations that share it. Throws when the database cannot be listened to; if Redis or NATS is down, the process
 * starts all the same and keeps reconnecting.
 */
export async function openBus(
  database: Database,
  report: (error: unknown) => void,
  address: BusAddress | null = null,
  installation = "",
): Promise<Bus> {
  const origin = randomUUID();
  const listeners = new Map<string, Listener[]>();
  const shapes = new Map<string, z.ZodType>();
  const peers = openPeers();
  const gaps = openGaps(report);
  const now = () => performance.now();
  let transport: Transport | null = null;
  let queue: ReturnType<typeof openSendingQueue> | null = null;
  let transportBroken = address !== null;
  let seq = 0;
  let closed = false;
  let inOutage = false;
  /** Sending fails and receiving fails: both are one outage. */
  const reportOutage = (error: unknown) => {
    if (!inOutage) report(error);
    inOutage = true;
  };

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

  let strangeReported = false;
  /** Without the text, which may be about anybody: another program that shares this Redis or NATS may have sent it. */
  const ignoreStrange = () => {
    if (!strangeReported) report(new Error("the bus carries messages that are not ours: they are ignored"));
    strangeReported = true;
  };
  const deliverReceived = (topic: string, payload: unknown) => {
    const shape = shapes.get(topic);
    // Nobody in this process has subscribed.
    if (!shape) return;
    const read = shape.safeParse(payload);
    if (read.success) return deliver(topic, read.data);
    // Of another version: what it announces is read again.
    ignoreStrange();
    gaps.report();
  };

  /** When the oldest of our own messages that has not come back was sent. */
  let oldestUnreturned: number | null = null;
  const receive = (text: Envelope) => {
    if (text.from === origin) {
      oldestUnreturned = null;
      if (!transportBroken && !queue?.isFailing()) inOutage = false;
      return;
    }
    const { from, seq: theirs } = text;
    // A process of an older version does not count.
    if (theirs === undefined) return void (text.topic && deliverReceived(text.topic, text.payload));
    if (text.bye) {
      peers.forget(from);
      return gaps.report();
    }
    const heard = peers.heard(from, theirs, text.topic === undefined);
    // Its sender could not know that it had arrived.
    if (heard === "repeated") return;
    // A process that is new here did not know of this one and has sent it nothing, so it gets a heartbeat.
    if (heard === "first") sendHeartbeat();
    if (heard !== "next") gaps.report();
    if (text.topic) deliverReceived(text.topic, text.payload);
  };

  const send = (message: Envelope) => {
    if (!queue) return;
    oldestUnreturned ??= now();
    queue.add(JSON.stringify(message));
  };
  const sendHeartbeat = () => send({ from: origin, seq });

  /** Whether another process has sent no heartbeat for too long: it has been killed, or cut off. */
  let silent = false;
  let ticks = 0;
  let lastTick = now();
  const tick = () => {
    if (!transport || !queue) return;
    const at = now();
    const late = at - lastTick > heartbeatInterval + silenceTimeout / 2;
    lastTick = at;
    ticks += 1;
    // After a blocked event loop, received texts have not been processed yet, so silence proves nothing.
    if (late) {
      oldestUnreturned = null;
      peers.allHeard();
      gaps.report();
    }
    if (oldestUnreturned !== null && at - oldestUnreturned > silenceTimeout && !transportBroken && !queue.isFailing()) {
      reportOutage(new Error("the bus does not return our own messages: it is reopened"));
      oldestUnreturned = null;
      transportBroken = true;
      transport.reopen();
    }
    silent = peers.findSilent();
    if (transportBroken || queue.isFailing() || silent) gaps.report();
    if ((peers.count() > 0 || ticks % ticksWhenAlone === 0) && queue.isEmpty()) sendHeartbeat();
  };

  transport = await openTransport(database, address, installation, {
    text: (text) => {
      const message = envelopeIn(text);
      if (message) receive(message);
      else ignoreStrange();
    },
    broken: (error = new Error("the connection of the bus has ended")) => {
      if (closed) return;
      reportOutage(error);
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
  queue = transport && openSendingQueue(transport, reportOutage);
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
      if (peers.count() > 0) send({ from: origin, seq, topic, payload });
    },
    subscribe: ({ name, shape }, listener) => {
      shapes.set(name, shape);
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
    },
    onGap: gaps.on,
    gapMarks: gaps.marks,
    gapCount: gaps.count,
    flush: async () => {
      if (!queue || queue.isFailing() || transportBroken) return;
      await inTime(queue.sent(), maxWait).catch(() => {});
    },
    isUpToDate: async () => {
      if (peers.count() === 0) return true;
      if (transportBroken || queue?.isFailing() || silent) return false;
      return (await inTime(received(0), maxWait).catch(() => null)) === true && !transportBroken;
    },
    otherProcesses: peers.count,
    close: async () => {
      clearInterval(timer);
      gaps.close();
      if (peers.count() > 0) send({ from: origin, seq, bye: true });
      closed = true;
      await queue?.close();
      await transport?.close();
    },
  };
}
