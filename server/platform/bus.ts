import { randomUUID } from "node:crypto";
import { openGaps } from "./bus-gaps.ts";
import { type Line, openLine } from "./bus-line.ts";
import type { Database } from "./database.ts";

/**
 * Short messages between the processes of one installation: topic and a payload of ids, never of content. Delivered in
 * this process at once, and to the others through Redis where there is one, else through PostgreSQL's NOTIFY.
 *
 * Neither of the two keeps what nobody hears. So every process numbers what it publishes and says its last number four
 * times a second: whoever hears a number too high, no number for a second, or not even itself, has missed something, and
 * `onGap` is called. Whoever keeps a state that the bus announces must read that state again then (decision 017).
 */
export type Bus = {
  /** `here` goes to listeners of this process only: what the publisher has in hand, so that nobody reads it again. */
  publish(topic: string, payload: unknown, here?: unknown): void;
  subscribe(topic: string, listener: Listener): void;
  /**
   * `catchUp` reads again what the topics it follows may have said: called at once when something may have been missed,
   * every half second for as long as the line stays broken, and once more when it is whole. Never twice at a time; one
   * that fails is called again.
   */
  onGap(catchUp: () => unknown): void;
  close(): Promise<void>;
};
// biome-ignore lint/suspicious/noExplicitAny: a topic's payload is known to those who agree on the topic
type Listener = (payload: any, here?: any) => void;
/** As it travels. Without a topic it only says where its sender's numbers stand. */
type Text = { from: string; seq?: number; topic?: string; payload?: unknown; bye?: true };
type Peer = { seq: number; heardAt: number };

/** A notification holds 8,000 bytes at most; several short ones share a round trip. */
const mostAtOnce = 100;
/** What cannot be sent now waits; of more than this the oldest are dropped, and the others see the hole. */
const mostWaiting = 10_000;
// In milliseconds.
const beatEvery = 250;
/** Nobody listens to a process that is alone: it only makes sure that it would hear. */
const beatsAlone = 8;
const silentAfter = 1000;
const forgottenAfter = 10_000;
const retryAfter = 200;

/**
 * `report` is told of the first failure of each outage. `installation` tells apart those that share a Redis. Throws when
 * the database cannot be listened to; a Redis that is away is waited for while the process works.
 */
export async function openBus(
  database: Database,
  report: (error: unknown) => void,
  redisUrl: string | null = null,
  installation = "",
): Promise<Bus> {
  const origin = randomUUID();
  const listeners = new Map<string, Listener[]>();
  const peers = new Map<string, Peer>();
  const gaps = openGaps(report);
  const now = () => performance.now();
  let line: Line | null = null;
  let deaf = redisUrl !== null;
  let seq = 0;
  let closed = false;

  const deliver = (topic: string, payload: unknown, here?: unknown) => {
    for (const listener of listeners.get(topic) ?? []) {
      try {
        listener(payload, here);
      } catch (error) {
        report(error);
      }
    }
  };

  /** When the oldest of our own texts left that has not come back. */
  let unheardSince: number | null = null;
  const hear = (text: Text) => {
    if (text.from === origin) {
      unheardSince = null;
      return;
    }
    const { from, seq: theirs } = text;
    // A process of an older version does not count.
    if (theirs === undefined) return void (text.topic && deliver(text.topic, text.payload));
    if (text.bye) {
      peers.delete(from);
      return gaps.tell();
    }
    const peer = peers.get(from);
    if (!peer) {
      // What it published before it knew of us was sent to nobody; it is to know of us now.
      beat();
      gaps.tell();
    } else if (text.topic && theirs <= peer.seq) {
      // Sent again, because its sender could not know that it had arrived.
      peer.heardAt = now();
      return;
    } else if (theirs > peer.seq + (text.topic ? 1 : 0)) gaps.tell();
    peers.set(from, { seq: Math.max(theirs, peer?.seq ?? 0), heardAt: now() });
    if (text.topic) deliver(text.topic, text.payload);
  };

  // One round trip at a time: order is kept, and a burst travels together.
  const waiting: string[] = [];
  let sending: Promise<void> | null = null;
  let failing = false;
  const send = async (to: Line) => {
    while (waiting.length > 0 && !(closed && failing)) {
      const batch = waiting.slice(0, mostAtOnce);
      try {
        await to.send(batch);
        failing = false;
        for (const sent of batch) if (waiting[0] === sent) waiting.shift();
      } catch (error) {
        if (!failing) report(error);
        failing = true;
        await new Promise((later) => setTimeout(later, retryAfter));
      }
    }
    sending = null;
  };
  const post = (text: Text) => {
    if (!line) return;
    waiting.push(JSON.stringify(text));
    if (waiting.length > mostWaiting) waiting.splice(0, waiting.length - mostWaiting);
    unheardSince ??= now();
    sending ??= send(line);
  };
  const beat = () => post({ from: origin, seq });

  let ticks = 0;
  let lastTick = now();
  const tick = () => {
    if (!line) return;
    const at = now();
    const late = at - lastTick > beatEvery + silentAfter / 2;
    lastTick = at;
    ticks += 1;
    // What came while we were held up has not been read yet: nobody is judged by it.
    if (late) {
      unheardSince = null;
      for (const peer of peers.values()) peer.heardAt = at;
      gaps.tell();
    }
    if (unheardSince !== null && at - unheardSince > silentAfter && !deaf && !failing) {
      report(new Error("the bus carries nothing back to us: it is opened anew"));
      unheardSince = null;
      deaf = true;
      line.reopen();
    }
    let silent = false;
    for (const [from, { heardAt }] of peers) {
      if (at - heardAt <= silentAfter) continue;
      silent = true;
      if (at - heardAt > forgottenAfter) peers.delete(from);
    }
    if (deaf || failing || silent) gaps.tell();
    if ((peers.size > 0 || ticks % beatsAlone === 0) && waiting.length === 0) beat();
  };

  line = await openLine(database, redisUrl ? { url: redisUrl, installation } : null, {
    text: (text) => hear(JSON.parse(text) as Text),
    broken: (error) => {
      if (closed) return;
      if (!deaf && error) report(error);
      deaf = true;
      unheardSince = null;
      gaps.tell();
    },
    restored: () => {
      deaf = false;
      unheardSince = null;
      gaps.tell();
      beat();
    },
  });
  beat();
  const ticking = setInterval(tick, beatEvery);
  ticking.unref();

  return {
    publish: (topic, payload, here) => {
      deliver(topic, payload, here);
      seq += 1;
      // Alone there is nobody to send to; whoever comes reads what was before, and says that it is there.
      if (peers.size > 0) post({ from: origin, seq, topic, payload });
    },
    subscribe: (topic, listener) => {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
    },
    onGap: gaps.on,
    close: async () => {
      clearInterval(ticking);
      gaps.close();
      if (peers.size > 0) post({ from: origin, seq, bye: true });
      closed = true;
      await sending;
      await line?.close();
    },
  };
}
