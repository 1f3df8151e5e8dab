import { type Agent, request } from "node:http";

export type Answered = { status: number; body: string; took: number };
type Asked = { method?: "GET" | "POST" | "PUT"; token?: string; body?: unknown; localAddress?: string };

/** Asks over the agent's connections; `took` is how long the whole answer took, in milliseconds. */
export function ask(agent: Agent, url: string, question: Asked = {}): Promise<Answered> {
  const { method = "GET", token, body, localAddress } = question;
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body ? { "content-type": "application/json" } : {}),
  };
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const asked = request(url, { agent, method, headers, ...(localAddress ? { localAddress } : {}) }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part) => {
        text += part;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: text, took: performance.now() - began }));
      answer.on("error", reject);
    });
    asked.on("error", (error: NodeJS.ErrnoException) => {
      // A connection that was idle may be closed by the server just as it is used again.
      if (asked.reusedSocket && error.code === "ECONNRESET") resolve(ask(agent, url, question));
      else reject(error);
    });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Does `work` for the numbers from 0 up to `count`, four of them at any time. */
export async function fourAtATime(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
}

/** What most of the numbers stay under: `share` of them, 0.99 for the p99. */
export function quantile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((one, other) => one - other)[Math.ceil(numbers.length * share) - 1] as number;
}

/** Waits until a program has nothing left to do: its clock jobs run at its start. Answers its memory, in megabytes. */
export async function untilIdle(url: string): Promise<number> {
  let last = Number.NaN;
  for (;;) {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const gauge = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(metrics)?.[1]);
    const spent = gauge("process_cpu_seconds_total");
    if (spent - last < 0.05) return gauge("process_resident_memory_bytes") / 1e6;
    last = spent;
    await new Promise((later) => setTimeout(later, 1_000));
  }
}
