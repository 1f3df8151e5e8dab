import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { median, serverEnvironment, startProgram } from "./parts/process.ts";

// Public pages with a thousand posts behind them, cached, against the same bytes from memory; and how soon a change is
// visible.

const paths = ["/insights", "/insights/insight-3"];
const rounds = 3;
const folder = await mkdtemp(join(tmpdir(), "plumbline-bench-"));
const service = await startProgram("bench/parts/many-posts.ts", {});
const ours = await startProgram("server/build/main.js", serverEnvironment(folder, { CONTENT_URL: service.url }));
try {
  for (const path of paths) {
    const bare = await startProgram("bench/parts/bare-page.ts", { PAGE_URL: ours.url + path });
    const fire = async (url: string) => {
      const { requests, latency, non2xx } = await autocannon({ url, connections: 64, duration: 5 });
      if (non2xx > 0) throw new Error(`${non2xx} answers of ${url} were no pages`);
      return { rate: requests.average, slowest: latency.p99 };
    };
    await fire(ours.url + path);
    await fire(bare.url);
    const ratios: number[] = [];
    const slowest: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [a, b] = [await fire(ours.url + path), await fire(bare.url)];
      ratios.push(a.rate / b.rate);
      slowest.push(a.slowest);
      console.log(
        `${path}  ours ${Math.round(a.rate)}/s p99 ${a.slowest} ms  bare ${Math.round(b.rate)}/s p99 ${b.slowest} ms`,
      );
    }
    console.log(
      `${path}  median ratio ${median(ratios).toFixed(2)} (wanted 0.3)  p99 ${median(slowest)} ms (wanted 15)`,
    );
    await bare.stop();
  }
  console.log(`a change is seen after ${((await timeUntilVisible()) / 1000).toFixed(1)} s (wanted 5)`);
} finally {
  await ours.stop();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Changes the newest post and polls once a second until the list shows it. */
async function timeUntilVisible(): Promise<number> {
  await fetch(service.url, { method: "POST" });
  const began = performance.now();
  for (;;) {
    const page = await (await fetch(`${ours.url}/insights`)).text();
    if (page.includes("Changed just now")) return performance.now() - began;
    await new Promise((later) => setTimeout(later, 1_000));
  }
}
