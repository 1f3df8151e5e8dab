import { AsyncLocalStorage } from "node:async_hooks";
import { channel } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import pg from "pg";

/** What one request has sent to the database, the statements of each network write, and whether it asked a company. */
type RoundTrips = { writes: string[][]; calledOut: boolean };

/**
 * Records the round trips of every request with an Idempotency-Key to a server in this process, by that key, without what
 * the delivery loops and other processes' messages cause.
 */
export function recordRoundTrips(): { of(key: string): RoundTrips; stop(): void } {
  const byKey = new Map<string, RoundTrips>();
  const current = new AsyncLocalStorage<RoundTrips>();
  const sending = new WeakSet<pg.Client>();
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
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const trips = current.getStore();
    if (trips) {
      if (!sending.has(this)) {
        trips.writes.push([]);
        sending.add(this);
        process.nextTick(() => sending.delete(this));
      }
      const [first] = given as [string | { text?: string }];
      trips.writes.at(-1)?.push(typeof first === "string" ? first : String(first?.text));
    }
    return (query as (...given: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  started.subscribe(begin);
  calling.subscribe(callOut);
  return {
    of: (key) => byKey.get(key) ?? { writes: [], calledOut: false },
    stop: () => {
      started.unsubscribe(begin);
      calling.unsubscribe(callOut);
      pg.Client.prototype.query = query;
    },
  };
}
