import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { present } from "@plumbline/contract/present.ts";
import { removeSettings } from "../../server/settings/without.ts";

removeSettings(process.env);

/**
 * The settings of a measured server: it stores its files in `folder`, has no demo data and lets the system choose its
 * port.
 */
export const serverEnvironment = (folder: string, more: Record<string, string>): Record<string, string> => ({
  DATA_DIR: folder,
  DEMO: "false",
  LOG_LEVEL: "error",
  PORT: "0",
  HOST: "127.0.0.1",
  ...more,
});

/**
 * Starts a Node program and waits until it prints an address; `stop` ends it and waits for its exit. If `flags` import
 * parts/usage.ts, `memory` returns what it uses after a garbage collection, `resident` the bytes that it has without
 * one, `processor` its CPU time so far, in microseconds, and `busy` the longest time that its event loop has not turned
 * since this was asked last, in milliseconds.
 */
export async function startProgram(
  file: string,
  environment: Record<string, string>,
  flags: readonly string[] = [],
): Promise<{
  url: string;
  memory(): Promise<NodeJS.MemoryUsage>;
  resident(): Promise<number>;
  processor(): Promise<number>;
  busy(): Promise<number>;
  stop(): Promise<void>;
}> {
  const child: ChildProcess = spawn("node", [...flags, file], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const gone = new Promise<void>((done) => child.once("close", () => done()));
  const url = await new Promise<string>((resolve, reject) => {
    let printed = "";
    child.stdout?.on("data", (text) => {
      printed += text;
      const found = /http:\/\/[\w.]+:\d+/.exec(printed);
      if (found) resolve(found[0]);
    });
    void gone.then(() => reject(new Error(`${file} ended before it was up`)));
  });
  const ask = async <T extends object>(what: string): Promise<T> => {
    child.send(what);
    const [answer]: T[] = await once(child, "message");
    return present(answer, what);
  };
  return {
    url,
    memory: () => ask<NodeJS.MemoryUsage>("memory"),
    resident: async () => (await ask<{ rss: number }>("resident")).rss,
    processor: async () => {
      const { user, system } = await ask<NodeJS.CpuUsage>("processor");
      return user + system;
    },
    busy: async () => (await ask<{ longest: number }>("busy")).longest,
    stop: async () => {
      child.kill("SIGTERM");
      await gone;
    },
  };
}

export const median = (numbers: readonly number[]): number =>
  present(numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)], "a median");
