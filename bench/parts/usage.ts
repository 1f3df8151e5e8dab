import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// Imported before a measured program: reports to its parent process the memory after a garbage collection, what is
// resident without one, the CPU time so far, or the longest time that the event loop has not turned since it was asked last.

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");
let turning: ReturnType<typeof monitorEventLoopDelay> | undefined;
/** In milliseconds. */
function longestTurn(): number {
  const longest = turning?.max ?? 0;
  turning ??= monitorEventLoopDelay({ resolution: 1 });
  turning.enable();
  turning.reset();
  return longest / 1e6;
}
process.on("message", async (what) => {
  if (what === "busy") return process.send?.({ longest: longestTurn() });
  if (what === "processor") return process.send?.(process.cpuUsage());
  if (what === "resident") return process.send?.({ rss: process.memoryUsage.rss() });
  // The first collection lets finalisers run, the second frees what they released.
  for (let times = 0; times < 3; times += 1) {
    collect();
    await new Promise((later) => setTimeout(later, 200));
  }
  process.send?.(process.memoryUsage());
});
process.channel?.unref();
