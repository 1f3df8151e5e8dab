import type { Process } from "../testing/process.ts";
import type { movableClocks } from "../testing/process-clock.ts";
import type { startTcpProxy } from "../testing/tcp-proxy.ts";

// What the chaos run does to the processes, to what they share and to the networks between them.

type Network = Awaited<ReturnType<typeof startTcpProxy>>;
type Server = { stop(signal: NodeJS.Signals): Promise<void>; start(): Promise<void> };

/** What may fail. A server that is not the test's own, and cannot be killed, is null. */
export type Breakable = {
  running: Process[];
  servers: { postgres: Server; redis: Server; s3: Server | null };
  networks: Record<"database" | "bus" | "files" | "mail" | "provider", Network>;
  clocks: Pick<ReturnType<typeof movableClocks>, "move">;
  /** Starts a process that gets its share of the connections, and ends sending any to a process. */
  join: () => Promise<Process>;
  leave: (url: string) => void;
};

/**
 * So far a clock is moved: further than the four to five minutes that a file's address is valid and the five that a
 * webhook's signature is, and less than the fifteen after which S3 refuses a request.
 */
const clockMoves = 10 * 60_000;

const moment = (ms: number) => new Promise((later) => setTimeout(later, ms));

/** The faults, by what a person on call would call them. Each heals what it broke before it resolves. */
export function faultsOf(breakable: Breakable): Map<string, () => Promise<unknown>> {
  const { running, servers, networks, clocks, join, leave } = breakable;
  let turn = 0;
  const next = () => {
    const at = turn++ % running.length;
    const process = running[at];
    if (!process) throw new Error("no process runs");
    return { at, process };
  };
  const replace = async (signal: NodeJS.Signals) => {
    const { at, process } = next();
    leave(process.url);
    process.child.kill(signal);
    await process.ended;
    running[at] = await join();
  };
  const suspend = async () => {
    const { child } = next().process;
    child.kill("SIGSTOP");
    await moment(8000);
    child.kill("SIGCONT");
  };
  const moveClock = async (milliseconds: number) => {
    const { child } = next().process;
    await clocks.move(child, milliseconds);
    await moment(10_000);
    await clocks.move(child, 0);
  };
  const restart = async (server: Server) => {
    await server.stop("SIGKILL");
    await moment(1000);
    await server.start();
  };
  const refused = async (network: Network, ms: number) => {
    network.refuse();
    await moment(ms);
    network.accept();
  };
  const frozen = async (network: Network, ms: number) => {
    network.freeze();
    await moment(ms);
    network.thaw();
  };
  const slow = async () => {
    for (const network of Object.values(networks)) network.delay(25);
    await moment(8000);
    for (const network of Object.values(networks)) network.delay(0);
  };
  const { postgres, redis, s3 } = servers;
  return new Map<string, () => Promise<unknown>>([
    ["a process is killed", () => replace("SIGKILL")],
    ["a process is replaced", () => replace("SIGTERM")],
    ["a process is suspended for 8 s", suspend],
    ["a process's clock is ten minutes ahead for 10 s", () => moveClock(clockMoves)],
    ["a process's clock is ten minutes behind for 10 s", () => moveClock(-clockMoves)],
    ["PostgreSQL is killed", () => restart(postgres)],
    ["connections to PostgreSQL are cut", async () => networks.database.cut()],
    ["PostgreSQL cannot be reached for 3 s", () => refused(networks.database, 3000)],
    ["PostgreSQL does not answer for 6 s", () => frozen(networks.database, 6000)],
    ["Redis is killed", () => restart(redis)],
    ["Redis does not answer for 6 s", () => frozen(networks.bus, 6000)],
    ...(s3 ? [["S3 is killed", () => restart(s3)] as const] : []),
    ["S3 cannot be reached for 8 s", () => refused(networks.files, 8000)],
    ["S3 does not answer for 8 s", () => frozen(networks.files, 8000)],
    ["the mail server cannot be reached for 8 s", () => refused(networks.mail, 8000)],
    ["the mail server does not answer for 8 s", () => frozen(networks.mail, 8000)],
    ["the card provider cannot be reached for 8 s", () => refused(networks.provider, 8000)],
    ["the card provider does not answer for 8 s", () => frozen(networks.provider, 8000)],
    ["every network is slow for 8 s", slow],
  ]);
}
