import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance } from "fastify";

/** Where a call came from: its address, and the browser as it names itself. */
export type Origin = { source: string; browser: string | null };

// It lives as long as the call. As a parameter it would pass through every action of every feature for the one line of
// the event log that stores it.
const current = new AsyncLocalStorage<{ origin: Origin; requestId: string }>();

const maxBrowser = 200;

/** Null for jobs, webhooks of the card provider and the command line. */
export const originOfCall = (): Origin | null => current.getStore()?.origin ?? null;

/** The id of the request whose call this is, for lines of the log; null outside of calls. */
export const requestOfCall = (): string | null => current.getStore()?.requestId ?? null;

/** Lets every handler of the application run with the origin of its request. */
export function noteOrigins(app: FastifyInstance): void {
  app.addHook("preHandler", ({ id, ip, headers }, _reply, done) => {
    const origin = { source: ip, browser: headers["user-agent"]?.slice(0, maxBrowser) ?? null };
    current.run({ origin, requestId: id }, done);
  });
}
