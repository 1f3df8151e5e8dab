import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// Imported before a measured program: reports to its parent process the memory after a garbage collection, what is
// resident without one, or the CPU time so far.

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");
process.on("message", async (what) => {
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
