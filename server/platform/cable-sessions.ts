import { WebSocket } from "ws";
import type { House } from "../house.ts";
import type { Connection } from "./cable-connection.ts";
import { disconnect } from "./cable-wire.ts";

/** Sockets that are asked about in one query. */
const mostAtOnce = 1000;
/** After a database that did not answer, in milliseconds. */
const retryAfter = 500;

/**
 * Closes sockets whose session has ended, and tells the others who their member is now. `check` asks the database, not
 * the memory of a second ago; sockets that are given while it is asked wait for the next query. A query that fails is
 * repeated until it is answered.
 */
export function openSessionChecks({ sessions, log }: Pick<House, "sessions" | "log">) {
  const waiting = new Set<Connection>();
  let running = false;
  const run = async () => {
    let failed = false;
    while (waiting.size > 0) {
      const taken = [...waiting].slice(0, mostAtOnce);
      for (const connection of taken) waiting.delete(connection);
      const batch = taken.filter(({ socket }) => socket.readyState === WebSocket.OPEN);
      if (batch.length === 0) continue;
      try {
        const members = await sessions.membersOf(batch.map(({ token }) => token));
        failed = false;
        for (const connection of batch) {
          const member = members.get(connection.token);
          if (member) connection.member = member;
          else disconnect(connection.socket, "remote", false);
        }
      } catch (error) {
        if (!failed) log.error({ err: error }, "the sessions of sockets could not be read");
        failed = true;
        for (const connection of batch) waiting.add(connection);
        await new Promise<void>((later) => setTimeout(later, retryAfter).unref());
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
