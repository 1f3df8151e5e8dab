import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";

/** Plumbline in a child process that a test can kill, stop and restart. */
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
 * Flags of Node for processes that end soon: the functions of the embedded database are not optimised while it runs, which
 * takes a second of processor time at a start and pays after thousands of queries.
 */
export const shortRun = ["--liftoff-only"];

type StartOptions = {
  until?: string;
  /** The limit of its open files and connections. */
  files?: number;
  /** The user who runs it; it needs the right to become that user. */
  owner?: { uid?: number; gid?: number };
  /** Called with the process before it is up. */
  begun?: (child: ChildProcess) => void;
};

/**
 * Real processes in real folders for one test file, ended and removed after each test. `start` runs the bundle of server/main.ts on
 * `folder`, with `environment` on top of defaults (no demo, no rate limit, errors only). It resolves when the process
 * is up, has ended, or has printed `until`.
 */
export function processes() {
  const undo: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const each of undo.splice(0).reverse()) await each();
  });

  async function makeFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "plumbline-process-"));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }

  async function start(
    folder: string,
    environment: Record<string, string> = {},
    { until, files, owner = {}, begun = () => {} }: StartOptions = {},
  ): Promise<Process> {
    const limited = files ? `ulimit -n ${files} && ` : "";
    const child = spawn(
      "/bin/sh",
      ["-c", `${limited}exec "$0" "$@" server/build/main.js`, process.execPath, ...shortRun],
      {
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
        ...owner,
      },
    );
    begun(child);
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

  return { makeFolder, start, after: (each: () => Promise<unknown>) => void undo.push(each) };
}
