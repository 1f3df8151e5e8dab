import { AsyncLocalStorage } from "node:async_hooks";
import { channel } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { Connection, ConnectionPool } from "../database/connection-pool.ts";

/** What one request has sent to the database, the statements of each network write, and whether it asked a company. */
type RoundTrips = { writes: string[][]; calledOut: boolean };

/**
 * Records the round trips of every request with an Idempotency-Key to a server in this process, by that key, without what
 * the delivery loops and other processes' messages cause.
 */
export function recordRoundTrips(): { of(key: string): RoundTrips; stop(): void } {
  const byKey = new Map<string, RoundTrips>();
  const current = new AsyncLocalStorage<RoundTrips>();
  /** Whose statements are in the network write that each connection is preparing. */
  const sending = new WeakMap<Connection, Set<RoundTrips>>();
  // By the array of its values, because a read may leave with a group that another request has begun.
  const ofValues = new WeakMap<object, RoundTrips | undefined>();
  const started = channel("http.server.request.start");
  const calling = channel("http.client.request.start");
  const begin = (message: unknown) => {
    const key = (message as { request: IncomingMessage }).request.headers["idempotency-key"];
    const trips: RoundTrips = { writes: [], calledOut: false };
    byKey.set(String(key), trips);
    current.enterWith(trips);
  };
  const callOut = () => {
    const trips = current.getStore();
    if (trips) trips.calledOut = true;
  };
  const { query: queryPool } = ConnectionPool.prototype;
  ConnectionPool.prototype.query = function (...given) {
    if (given[1]) ofValues.set(given[1], current.getStore());
    return queryPool.apply(this, given);
  };
  const { query } = Connection.prototype;
  Connection.prototype.query = function (...given) {
    const [statement, values] = given;
    const trips = ofValues.has(values) ? ofValues.get(values) : current.getStore();
    if (trips) {
      const sharing = sending.get(this) ?? new Set();
      if (sharing.size === 0) {
        sending.set(this, sharing);
        process.nextTick(() => sending.delete(this));
      }
      if (!sharing.has(trips)) trips.writes.push([]);
      sharing.add(trips);
      trips.writes.at(-1)?.push(typeof statement === "string" ? statement : String(statement?.text));
    }
    return query.apply(this, given);
  };
  started.subscribe(begin);
  calling.subscribe(callOut);
  return {
    of: (key) => byKey.get(key) ?? { writes: [], calledOut: false },
    stop: () => {
      started.unsubscribe(begin);
      calling.unsubscribe(callOut);
      ConnectionPool.prototype.query = queryPool;
      Connection.prototype.query = query;
    },
  };
}
