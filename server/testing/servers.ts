import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  if (!postgresBinaries) throw new Error("PostgreSQL's server programs are not installed here");
  const folder = await mkdtemp(join(tmpdir(), "plumbline-postgres-"));
  if (asRoot) {
    await chmod(folder, 0o755);
    await run("chown", ["postgres", folder]);
  }
  const data = join(folder, "data");
  await run(...asPostgres(join(postgresBinaries, program), ["-D", data, ...args]));
  const port = await freePort();
  let child: ChildProcess;
  const start = async () => {
    const options = ["-D", data, "-p", String(port), "-k", folder, "-c", "listen_addresses=127.0.0.1"];
    child = spawn(...asPostgres(join(postgresBinaries, "postgres"), options), { stdio: "ignore" });
    await answers(async () => {
      // A killed server can only be restarted after its last backend has ended, so starting is retried.
      if (child.exitCode !== null)
        child = spawn(...asPostgres(join(postgresBinaries, "postgres"), options), { stdio: "ignore" });
      await run(join(postgresBinaries, "pg_isready"), ["-q", "-h", "127.0.0.1", "-p", String(port)]);
      return true;
    });
  };
  /** SIGKILL is a crash, SIGINT stops at once, SIGTERM waits for clients. */
  const stop = async (signal: NodeJS.Signals = "SIGINT") => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once("exit", done));
    child.kill(signal);
    await gone;
  };
  await start();
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
  if (!redisProgram) throw new Error("redis-server is not installed here");
  const port = await freePort();
  const own = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const server = await startProgram(redisProgram, [...own, ...args], port);
  return { url: `redis://127.0.0.1:${port}`, ...server };
}

/** A Sentinel, which keeps what it learns in the file of its settings. Ends with `close`. */
export async function startSentinel(settings: string, port: number) {
  if (!redisProgram) throw new Error("redis-server is not installed here");
  return startProgram(redisProgram, [settings, "--sentinel"], port);
}

/** A NATS of a test's own on 127.0.0.1 with further arguments, such as those of a cluster. Ends with `close`. */
export async function startNats(args: readonly string[] = []) {
  if (!natsProgram) throw new Error("nats-server is not installed here");
  const port = await freePort();
  const server = await startProgram(natsProgram, ["--addr", "127.0.0.1", "--port", String(port), ...args], port);
  return { url: `nats://127.0.0.1:${port}`, ...server };
}

/** Starts a program, which may be stopped and started again, and waits until it accepts connections at its port. */
async function startProgram(program: string, args: readonly string[], port: number) {
  let child: ChildProcess;
  const start = async () => {
    child = spawn(program, args, { stdio: "ignore" });
    await answers(() => connects(port));
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

/** A port that is not in use at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((up) => server.listen(0, "127.0.0.1", up));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
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
    await new Promise((later) => setTimeout(later, 50));
  }
  return performance.now() - since;
}
