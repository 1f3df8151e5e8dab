import type { FastifyBaseLogger } from "fastify";
import type { Sessions } from "../auth/members.ts";
import { sessionsTopic } from "../auth/topics.ts";
import type { Bus } from "../bus/bus.ts";
import type { Clock } from "../clock.ts";
import type { Db } from "../database/database.ts";
import type { Broadcasts } from "./broadcasts.ts";
import { identifiersOf } from "./identifiers.ts";
import { removeSockets, type Socket, socketsAfter, socketsOf } from "./store.ts";

type Dependencies = {
  db: Db;
  bus: Bus;
  sessions: Sessions;
  clock: Clock;
  broadcasts: Pick<Broadcasts, "disconnect">;
  log: FastifyBaseLogger;
  /** Whether it is this process that sends to AnyCable. */
  isSender: () => boolean;
};

// In milliseconds.
const checkInterval = 30_000;
/** The delay after a failure. */
const retryDelay = 500;
/**
 * How long a socket may take from our answer until AnyCable knows it by its identifiers. A command that it got before
 * that is repeated; a socket that is still recorded later is not there.
 */
const maxConnectTime = 10_000;
/** The most sockets read in one query. */
const pageSize = 1000;

/**
 * Closes the sockets at AnyCable whose sessions have ended: those of a member when their sessions are announced as
 * changed, and all after a gap of the bus, every half minute, and when this process becomes the one that sends. What
 * failed is repeated until it succeeds, at once unless AnyCable refuses it for good. AnyCable then tells us that the
 * socket has closed, which removes its row.
 */
export function openEndedSessions({ db, bus, sessions, clock, broadcasts, log, isSender }: Dependencies) {
  const changed = new Set<number>();
  /** When the command to close a socket was sent first. */
  const sentAt = new Map<string, number>();
  let checkAll = false;
  let running = false;
  let closed = false;

  const closeEnded = async (sockets: readonly Socket[]) => {
    const valid = await sessions.validAmong([...new Set(sockets.map(({ sessionId }) => sessionId))]);
    const now = clock.now().getTime();
    for (const { id, sessionId } of sockets) {
      if (valid.has(sessionId)) continue;
      // A refused one holds up none behind it; its row stays, so that the next check asks again.
      if (!(await broadcasts.disconnect(identifiersOf(id)))) continue;
      const since = sentAt.get(id) ?? now;
      sentAt.set(id, since);
      if (now - since < maxConnectTime) continue;
      await removeSockets(db, [id]);
      sentAt.delete(id);
    }
  };
  const closeEndedOfAll = async () => {
    const now = clock.now().getTime();
    // Their sockets have closed meanwhile, or another process has removed them.
    for (const [id, since] of sentAt) if (now - since > 3 * checkInterval) sentAt.delete(id);
    for (let last: string | null = null; ; ) {
      const page: Socket[] = await socketsAfter(db, last, pageSize);
      if (page.length > 0) await closeEnded(page);
      last = page.at(-1)?.id ?? null;
      if (page.length < pageSize) return;
    }
  };

  const run = async () => {
    let failed = false;
    while ((changed.size > 0 || checkAll) && !closed && isSender()) {
      const all = checkAll;
      const members = [...changed];
      checkAll = false;
      changed.clear();
      try {
        if (all) await closeEndedOfAll();
        else for (const memberId of members) await closeEnded(await socketsOf(db, memberId));
        failed = false;
      } catch (error) {
        if (!failed) log.error({ err: error }, "sockets at AnyCable could not be closed; they will be");
        failed = true;
        checkAll ||= all;
        for (const memberId of members) changed.add(memberId);
        await new Promise<void>((resolve) => setTimeout(resolve, retryDelay).unref());
      }
    }
    running = false;
  };
  const start = () => {
    // A process that takes over checks all sockets.
    if (!isSender()) changed.clear();
    else if (!running) {
      running = true;
      void run();
    }
  };
  const startAll = () => {
    checkAll = true;
    start();
  };

  bus.subscribe(sessionsTopic, (memberId) => {
    changed.add(memberId);
    start();
  });
  bus.onGap(startAll);
  const timer = setInterval(startAll, checkInterval).unref();
  return {
    checkAll: startAll,
    close: () => {
      closed = true;
      clearInterval(timer);
    },
  };
}
