import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { WebSocket } from "ws";
import { type Frame, identifierOf, openClient } from "./cable-clients.ts";

// Subscribers of conversations in the failure tests, and a record of what they received, kept outside the processes
// that fail.

/** A TCP balancer on 127.0.0.1: each connection goes to the next of the addresses that are up. */
export async function startBalancer() {
  const targets: URL[] = [];
  const lines = new Set<Socket>();
  let turn = 0;
  const server = createServer((near) => {
    const target = targets[turn++ % Math.max(1, targets.length)];
    if (!target) return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      lines.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        lines.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((up) => server.listen(0, "127.0.0.1", up));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (url: string) => void targets.push(new URL(url)),
    remove: (url: string) => {
      const at = targets.findIndex((target) => target.href === new URL(url).href);
      if (at >= 0) targets.splice(at, 1);
    },
    close: () => {
      server.close();
      for (const line of lines) line.destroy();
    },
  };
}

/** One subscription from its confirmation to its end: up to where history was read, and what arrived live. */
type SubscriptionRecord = { history: number | null; live: number[]; confirmedAt: number; caughtUpAfter: number | null };

type SubscriberOptions = {
  url: string;
  token: string;
  /** The other member of the conversation. */
  receiverId: number;
  conversationId: number;
  channel: "MessagesChannel" | "ConversationsChannel";
};

/**
 * Everything a subscriber has received: its subscriptions, ids, and history after the last id without a gap before it.
 */
function openRecord({ url, token, receiverId, conversationId }: SubscriberOptions) {
  const known = new Set<number>();
  const lives: SubscriptionRecord[] = [];
  let solid = 0;
  const page = async (after: number) => {
    const answer = await fetch(`${url}/api/messages?receiver_id=${receiverId}&after=${after}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(5000),
    });
    if (!answer.ok) throw new Error(`history was answered with ${answer.status}`);
    return (await answer.json()) as { entries: { id: number }[]; more: boolean };
  };
  return {
    known,
    lives,
    receive: (message: { type?: string; id?: number; conversation_id?: number }) => {
      if (message.type !== "message" || message.conversation_id !== conversationId) return;
      const life = lives.at(-1);
      if (!life) throw new Error("a message before any confirmation");
      known.add(message.id as number);
      life.live.push(message.id as number);
      if (life.history !== null) solid = message.id as number;
    },
    /** As the web does: loads what is newer than the last known id, in pages. Repeated until it succeeds. */
    confirmed: async () => {
      const life: SubscriptionRecord = { history: null, live: [], confirmedAt: performance.now(), caughtUpAfter: null };
      lives.push(life);
      let after = solid;
      while (lives.at(-1) === life) {
        try {
          const { entries, more } = await page(after);
          for (const { id } of entries) known.add(id);
          after = entries.at(-1)?.id ?? after;
          if (more) continue;
          life.history = after;
          life.caughtUpAfter = performance.now() - life.confirmedAt;
          if (lives.at(-1) === life) solid = Math.max(after, life.live.at(-1) ?? 0);
          return;
        } catch {
          await new Promise((later) => setTimeout(later, 100));
        }
      }
    },
  };
}

export type Reader = {
  known: Set<number>;
  lives: SubscriptionRecord[];
  drop(): void;
  pause(forMs: number): void;
  close(): void;
};

/**
 * A WebSocket client that reconnects after every failure, by our web client's rules: live by id, history after each
 * reconnect.
 */
export function openReader(reading: SubscriberOptions): Reader {
  const { url, token, conversationId, channel } = reading;
  const { known, lives, receive, confirmed } = openRecord(reading);
  const identifier = identifierOf(channel, channel === "MessagesChannel" ? { conversation_id: conversationId } : {});
  let socket: WebSocket;
  let closed = false;
  const open = () => {
    if (closed) return;
    const own = new WebSocket(`${url.replace("http", "ws")}/cable?access_token=${token}`, "actioncable-v1-json", {
      handshakeTimeout: 3000,
      perMessageDeflate: false,
    });
    socket = own;
    // Like the public clients, it treats a silent connection as dead.
    let lastSeen = Date.now();
    const stale = setInterval(() => Date.now() - lastSeen > 10_000 && own.terminate(), 1000);
    own.on("message", (data) => {
      lastSeen = Date.now();
      const frame = JSON.parse(String(data)) as Frame;
      if (frame.type === "welcome") own.send(JSON.stringify({ command: "subscribe", identifier }));
      else if (frame.type === "confirm_subscription") void confirmed();
      else if (frame.message && frame.identifier === identifier) receive(frame.message as { type: string });
    });
    own.on("error", () => own.terminate());
    own.on("close", () => {
      clearInterval(stale);
      setTimeout(open, 100 + Math.random() * 400);
    });
  };
  open();
  return {
    known,
    lives,
    drop: () => socket.terminate(),
    pause: (forMs) => {
      const own = socket;
      own.pause();
      setTimeout(() => own.resume(), forMs);
    },
    close: () => {
      closed = true;
      socket.terminate();
    },
  };
}

/** An unmodified public client, with the same rules on top. */
export function openPublicReader(name: Parameters<typeof openClient>[0], reading: SubscriberOptions): Reader {
  const client = openClient(name, reading.url, reading.token);
  const { known, lives, receive, confirmed } = openRecord(reading);
  const params = reading.channel === "MessagesChannel" ? { conversation_id: reading.conversationId } : {};
  let on = false;
  const { heard } = client.subscribe(reading.channel, params);
  let taken = 0;
  const take = () => {
    for (const { kind, data } of heard.all.slice(taken)) {
      taken += 1;
      if (kind === "connected" && !on) {
        on = true;
        void confirmed();
      } else if (kind === "disconnected") on = false;
      else if (kind === "received") receive(data as { type: string });
    }
  };
  const taking = setInterval(take, 20);
  return {
    known,
    lives,
    drop: client.drop,
    pause: () => {},
    close: () => {
      clearInterval(taking);
      client.close();
    },
  };
}

/**
 * The violations in what a subscriber received, compared with a conversation's ids in the database: each subscription
 * gets every message once, in order and without a gap, starting where its history ended; and at the end everything is
 * known.
 */
export function violationsOf({ known, lives }: Pick<Reader, "known" | "lives">, log: readonly number[]): string[] {
  const place = new Map(log.map((id, at) => [id, at]));
  const faults: string[] = [];
  for (const [n, { history, live }] of lives.entries()) {
    const expected = new Set<number>();
    for (const [at, id] of live.entries()) {
      if (expected.has(id)) faults.push(`subscription ${n}: ${id} twice`);
      expected.add(id);
      const before = live[at - 1];
      if (before !== undefined && id < before) faults.push(`subscription ${n}: ${id} after ${before}`);
      else if (before !== undefined && (place.get(id) ?? -1) > (place.get(before) ?? -1) + 1)
        faults.push(`subscription ${n}: a hole between ${before} and ${id}`);
    }
    const [first] = live;
    if (history === null || first === undefined || history === 0) continue;
    if ((place.get(first) ?? 0) > (place.get(history) ?? 0) + 1)
      faults.push(`subscription ${n}: history to ${history}, live from ${first}`);
  }
  const missing = log.filter((id) => !known.has(id));
  if (missing.length > 0) faults.push(`never told: ${missing.slice(0, 5).join()} (${missing.length})`);
  return faults;
}
