import { statfsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { makeDataDirectory } from "./data-directory.ts";
import { DatabaseUnavailable } from "./database-errors.ts";
import { lendImages } from "./embedded-image.ts";
import { CannotStart } from "./start-errors.ts";

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
  | { kind: "failed"; id: number; message: string; broken: boolean }
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
export class FolderInUse extends CannotStart {}

/** With less room than this on its disk, in bytes, the database takes no writes: a full disk in mid-write ends it. */
export const leastRoom = 40 * 1024 * 1024;

/**
 * Starts the embedded database in a folder (or in memory when `folder` is null), in a thread of its own: a long query
 * holds nobody's request up, and it opens while the rest of the program is still being read. Takes the folder's lock
 * first and throws FolderInUse when another process has it. `image` starts from a dump instead of an empty database.
 * A thread that ends later (the database gives up when it cannot write its log) is started again, which recovers what
 * was committed; meanwhile every question is refused with DatabaseUnavailable.
 */
export function startEmbedded(
  folder: string | null,
  image: string | null = null,
  /** Done once the folder is ours and before anything is opened in it. */
  beforeOpening: () => void = () => {},
): Embedded {
  const unlock = folder ? lock(folder) : () => {};
  beforeOpening();
  const directory = folder && join(folder, "database");
  const listeners = new Map<string, ((payload: string) => void)[]>();
  let closing = false;
  let thread = openThread({ directory, image, template: emptyDatabase }, notified);
  const { ready } = thread;
  // Whoever awaits it hears of a failure; until then it is nobody's unhandled one.
  ready.catch(() => {});
  ready.then(watch, () => thread.gone.then(unlock));
  const dump = async () => (await thread.ask({ kind: "dump" })) as Uint8Array;
  const lending = folder ? ready.then(() => lendImages(folder, dump)).catch(() => null) : null;

  function notified(channel: string, payload: string) {
    for (const listener of listeners.get(channel) ?? []) listener(payload);
  }
  /** What was in memory only is gone with its thread: a database without a folder is not started again. */
  function watch() {
    void thread.gone.then(() => (closing || !directory ? unlock() : restart()));
  }
  function restart() {
    if (closing) return unlock();
    thread = openThread({ directory, image: null, template: emptyDatabase }, notified);
    thread.ready
      .then(() => Promise.all([...listeners.keys()].map((channel) => thread.ask({ kind: "listen", channel }))))
      .then(watch, () => void thread.gone.then(() => setTimeout(restart, restartsAfter)));
  }
  return {
    ready: ready.catch((error) => {
      throw directory ? cannotOpen(directory, error) : error;
    }),
    protocol: async (batch) => {
      // A view may be a corner of a much larger buffer: only its own bytes travel.
      const bytes = new Uint8Array(batch);
      return (await thread.ask({ kind: "protocol", bytes }, [bytes.buffer])) as Uint8Array;
    },
    listen: async (channel, listener) => {
      const existing = listeners.get(channel);
      if (existing) return void existing.push(listener);
      listeners.set(channel, [listener]);
      await thread.ask({ kind: "listen", channel });
    },
    dump,
    close: async () => {
      closing = true;
      await (await lending)?.();
      await thread.ask({ kind: "close" }).catch(() => {});
      await thread.end();
      unlock();
    },
  };
}

/** In milliseconds: a full disk is not found empty at once. */
const restartsAfter = 1000;

type Unnumbered<Q> = Q extends unknown ? Omit<Q, "id"> : never;

/** One life of the database: a thread that answers until it ends. */
function openThread(workerData: Opening, notified: (channel: string, payload: string) => void) {
  const worker = new Worker(new URL("./pglite-thread.ts", import.meta.url), { workerData });
  const waiting = new Map<number, PromiseWithResolvers<Uint8Array | undefined>>();
  const opened = Promise.withResolvers<void>();
  const gone = new Promise<void>((done) => worker.once("exit", () => done()));
  let over: Error | null = null;
  let last = 0;
  const fail = (error: Error) => {
    over ??= new DatabaseUnavailable("the embedded database has stopped", { cause: error });
    opened.reject(error);
    for (const asked of waiting.values()) asked.reject(over);
    waiting.clear();
  };
  opened.promise.catch(() => {});
  worker.on("error", fail);
  worker.on("exit", () => fail(new Error("the thread has ended")));
  worker.on("message", (reply: Reply) => {
    if (reply.kind === "ready") return opened.resolve();
    if (reply.kind === "notified") return notified(reply.channel, reply.payload);
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.kind === "done") return asked?.resolve(reply.bytes);
    asked?.reject(new DatabaseUnavailable("the embedded database has failed", { cause: new Error(reply.message) }));
    // Inside, nothing is certain any more: it starts afresh from what it has committed.
    if (reply.broken) void worker.terminate();
  });
  return {
    ready: opened.promise,
    gone,
    ask: async (question: Unnumbered<Question>, moved: ArrayBuffer[] = []) => {
      if (over) throw over;
      await opened.promise;
      last += 1;
      const asked = Promise.withResolvers<Uint8Array | undefined>();
      waiting.set(last, asked);
      worker.postMessage({ ...question, id: last }, moved);
      return asked.promise;
    },
    end: async () => {
      await worker.terminate();
      await gone;
    },
  };
}

/** What to do about a folder that the database cannot be opened in. */
function cannotOpen(directory: string, error: Error): CannotStart {
  const { bavail, bsize } = statfsSync(directory, { bigint: false });
  if (bavail * bsize < leastRoom / 2)
    return new CannotStart(
      `The disk of ${directory} is full: the embedded database cannot be opened. Make room and start again.`,
      { cause: error },
    );
  return new CannotStart(
    `The embedded database in ${directory} is damaged and cannot be opened. It was left as it is.\n` +
      "  - To restore a backup:  npm run restore -- <folder of the backup> --force\n" +
      `  - With nothing to keep, delete its folder and start afresh:  rm -r ${directory}`,
    { cause: error },
  );
}

/**
 * An exclusive SQLite transaction is a lock that the operating system takes back when the process dies, so that a
 * killed process leaves nothing stale behind.
 */
function lock(folder: string): () => void {
  makeDataDirectory(folder);
  const file = new DatabaseSync(join(folder, "in-use.lock"));
  try {
    file.exec("pragma journal_mode = memory; begin exclusive");
  } catch {
    file.close();
    throw new FolderInUse(
      `Another Plumbline is using ${folder}. Stop it first, or give this one its own folder with DATA_DIR=./other-data.`,
    );
  }
  return () => {
    if (file.isOpen) file.close();
  };
}
