import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";

// Servers of a test's own, which it may kill: the machine's PostgreSQL, Redis and NATS are used by others.

const run = promisify(execFile);
const asRoot = process.getuid?.() === 0;
/** PostgreSQL refuses to run as root, so root starts it as its own user. */
export const asPostgres = (command: string, args: string[]): [string, string[]] =>
  asRoot ? ["setpriv", ["--reuid=postgres", "--regid=postgres", "--init-groups", command, ...args]] : [command, args];

const versions = "/usr/lib/postgresql";
/** The folder of PostgreSQL's server programs, the newest version's. */
export const postgresBinaries = existsSync(versions)
  ? readdirSync(versions)
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => join(versions, version, "bin"))
      .find((folder) => existsSync(join(folder, "initdb")))
  : undefined;

/** Whether PostgreSQL's server programs are installed on this machine. */
export const hasPostgres = postgresBinaries !== undefined;

/** A PostgreSQL cluster of a test's own on 127.0.0.1, empty, with fsync on. Ends with `close`. */
export const startPostgres = () =>
  startServer("initdb", ["-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync"]);

/** A standby of such a cluster, which follows it by streaming replication. Ends with `close`. */
export const startStandby = ({ port }: { port: number }) =>
  startServer("pg_basebackup", [
    ...["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"],
    ...["--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast", "--no-sync"],
  ]);

/** Starts a PostgreSQL server in a folder of its own that `program` fills. */
async function startServer(program: "initdb" | "pg_basebackup", args: string[]) {
  const binaries = postgresBinaries;
  if (!binaries) throw new Error("PostgreSQL's server programs are not installed here");
  const folder = await mkdtemp(join(tmpdir(), "plumbline-postgres-"));
  if (asRoot) {
    await chmod(folder, 0o755);
    await run("chown", ["postgres", folder]);
  }
  const data = join(folder, "data");
  await run(...asPostgres(join(binaries, program), ["-D", data, ...args]));
  let child: ChildProcess;
  const begin = (port: number) => {
    const options = ["-D", data, "-p", String(port), "-k", folder, "-c", "listen_addresses=127.0.0.1"];
    child = spawn(...asPostgres(join(binaries, "postgres"), options), { stdio: "ignore" });
  };
  const isUp = async (port: number) => {
    await run(join(binaries, "pg_isready"), ["-q", "-h", "127.0.0.1", "-p", String(port)]);
    // Another server may answer there.
    return (await readFile(join(data, "postmaster.pid"), "utf8")).startsWith(`${child.pid}\n`);
  };
  const port = await onFreePort(async (tried) => {
    begin(tried);
    await answers(async () => child.exitCode !== null || isUp(tried));
    if (child.exitCode !== null) throw new EndedAtOnce("PostgreSQL ended when it was started");
    return tried;
  });
  const start = async () => {
    begin(port);
    await answers(async () => {
      // A killed server can only be restarted after its last backend has ended, so starting is retried.
      if (child.exitCode !== null) begin(port);
      return isUp(port);
    });
  };
  /** SIGKILL is a crash, SIGINT stops at once, SIGTERM waits for clients. */
  const stop = async (signal: NodeJS.Signals = "SIGINT") => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once("exit", done));
    child.kill(signal);
    await gone;
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    host: "127.0.0.1",
    port,
    data,
    start,
    stop,
    close: async () => {
      await stop("SIGKILL");
      // Its archiver ends a moment after it.
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** The path of a server program. Debian has some in a folder that is not in everybody's PATH. */
const programOf = (name: string) =>
  [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin"]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
const redisProgram = programOf("redis-server");
const natsProgram = programOf("nats-server");

/** Whether these servers are installed on this machine. */
export const [hasRedis, hasNats] = [redisProgram !== undefined, natsProgram !== undefined];

/** A Redis of a test's own on 127.0.0.1 without persistence, with further arguments. Ends with `close`. */
export async function startRedis(args: readonly string[] = []) {
  const program = redisProgram;
  if (!program) throw new Error("redis-server is not installed here");
  const own = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const server = await onFreePort((port) => startProgram(program, ["--port", String(port), ...own, ...args], port));
  return { url: `redis://127.0.0.1:${server.port}`, ...server };
}

/** A Sentinel, which keeps what it learns in the file of its settings. Ends with `close`. */
export async function startSentinel(settings: string, port: number) {
  if (!redisProgram) throw new Error("redis-server is not installed here");
  return startProgram(redisProgram, [settings, "--sentinel"], port);
}

/** A NATS of a test's own on 127.0.0.1 with further arguments, such as those of a cluster. Ends with `close`. */
export async function startNats(args: readonly string[] = []) {
  const program = natsProgram;
  if (!program) throw new Error("nats-server is not installed here");
  const own = ["--addr", "127.0.0.1"];
  const server = await onFreePort((port) => startProgram(program, [...own, "--port", String(port), ...args], port));
  return { url: `nats://127.0.0.1:${server.port}`, ...server };
}

/** Starts a Redis, a Sentinel or a NATS, which may be stopped and started again, and waits until it is ready. */
async function startProgram(program: string, args: readonly string[], port: number) {
  let child: ChildProcess;
  const start = () => {
    child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    return ready(child);
  };
  const stop = async (signal: NodeJS.Signals = "SIGKILL") => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once("exit", done));
    child.kill(signal);
    await gone;
  };
  await start();
  return { host: "127.0.0.1", port, start, stop, close: () => stop() };
}

