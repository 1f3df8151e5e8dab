import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * How long after the start, in milliseconds: by then its first pages and jobs are done, and so are the first requests.
 */
const settled = 5_000;

/**
 * Gives back what only the start needed, some 25 MB: V8 looks for what is no longer used when memory is asked for, which an
 * idle process does not do for hours. This one collection wakes V8's own reducer, which goes on in small steps while little
 * happens, and returns the pages (ADR-054).
 */
export function returnStartMemory(): void {
  setTimeout(() => {
    setFlagsFromString("--expose-gc");
    const collect: NodeJS.GCFunction = runInNewContext("gc");
    void collect({ type: "major", execution: "async" });
  }, settled).unref();
}
