import { present } from "@plumbline/contract/present.ts";
import type { Fired, Firing } from "./firing.ts";
import { openConnections } from "./posting.ts";

// The load generator, a process of its own: each connection sends the next request as soon as it has its response.

process.on("message", async ({ url, connections, requests }: Firing) => {
  const lines = await openConnections(url, connections);
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  let next = 0;
  const began = performance.now();
  const work = async (line: number) => {
    for (let request = requests[next++]; request; request = requests[next++]) {
      const since = performance.now();
      const status = await lines.send(line, request);
      times.push(performance.now() - since);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, line) => work(line)));
  const seconds = (performance.now() - began) / 1000;
  lines.close();
  times.sort((one, other) => one - other);
  const p99 = present(times[Math.floor(times.length * 0.99)], "a response");
  process.send?.({ seconds, statuses, p99 } satisfies Fired);
});
process.on("disconnect", () => process.exit(0));