/**
 * Resolves once one of these programs itself says that it is ready, because another one may answer at its port; throws
 * `EndedAtOnce` with what it has said.
 */
const ready = (child: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (words) => {
        said += words;
        if (/Ready to accept connections|Sentinel ID is|Server is ready/.test(said)) resolve();
      });
    child.once("close", () => reject(new EndedAtOnce(said)));
  });

class EndedAtOnce extends Error {}

/** Starts a server on a free port, and on another one if it ends at once: somebody may have taken the first meanwhile. */
async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let tries = 5; ; tries -= 1) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (tries === 1 || !(error instanceof EndedAtOnce)) throw error;
    }
  }
}

/** Below the ports that the system gives to whoever connects or asks for any, so that nobody gets one before its use. */
const lowestPort = 20_000;
/**
 * Each worker has ports of its own: one that a test has stopped a server at, to start it again there, looks free to another
 * worker.
 */
const [workers, portPairs] = [4, 1_250];
const firstPair = (Number(process.env["VITEST_POOL_ID"] ?? 0) % workers) * portPairs;
/** No port is given out again before all others, because most are bound only later; other runs begin elsewhere. */
let nextPair = Math.floor(Math.random() * portPairs);

/** A port that is not in use at this moment. Neither is the next one, which a Plumbline gives to its card sandbox. */
export async function freePort(): Promise<number> {
  for (let tries = portPairs; tries > 0; tries -= 1) {
    const port = lowestPort + 2 * (firstPair + (nextPair++ % portPairs));
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
  throw new Error("no port is free");
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

/**
 * Starts a server of this process on a port that it has just released. A child process has the sockets of all threads
 * until it executes its program, so that the port stays in use for milliseconds when another test starts one.
 */
export async function onReleasedPort<T>(start: () => Promise<T>): Promise<T> {
  for (const since = performance.now(); ; await setTimeout(10)) {
    try {
      return await start();
    } catch (error) {
      const inUse = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!inUse || performance.now() - since > 10_000) throw error;
    }
  }
}

/** Resolves once something accepts connections at the port of 127.0.0.1; throws after thirty seconds. */
export const accepts = (port: number): Promise<void> => answers(() => connects(port));

const connects = (port: number) =>
  new Promise<boolean>((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", reject);
  });

/** Polls until the server responds, for thirty seconds at most. */
const answers = (ask: () => Promise<boolean>): Promise<void> =>
  until("a server of the test's own has started", ask, 30_000).then(() => {});

/**
 * Polls until `holds`; an error counts as no. Returns the time it took in milliseconds, and throws after `limit` of them.
 */
export async function until(what: string, holds: () => Promise<boolean> | boolean, limit: number): Promise<number> {
  const since = performance.now();
  while (
    !(await Promise.resolve()
      .then(holds)
      .catch(() => false))
  ) {
    if (performance.now() - since > limit) throw new Error(`waited in vain until ${what}`);
    await setTimeout(50);
  }
  return performance.now() - since;
}
