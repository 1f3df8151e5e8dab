import { fork } from "node:child_process";
import { once } from "node:events";
import { present } from "@plumbline/contract/present.ts";
import type { Sending } from "./posting.ts";

/**
 * Requests of which each connection sends the next one as soon as it has its response, or so many a second (`rate`) whether
 * or not earlier ones are answered; `kinds` names the kind of each.
 */
export type Firing = {
  url: string;
  connections: number;
  requests: readonly Sending[];
  kinds?: readonly string[];
  rate?: number;
};
/**
 * The duration of all requests in seconds, how many responses had each status, and the 99th percentile in milliseconds, of
 * all and of each kind; with a rate it is measured from the moment when a request was due.
 */
export type Fired = { seconds: number; statuses: Record<string, number>; p99: number; p99s: Record<string, number> };

/** Starts the load generator; `fire` sends each request once. */
export function startFiring() {
  const child = fork(new URL("./firing-program.ts", import.meta.url), { serialization: "advanced" });
  return {
    fire: async (firing: Firing): Promise<Fired> => {
      child.send(firing);
      const [fired]: Fired[] = await once(child, "message");
      return present(fired, "the answer");
    },
    stop: () => child.disconnect(),
  };
}
