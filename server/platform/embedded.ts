import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

/**
 * What the thread opens: a directory, or memory when null. `image` is the path of a dump to start from, `template` that of
 * a directory to copy where there is none yet.
 */
export type Opening = { directory: string | null; image: string | null; template: string };
export type Question = { id: number } & (
  | { kind: "protocol"; bytes: Uint8Array }
  | { kind: "listen"; channel: string }
  | { kind: "dump" }
  | { kind: "close" }
);
export type Reply =
  | { kind: "ready" }
  | { kind: "done"; id: number; bytes: Uint8Array | undefined }
  | { kind: "failed"; id: number; message: string }
  | { kind: "notified"; channel: string; payload: string };

/** The embedded database (PGlite), running. */
export type Embedded = {
  /** Settles when it is open; rejects when it cannot be. */
  ready: Promise<void>;
  /** Hands over whole batches of PostgreSQL's wire protocol, and brings the bytes of their answers. */
  protocol(batch: Uint8Array): Promise<Uint8Array>;
  listen(channel: string, listener: (payload: string) => void): Promise<void>;
  /** An image of the whole database. */
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
};

/**
 * An empty database, migrated, which lies ready after an install (tools/setup.mjs): making one takes seconds, and a copy
 * takes none. It goes with node_modules, so that it is never another version's; without it one is made.
 */
export const emptyDatabase = fileURLToPath(new URL("../../node_modules/.plumbline/empty-database", import.meta.url));

/** The data folder is in use by another process: two of them would lose data silently. */
export class FolderInUse extends Error {}

/**
 * Starts the embedded database in a folder (or in memory when `folder` is null), in a thread of its own: a long query
 * holds nobody's request up, and it opens while the rest of the program is still being read. Takes the folder's lock
 * first and throws FolderInUse when another process has it. `image` starts from a dump instead of an empty database.
 */
export function startEmbedded(folder: string | null, image: string | null = null): Embedded {
  const unlock = folder ? lock(folder) : () => {};
  const directory = folder && join(folder, "database");
  const workerData: Opening = { directory, image, template: emptyDatabase };
  const thread = new Worker(new URL("./pglite-thread.ts", import.meta.url), { workerData });
  const waiting = new Map<number, PromiseWithResolvers<Uint8Array | undefined>>();
  const listeners = new Map<string, ((payload: string) => void)[]>();
  const opened = Promise.withResolvers<void>();
  // Whoever awaits it hears of a failure; until then it is nobody's unhandled one.
  opened.promise.catch(() => {});
  let last = 0;

  thread.on("message", (reply: Reply) => {
    if (reply.kind === "ready") return opened.resolve();
    if (reply.kind === "notified") {
      for (const listener of listeners.get(reply.channel) ?? []) listener(reply.payload);
      return;
    }
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.kind === "done") asked?.resolve(reply.bytes);
    else asked?.reject(new Error(reply.message));
  });
  const fail = (error: Error) => {
    opened.reject(error);
    for (const asked of waiting.values()) asked.reject(error);
    waiting.clear();
  };
  thread.on("error", fail);
  thread.on("exit", () => {
    fail(new Error("the embedded database has stopped"));
    unlock();
  });

  const ask = async (question: Omit<Question, "id">, moved: ArrayBuffer[] = []) => {
    await opened.promise;
    last += 1;
    const asked = Promise.withResolvers<Uint8Array | undefined>();
    waiting.set(last, asked);
    thread.postMessage({ ...question, id: last }, moved);
    return asked.promise;
  };
  return {
    ready: opened.promise,
    protocol: async (batch) => {
      // A view may be a corner of a much larger buffer: only its own bytes travel.
      const bytes = new Uint8Array(batch);
      return (await ask({ kind: "protocol", bytes } as Question, [bytes.buffer])) as Uint8Array;
    },
    listen: async (channel, listener) => {
      const existing = listeners.get(channel);
      if (existing) return void existing.push(listener);
      listeners.set(channel, [listener]);
      await ask({ kind: "listen", channel } as Question);
    },
    dump: async () => (await ask({ kind: "dump" })) as Uint8Array,
    close: async () => {
      const gone = new Promise<void>((done) => thread.once("exit", () => done()));
      await ask({ kind: "close" }).catch(() => thread.terminate());
      await gone;
    },
  };
}

/**
 * An exclusive SQLite transaction is a lock that the operating system takes back when the process dies, so that a
 * killed process leaves nothing stale behind.
 */
function lock(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = new DatabaseSync(join(folder, "in-use.lock"));
  try {
    file.exec("pragma journal_mode = memory; begin exclusive");
  } catch {
    file.close();
    throw new FolderInUse(
      `Another Plumbline is using ${folder}. Stop it first, or give this one its own folder with DATA_DIR=./other-data.`,
    );
  }
  return () => file.close();
}
