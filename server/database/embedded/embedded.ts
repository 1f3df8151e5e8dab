import { existsSync, statfsSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { present } from "@plumbline/contract/present.ts";
import { CannotStart } from "../../start-errors.ts";
import { DatabaseUnavailable } from "../errors.ts";
import { makeDataDirectory, requireAccess } from "./data-directory.ts";
import { serveImages } from "./image.ts";

/**
 * What the worker thread opens: a directory, or memory when null. `image` is the path of a dump to load, `template`
 * that of a directory to copy when `directory` does not exist yet. With less than `minFreeSpace` bytes it refuses writes.
 */
export type OpenOptions = { directory: string | null; image: string | null; template: string; minFreeSpace: number };
export type ThreadRequest = { id: number } & (
  | { kind: "protocol"; bytes: Uint8Array }
  | { kind: "listen"; channel: string }
  | { kind: "dump" }
  | { kind: "close" }
);
export type ThreadResponse =
  | { kind: "ready" }
  | { kind: "done"; id: number; bytes: Uint8Array | undefined }
  | { kind: "failed"; id: number; message: string; broken: boolean }
  | { kind: "notified"; channel: string; payload: string };

/** The embedded database (PGlite), running. */
export type Embedded = {
  /** Resolves when the database is open; rejects with CannotStart when it cannot be opened. */
  ready: Promise<void>;
  /** Sends complete messages of PostgreSQL's wire protocol and returns the bytes of the responses. */
  protocol(batch: Uint8Array): Promise<Uint8Array>;
  listen(channel: string, listener: (payload: string) => void): Promise<void>;
  /** Returns a dump of the whole database. */
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
};

/**
 * A migrated, empty database that tools/setup.mjs creates after an install, because copying it is much faster than
 * creating one. It is in node_modules so that it always has the installed version; without it a new one is created.
 */
export const emptyDatabase = fileURLToPath(new URL("../../../node_modules/.plumbline/empty-database", import.meta.url));

/** Another process uses the data folder; two processes would corrupt the database. */
export class FolderInUse extends CannotStart {
  readonly folder: string;

  constructor(folder: string) {
    super(
      `Another Plumbline is using ${folder}. Stop it first, or give this one its own folder with DATA_DIR=./other-data.`,
    );
    this.folder = folder;
  }
}

/** Below this free space in bytes the database refuses writes, because a full disk during a write would end it. */
const minFreeSpace = 40 * 1024 * 1024;

/**
 * Starts the embedded database in a folder, or in memory when `folder` is null. It runs in a worker thread, so that a
 * long query does not block requests and the database opens while other modules load (ADR-011). Acquires the folder's
 * lock first and throws FolderInUse when another process holds it. `image` loads a dump instead of an empty database.
 * If the database fails later, as when it cannot write its log, its thread is started again and recovers what was
 * committed; until then every request is rejected with DatabaseUnavailable.
 */
export function startEmbedded(
  folder: string | null,
  image: string | null = null,
  /** The database's folder in `folder`, and what to do once the lock is acquired and before it is opened. */
  { name = "database", beforeOpening = () => {} }: { name?: string; beforeOpening?: () => void } = {},
): Embedded {
  const unlock = folder ? lock(folder) : () => {};
  beforeOpening();
  const directory = folder && join(folder, name);
  const listeners = new Map<string, ((payload: string) => void)[]>();
  let closing = false;
  let thread = openThread({ directory, image }, notified);
  const { ready } = thread;
  // The failure is reported to the caller who awaits `ready`; this avoids an unhandled rejection before that.
  ready.catch(() => {});
  ready.then(watch, () => thread.gone.then(unlock));
  const dump = async () => present(await thread.ask({ kind: "dump" }), "the dump");
  const imageServer = folder ? ready.then(() => serveImages(folder, dump)).catch(() => null) : null;

  function notified(channel: string, payload: string) {
    for (const listener of listeners.get(channel) ?? []) listener(payload);
  }
  /** A database in memory is lost with its thread, so it is not started again. */
  function watch() {
    void thread.gone.then(() => (closing || !directory ? unlock() : restart()));
  }
  function restart() {
    if (closing) return unlock();
    thread = openThread({ directory, image: null }, notified);
    thread.ready
      .then(() => Promise.all([...listeners.keys()].map((channel) => thread.ask({ kind: "listen", channel }))))
      .then(watch, () => void thread.gone.then(() => setTimeout(restart, restartDelay)));
  }
  return {
    ready: ready.catch((error) => {
      if (!directory) throw error;
      if (/Cannot find (package|module)/.test(error.message)) throw libraryMissing(error);
      // Bytes that this user may not read look like damaged ones.
      requireAccess(directory, dirname(directory));
      throw cannotOpen(directory, error);
    }),
    protocol: async (batch) => {
      // The view may be part of a larger buffer, so its bytes are copied before the transfer.
      const bytes = new Uint8Array(batch);
      return present(await thread.ask({ kind: "protocol", bytes }, [bytes.buffer]), "the answer");
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
      await (await imageServer)?.();
      await thread.ask({ kind: "close" }).catch(() => {});
      await thread.end();
      unlock();
    },
  };
}

/** The delay before another restart, in milliseconds: a full disk is not freed at once. */
const restartDelay = 1000;

type WithoutId<Q> = Q extends unknown ? Omit<Q, "id"> : never;

/** Starts the worker thread and matches its responses to requests until it exits. */
function openThread(
  source: Pick<OpenOptions, "directory" | "image">,
  notified: (channel: string, payload: string) => void,
) {
  const workerData: OpenOptions = { ...source, template: emptyDatabase, minFreeSpace };
  const worker = new Worker(new URL("./pglite-thread.ts", import.meta.url), { workerData });
  const waiting = new Map<number, PromiseWithResolvers<Uint8Array | undefined>>();
  const opened = Promise.withResolvers<void>();
  const gone = new Promise<void>((done) => worker.once("exit", () => done()));
  let failure: Error | null = null;
  let last = 0;
  const fail = (error: Error) => {
    failure ??= new DatabaseUnavailable("the embedded database has stopped", { cause: error });
    opened.reject(error);
    for (const asked of waiting.values()) asked.reject(failure);
    waiting.clear();
  };
  opened.promise.catch(() => {});
  worker.on("error", fail);
  worker.on("exit", () => fail(new Error("the thread has ended")));
  worker.on("message", (reply: ThreadResponse) => {
    if (reply.kind === "ready") return opened.resolve();
    if (reply.kind === "notified") return notified(reply.channel, reply.payload);
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.kind === "done") return asked?.resolve(reply.bytes);
    asked?.reject(new DatabaseUnavailable("the embedded database has failed", { cause: new Error(reply.message) }));
    // After a failed protocol request the database's state is undefined: a restart recovers what was committed.
    if (reply.broken) void worker.terminate();
  });
  return {
    ready: opened.promise,
    gone,
    ask: async (question: WithoutId<ThreadRequest>, transfer: ArrayBuffer[] = []) => {
      if (failure) throw failure;
      await opened.promise;
      last += 1;
      const asked = Promise.withResolvers<Uint8Array | undefined>();
      waiting.set(last, asked);
      worker.postMessage({ ...question, id: last }, transfer);
      return asked.promise;
    },
    end: async () => {
      await worker.terminate();
      await gone;
    },
  };
}

const libraryMissing = (error: Error) =>
  new CannotStart(
    "The embedded database is not installed. A release has none: set DATABASE_URL to a PostgreSQL. " +
      `Elsewhere install the libraries again with npm ci. ${error.message}`,
    { cause: error },
  );

/** The error for a database that cannot be opened: a full disk or a damaged folder, with what to do. */
function cannotOpen(directory: string, error: Error): CannotStart {
  const { bavail, bsize } = statfsSync(directory, { bigint: false });
  if (bavail * bsize < minFreeSpace / 2)
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
 * Locks the folder with an exclusive SQLite transaction, which the operating system releases when the process dies, so
 * that no stale lock remains. Throws FolderInUse, and CannotStart for a file that this user may not write to: SQLite would
 * open it for reading, and its lock would keep nobody out.
 */
function lock(folder: string): () => void {
  makeDataDirectory(folder);
  const path = join(folder, "in-use.lock");
  if (existsSync(path)) requireAccess(path, folder);
  const file = new DatabaseSync(path);
  try {
    file.exec("pragma journal_mode = memory; begin exclusive");
  } catch {
    file.close();
    throw new FolderInUse(folder);
  }
  return () => {
    if (file.isOpen) file.close();
  };
}
