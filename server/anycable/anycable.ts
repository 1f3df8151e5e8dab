import type { FastifyBaseLogger } from "fastify";
import type { Sessions } from "../auth/members.ts";
import type { Bus } from "../bus/bus.ts";
import type { Upstream } from "../cable/streams.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { openBroadcasts } from "./broadcasts.ts";
import { openEndedSessions } from "./ended-sessions.ts";
import { connectedMembers } from "./store.ts";

export type AnyCable = Upstream & { close(): Promise<void> };

type Dependencies = {
  settings: { secret: string; broadcastUrl: string };
  database: Database;
  bus: Bus;
  sessions: Sessions;
  clock: Clock;
  log: FastifyBaseLogger;
};

const senderLock = 7_261_011;

/**
 * Sends what happens to AnyCable, which holds the sockets. Every process would send the same, so that one does, the
 * holder of a lock (ADR-055).
 */
export function openAnyCable({ settings, database, bus, sessions, clock, log }: Dependencies): AnyCable {
  const { db } = database;
  const isSender = () => lock.held();
  const broadcasts = openBroadcasts({ settings, isSender, log });
  const lock = database.lock(senderLock, () => {
    broadcasts.start();
    endedSessions.checkAll();
  });
  const endedSessions = openEndedSessions({ db, bus, sessions, clock, broadcasts, log, isSender });
  return {
    publish: broadcasts.publish,
    members: async () => (isSender() ? connectedMembers(db) : []),
    close: async () => {
      endedSessions.close();
      await broadcasts.close();
      await lock.close();
    },
  };
}
