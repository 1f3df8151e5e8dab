import { type Agent, request } from "node:http";
import { present } from "@plumbline/contract/present.ts";

export type Answered = { status: number; body: string; took: number };
type Asked = { method?: "GET" | "POST" | "PUT"; token?: string; body?: unknown; localAddress?: string };

/** Sends a request over the agent's connections; `took` is the time to the complete response, in milliseconds. */
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
      // The server may close an idle connection just as it is used again, so the request is repeated.
      if (asked.reusedSocket && error.code === "ECONNRESET") resolve(ask(agent, url, question));
      else reject(error);
    });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Calls `work` with the numbers from 0 up to `count`, four at a time. */
export async function fourAtATime(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
}

/** A quantile of the numbers; `share` is 0.99 for the p99. */
export function quantile(numbers: readonly number[], share: number): number {
  return present(numbers.toSorted((one, other) => one - other)[Math.ceil(numbers.length * share) - 1], "a quantile");
}

/** Waits until a program is idle, as its jobs run at its start. Returns its memory, in megabytes. */
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
