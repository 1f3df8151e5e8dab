import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * What a process loads before the program, so that a test can move its clock while it runs: on SIGUSR2 it reads from the
 * file CLOCK_SHIFT how many milliseconds to add, and says so. Only `Date` moves: timers and `performance` are monotonic,
 * which a machine's clock that is put forward or back does not change either. A proxy stays equal to `Date` for
 * `instanceof`, also for dates that Node itself makes.
 */
const preload = `
  import { readFileSync } from "node:fs";
  const real = Date;
  let shift = 0;
  const now = () => real.now() + shift;
  globalThis.Date = new Proxy(real, {
    construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made === globalThis.Date ? target : made),
    apply: () => new real(now()).toString(),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
  process.on("SIGUSR2", () => {
    shift = Number(readFileSync(process.env.CLOCK_SHIFT, "utf8"));
    console.log("the clock is moved by " + shift + " ms");
  });`;

/** Settings of processes whose clocks can be moved; the file by which they are told is in `folder`. */
export function movableClocks(folder: string) {
  const file = join(folder, "clock-shift");
  return {
    environment: {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
      CLOCK_SHIFT: file,
    },
    /** Moves a process's clock by `milliseconds` from the machine's; resolves once it has moved. */
    move: async (child: ChildProcess, milliseconds: number) => {
      await writeFile(file, String(milliseconds));
      const says = `the clock is moved by ${milliseconds} ms`;
      const { stdout } = child;
      if (!stdout) throw new Error("the process's output is not read");
      child.kill("SIGUSR2");
      for (let said = ""; !said.includes(says); ) said += String((await once(stdout, "data"))[0]);
    },
  };
}
