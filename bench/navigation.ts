import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { median, startProgram } from "./parts/process.ts";

// How long a signed-in navigation takes on a slow telephone (a processor four times slower, 1.6 Mbit/s): from the start of
// the navigation to the first frame with the next page's content, without a skeleton. The links of the menus and tabs are
// found on the pages themselves, so that a new page is measured. `--times n` visits each so often, `--only text` those
// whose address contains it.

const { values } = parseArgs({ options: { times: { type: "string", default: "3" }, only: { type: "string" } } });
const wantedMs = 300;
const [latencyMs, bytesPerSecond] = [20, (1.6 * 1024 * 1024) / 8];
/** The router loads the code of what the menu names while the page is idle; measured is what follows. */
const idleMs = 12_000;

/** Pages about one thing are alike: an engagement, an invoice, a profile, an article. */
const kindOf = (path: string) => path.replace(/\d+/g, ":id").replace(/^\/(insights|events|videos)\/.*/, "/$1/:slug");

/** Pages that lead a signed-in member elsewhere. */
const forVisitors = /^\/(sign-in|apply|reset-password|status|api)\b/;

type Role = "customer" | "advisor";
type Row = { role: Role; to: string; ms: number[] };

const folder = await mkdtemp(join(tmpdir(), "plumbline-bench-"));
const demo = process.env["PLUMBLINE_DEMO"];
if (demo) await cp(demo, folder, { recursive: true });
const plumbline = await startProgram("server/build/main.js", {
  DATA_DIR: folder,
  LOG_LEVEL: "error",
  PORT: "0",
  HOST: "127.0.0.1",
  DEMO: "true",
  RATE_LIMIT: "off",
});
const browser = await chromium.launch({
  args: ["--no-sandbox", "--disable-gpu"],
  ...(process.env["CHROMIUM"] ? { executablePath: process.env["CHROMIUM"] } : {}),
});
const rows: Row[] = [];
try {
  for (const role of ["customer", "advisor"] as const) rows.push(...(await measure(role)));
} finally {
  await browser.close();
  await plumbline.stop();
  await rm(folder, { recursive: true, force: true });
}
for (const { role, to, ms } of rows.toSorted((one, other) => median(other.ms) - median(one.ms)))
  console.log(`${role.padEnd(9)} ${to.padEnd(34)} ${String(median(ms)).padStart(5)} ms   first ${ms[0]} ms`);
const slow = rows.filter(({ ms }) => !(median(ms) <= wantedMs));
console.log(`${rows.length} pages; over ${wantedMs} ms: ${slow.length}`);
process.exitCode = slow.length > 0 ? 1 : 0;

async function measure(role: Role): Promise<Row[]> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${plumbline.url}/sign-in/${role}`);
  const form = page.getByRole("main");
  await form.getByRole("textbox", { name: "E-mail" }).fill(`${role}@demo.plumbline.test`);
  await form.getByRole("textbox", { name: "Password" }).fill("plumbline-demo");
  await form.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL((at) => !at.pathname.startsWith("/sign-in"));
  await page.waitForTimeout(idleMs);
  const device = await context.newCDPSession(page);
  await device.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await device.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  const found = new Map<string, Row>();
  const home = new URL(page.url()).pathname;
  const queue = await linksOn(page);
  for (const to of queue) {
    const kind = kindOf(to);
    if (found.has(kind) || forVisitors.test(to) || (values.only && !to.includes(values.only))) continue;
    const row: Row = { role, to, ms: [] };
    found.set(kind, row);
    for (let time = 0; time < Number(values.times); time += 1) {
      if (new URL(page.url()).pathname === to) await go(page, to === home ? "/notifications" : home);
      row.ms.push(await go(page, to));
    }
    queue.push(...(await linksOn(page)));
  }
  await context.close();
  return [...found.values()];
}

/** The addresses in the menus and tabs of a page, of pages that need no address of something particular. */
function linksOn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>("header a[href], main a[href]")]
      .map((link) => new URL(link.href))
      .filter(({ origin, search, hash }) => origin === location.origin && !search && !hash)
      .map(({ pathname }) => pathname)
      .filter((path) => !path.includes(".")),
  );
}

/**
 * Goes to an address as the browser's own buttons do, which the router answers as it does a click, and returns the
 * milliseconds until the frame that shows the page. Not a number where it does not come within ten seconds.
 */
async function go(page: Page, to: string): Promise<number> {
  const ms = await page.evaluate(
    (path) =>
      new Promise<number>((resolve) => {
        const title = () => document.querySelector("main h1");
        const [before, text] = [title(), title()?.textContent];
        const began = performance.now();
        history.pushState(null, "", path);
        dispatchEvent(new PopStateEvent("popstate"));
        const look = () => {
          const now = title();
          const changed = now && (now !== before || now.textContent !== text);
          const loading = document.querySelector("main [aria-label='Loading'], main [aria-busy='true']");
          const took = performance.now() - began;
          if (changed && !loading) resolve(Math.round(took));
          else if (took > 10_000) resolve(Number.NaN);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    to,
  );
  // What the page loads after its content is not the next one's.
  await page.waitForTimeout(700);
  return ms;
}
