import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "./parts/process.ts";

// The time from the start command to the first complete page, with an empty folder and with an existing one.

const folder = await mkdtemp(join(tmpdir(), "plumbline-bench-"));
const rounds = 3;
const firsts: number[] = [];
const restarts: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  await rm(folder, { recursive: true, force: true });
  firsts.push(await firstPage());
  restarts.push(await firstPage());
}
await rm(folder, { recursive: true, force: true });
console.log(`empty folder to first page  ${(median(firsts) / 1000).toFixed(2)} s   wanted 4 s`);
console.log(`restart to first page       ${(median(restarts) / 1000).toFixed(2)} s   wanted 1.5 s`);

/**
 * Starts a process, polls until the home page is served, waits until it is ready, and stops it; returns the
 * milliseconds to the page.
 */
async function firstPage(): Promise<number> {
  const port = 4700 + Math.floor(Math.random() * 200);
  const began = performance.now();
  const child = spawn("node", ["server/build/main.js"], {
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (text) => String(text).includes("Plumbline is at") && resolve());
    child.once("exit", (code) => reject(new Error(`ended with ${code}`)));
  });
  let took = 0;
  while (took === 0) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    const page = answer?.ok ? await answer.text() : "";
    if (page.includes("</html>")) took = performance.now() - began;
    else await new Promise((later) => setTimeout(later, 10));
  }
  await ready;
  const gone = new Promise((done) => child.once("exit", done));
  child.removeAllListeners("exit").once("exit", () => {});
  child.kill("SIGTERM");
  await Promise.race([gone, new Promise((done) => child.once("close", done))]);
  return took;
}
