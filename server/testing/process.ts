import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";

/** A Plumbline in a process of its own, to be killed, stopped and started again. */
export type Process = {
  child: ChildProcess;
  /** Where it answers; empty when it ended before it was up. */
  url: string;
  /** The exit code; null after a signal. */
  ended: Promise<number | null>;
  /** What it has written to standard error and standard output so far. */
  errors(): string;
  output(): string;
};

/**
 * Real processes on real folders for one test file, all ended and removed after each test. `start` runs server/main.ts as
 * a person would, on `folder`, with `environment` on top of a quiet default (no demo, no rate limit, errors only). It settles
 * when the process is up, has ended, or has printed `until`.
 */
export function processes() {
  const undo: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const each of undo.splice(0).reverse()) await each();
  });

  async function aFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "plumbline-process-"));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }

  async function start(folder: string, environment: Record<string, string> = {}, until?: string): Promise<Process> {
    const child = spawn(process.execPath, ["server/main.ts"], {
      env: {
        ...process.env,
        PORT: "0",
        HOST: "127.0.0.1",
        DATA_DIR: folder,
        DEMO: "false",
        LOG_LEVEL: "error",
        RATE_LIMIT: "off",
        VITEST: "",
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let printed = "";
    let complained = "";
    child.stderr?.on("data", (text) => (complained += text));
    const ended = new Promise<number | null>((done) => child.once("close", done));
    undo.push(() => {
      child.kill("SIGKILL");
      return ended;
    });
    const url = await new Promise<string>((up) => {
      child.stdout?.on("data", (text) => {
        printed += text;
        const found = /Plumbline is at\s+(\S+)/.exec(printed)?.[1];
        if (found) up(found);
        else if (until && printed.includes(until)) up("");
      });
      void ended.then(() => up(""));
    });
    return { child, url, ended, errors: () => complained, output: () => printed };
  }

  return { aFolder, start, after: (each: () => Promise<unknown>) => void undo.push(each) };
}
