import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance } from "fastify";

/** Where a call came from: its address, and the browser as it names itself. */
export type Origin = { source: string; browser: string | null };

// It lives as long as the call. As a parameter it would pass through every action of every feature for the one line of
// the event log that stores it.
const current = new AsyncLocalStorage<Origin>();

const maxBrowser = 200;

/** Null for jobs, webhooks of the card provider and the command line. */
export const originOfCall = (): Origin | null => current.getStore() ?? null;

/** Lets every handler of the application run with the origin of its request. */
export function noteOrigins(app: FastifyInstance): void {
  app.addHook("preHandler", ({ ip, headers }, _reply, done) =>
    current.run({ source: ip, browser: headers["user-agent"]?.slice(0, maxBrowser) ?? null }, done),
  );
}
