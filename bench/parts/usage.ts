import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// Imported before a program that is to be measured: answers its parent what memory it uses, after a collection, or how
// much of the processor it has used so far.

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
process.on("message", async (what) => {
  if (what === "processor") return process.send?.(process.cpuUsage());
  // What the first one finds unused is let go of by its owners meanwhile.
  for (let times = 0; times < 3; times += 1) {
    collect();
    await new Promise((later) => setTimeout(later, 200));
  }
  process.send?.(process.memoryUsage());
});
process.channel?.unref();
