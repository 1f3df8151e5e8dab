import { getPriority, setPriority } from "node:os";
import { parentPort, Worker } from "node:worker_threads";
import { present } from "@plumbline/contract/present.ts";
import { messageOf } from "./error-facts.ts";
import { tooBusy } from "./http/problems.ts";

// Work that would hold up the event loop runs in a thread of its own: hashing passwords (ADR-005), drawing PDFs, reading
// e-mails.

type Task<Request> = { id: number; request: Request };
type Outcome<Result> = { id: number; result: Result; error?: undefined } | { id: number; error: Error };

export type Thread<Request, Result> = {
  /** Runs one request after the other. Throws tooBusy when the queue is full, and whatever the work throws. */
  run(request: Request): Promise<Result>;
  /** Throws tooBusy when the queue is full. */
  requireCapacity(): void;
};

/** A thread that has had nothing to do for this long ends, in milliseconds: its memory is not kept for rare work. */
const idleTimeout = 60_000;

/** The module calls `serveRequests`. Its thread starts with a request and does not keep an idle process running. */
export function openThread<Request, Result>(
  module: URL,
  { maxQueued, retrySeconds }: { maxQueued: number; retrySeconds: number },
): Thread<Request, Result> {
  const waiting = new Map<number, PromiseWithResolvers<Result>>();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  const start = () => {
    const started = new Worker(module);
    started.on("message", (outcome: Outcome<Result>) => {
      const { id } = outcome;
      if (outcome.error) waiting.get(id)?.reject(outcome.error);
      else waiting.get(id)?.resolve(outcome.result);
      waiting.delete(id);
      if (waiting.size > 0) return;
      started.unref();
      idle = setTimeout(end, idleTimeout).unref();
    });
    started.on("error", (error) => {
      worker = null;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    });
    return started;
  };
  const end = () => {
    void worker?.terminate();
    worker = null;
  };
  const requireCapacity = () => {
    if (waiting.size >= maxQueued) throw tooBusy(retrySeconds);
  };
  return {
    requireCapacity,
    run: async (request) => {
      requireCapacity();
      clearTimeout(idle);
      worker ??= start();
      // The process must not exit while a result is pending.
      worker.ref();
      last += 1;
      const outcome = Promise.withResolvers<Result>();
      waiting.set(last, outcome);
      worker.postMessage({ id: last, request } satisfies Task<Request>);
      return outcome.promise;
    },
  };
}

/** Added to the `nice` value of the process: signed-in members' requests come first when the CPU is busy. */
const niceness = 5;
const highestNiceness = 19;

function lowerPriority(): void {
  // On Linux a thread has its own priority; elsewhere this would change the whole process.
  if (process.platform !== "linux") return;
  try {
    setPriority(0, Math.min(getPriority(0) + niceness, highestNiceness));
  } catch {
    // A container may forbid it; the work is the same.
  }
}

/** For the module of a thread: answers each request with what `work` returns. */
export function serveRequests<Request, Result>(work: (request: Request) => Result | Promise<Result>): void {
  lowerPriority();
  const port = present(parentPort, "the port of a thread");
  port.on("message", async ({ id, request }: Task<Request>) => {
    try {
      port.postMessage({ id, result: await work(request) } satisfies Outcome<Result>);
    } catch (error) {
      const thrown = error instanceof Error ? error : new Error(messageOf(error));
      port.postMessage({ id, error: thrown } satisfies Outcome<Result>);
    }
  });
}
