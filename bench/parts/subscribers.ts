import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** The result of one run of parts/cable-client.ts; times in milliseconds of the system's clock. */
export type Count = {
  deliveries: number;
  missing: number;
  different: number;
  closed: number;
  pauses: number[];
  size: number;
  firstAt: number;
  lastAt: number;
};

/** Subscribes `sockets` sockets, divided among client processes; the other options are those of cable-client.ts. */
export async function subscribe(
  sockets: number,
  options: Record<string, string>,
  { processes = 1 }: { processes?: number } = {},
): Promise<{ expect(messages: number): Promise<() => Promise<Count>>; stop(): Promise<void> }> {
  const each = Math.ceil(sockets / processes);
  const clients = await Promise.all(
    Array.from({ length: processes }, (_, at) =>
      startClient({ ...options, sockets: String(each), first: String(Number(options["first"] ?? 0) + at * each) }),
    ),
  );
  return {
    expect: async (messages) => {
      for (const client of clients) await client.ask(messages);
      return async () => {
        const counts = await Promise.all(clients.map((client) => client.answer<Count>()));
        const sum = (of: (count: Count) => number) => counts.reduce((total, count) => total + of(count), 0);
        return {
          deliveries: sum((count) => count.deliveries),
          missing: sum((count) => count.missing),
          different: sum((count) => count.different),
          closed: sum((count) => count.closed),
          pauses: counts.flatMap((count) => count.pauses),
          size: sum((count) => count.size) / counts.length,
          firstAt: Math.min(...counts.map((count) => count.firstAt)),
          lastAt: Math.max(...counts.map((count) => count.lastAt)),
        };
      };
    },
    stop: async () => {
      await Promise.all(clients.map((client) => client.stop()));
    },
  };
}

async function startClient(options: Record<string, string>) {
  const child = spawn(
    "node",
    [
      "bench/parts/cable-client.ts",
      ...Object.entries(options).map(([name, value]) => `--${name}${value && `=${value}`}`),
    ],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const gone = new Promise<void>((done) => child.once("close", () => done()));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const answer = async <T>(): Promise<T> => {
    const { value, done } = await lines.next();
    if (done) throw new Error("a client of the cable ended too soon");
    return JSON.parse(value);
  };
  await answer();
  return {
    answer,
    ask: async (messages: number) => {
      child.stdin.write(`${messages}\n`);
      await answer();
    },
    stop: async () => {
      child.stdin.end();
      await gone;
    },
  };
}
