import type { FastifyBaseLogger } from "fastify";
import { WebSocket } from "ws";
import type { Member, Sessions } from "../auth/members.ts";
import type { Connection } from "./connection.ts";
import { disconnect } from "./wire.ts";

/** The maximum number of sockets checked in one query. */
const batchSize = 1000;
/** The delay after a failed query, in milliseconds. */
const retryDelay = 500;

/**
 * The member if they may have a socket, else null. Live updates carry what members write to each other, which staff, and
 * staff who look as a member, do not see (ADR-029).
 */
export const mayConnect = (caller: Member): Member | null =>
  caller.viewedBySession || caller.role === "staff" ? null : caller;

/**
 * Closes sockets whose session has ended, and updates the member of the others. `check` reads the database, not a
 * cache; sockets passed during a query wait for the next one. A failed query is repeated until it succeeds.
 */
export function openSessionChecks({ sessions, log }: { sessions: Sessions; log: FastifyBaseLogger }) {
  const waiting = new Set<Connection>();
  let running = false;
  const run = async () => {
    let failed = false;
    while (waiting.size > 0) {
      const taken = [...waiting].slice(0, batchSize);
      for (const connection of taken) waiting.delete(connection);
      const batch = taken.filter(({ socket }) => socket.readyState === WebSocket.OPEN);
      if (batch.length === 0) continue;
      try {
        const members = await sessions.membersOf(batch.map(({ token }) => token));
        failed = false;
        for (const connection of batch) {
          const member = members.get(connection.token);
          if (member) connection.member = member;
          else disconnect(connection.socket, "remote");
        }
      } catch (error) {
        if (!failed) log.error({ err: error }, "the sessions of sockets could not be read");
        failed = true;
        for (const connection of batch) waiting.add(connection);
        await new Promise<void>((resolve) => setTimeout(resolve, retryDelay).unref());
      }
    }
    running = false;
  };
  return {
    check: (connections: Iterable<Connection>) => {
      for (const connection of connections) waiting.add(connection);
      if (running || waiting.size === 0) return;
      running = true;
      setImmediate(() => void run());
    },
  };
}
