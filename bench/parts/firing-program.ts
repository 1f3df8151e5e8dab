import { present } from "@plumbline/contract/present.ts";
import type { Fired, Firing } from "./firing.ts";
import { openConnections } from "./posting.ts";

// The load generator, a process of its own.

process.on("message", async ({ url, connections, requests, kinds = [], rate }: Firing) => {
  const lines = await openConnections(url, connections);
  const statuses: Record<string, number> = {};
  const times: { kind: string; time: number }[] = [];
  const began = performance.now();
  const send = async (line: number, at: number, since: number) => {
    const status = await lines.send(line, present(requests[at], "a request"));
    times.push({ kind: kinds[at] ?? "", time: performance.now() - since });
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  let next = 0;
  const sendInTurn = async (line: number) => {
    while (next < requests.length) await send(line, next++, performance.now());
  };
  const sendAtRate = async (perSecond: number) => {
    const sent: Promise<void>[] = [];
    while (next < requests.length) {
      const due = ((performance.now() - began) / 1000) * perSecond;
      for (; next < Math.min(due, requests.length); next += 1)
        sent.push(send(next, next, began + (next / perSecond) * 1000));
      await new Promise((later) => setTimeout(later, 1));
    }
    await Promise.all(sent);
  };
  await (rate ? sendAtRate(rate) : Promise.all(Array.from({ length: connections }, (_, line) => sendInTurn(line))));
  const seconds = (performance.now() - began) / 1000;
  lines.close();
  const p99s = Object.fromEntries(
    [...Map.groupBy(times, ({ kind }) => kind)].map(([kind, group]) => [kind, p99Of(group)]),
  );
  process.send?.({ seconds, statuses, p99: p99Of(times), p99s } satisfies Fired);
});
process.on("disconnect", () => process.exit(0));

function p99Of(measured: readonly { time: number }[]): number {
  const sorted = measured.map(({ time }) => time).toSorted((one, other) => one - other);
  return present(sorted[Math.floor(sorted.length * 0.99)], "a response");
}
