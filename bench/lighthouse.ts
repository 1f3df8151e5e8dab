import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { present } from "@plumbline/contract/present.ts";
import { launch } from "chrome-launcher";
import lighthouse, { type Result } from "lighthouse";
import { startProgram } from "./parts/process.ts";

// Lighthouse's scores of every public page, on its slow mobile profile: the worst of three runs of each.

const categories = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 } as const;
const maxScript = 30;
const maxTotal = 150;
const quiet =
  "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

type Row = { scores: number[]; script: number; total: number; elsewhere: number };

const words = process.argv.slice(2);
const runs = words.includes("--once") ? 1 : 3;
const wanted = words.filter((word) => !word.startsWith("--"));

const folder = await mkdtemp(join(tmpdir(), "plumbline-bench-"));
const plumbline = await startProgram("server/build/main.js", {
  DATA_DIR: folder,
  LOG_LEVEL: "error",
  PORT: "0",
  HOST: "127.0.0.1",
});
let short = 0;
try {
  const routes = (await routesOf(plumbline.url)).filter((route) => wanted.length === 0 || wanted.includes(route));
  const longest = Math.max(...routes.map((route) => route.length));
  const heads = ["performance", "accessibility", "practices", "SEO", "script KB", "total KB", "other hosts"];
  console.log(["".padEnd(longest), ...heads].join("  "));
  for (const route of routes) {
    const seen: Row[] = [];
    // The first request renders the page; the measured ones are served from the cache.
    await (await fetch(plumbline.url + route)).text();
    for (let run = 0; run < runs; run += 1) seen.push(await measure(plumbline.url + route));
    const { scores, script, total, elsewhere } = worst(seen);
    const fine =
      Object.values(categories).every((least, at) => (scores[at] ?? 0) >= least) &&
      script <= maxScript &&
      total <= maxTotal &&
      elsewhere === 0;
    if (!fine) short += 1;
    const cells = [...scores, script.toFixed(1), total.toFixed(1), elsewhere];
    const row = cells.map((cell, at) => String(cell).padStart(heads[at]?.length ?? 0));
    console.log([route.padEnd(longest), ...row, fine ? "" : "  too little"].join("  ").trimEnd());
  }
} finally {
  await plumbline.stop();
  await rm(folder, { recursive: true, force: true });
}
console.log(
  `wanted: performance ${categories.performance}, the others 100, ${maxScript} KB of script, ${maxTotal} KB in all, no other host`,
);
process.exitCode = short > 0 ? 1 : 0;

/** Every public page, one of each kind that has many, and the public forms. */
async function routesOf(url: string): Promise<string[]> {
  const map = await (await fetch(`${url}/sitemap.xml`)).text();
  const pages = [...map.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path]) => path || "/");
  const kinds = new Set<string>();
  const first = pages.filter((path) => {
    const [, kind, slug] = path.split("/");
    if (!slug || !kind) return true;
    const known = kinds.has(kind);
    kinds.add(kind);
    return !known;
  });
  const more = [
    "/sign-in",
    "/sign-in/customer",
    "/sign-in/advisor",
    "/apply",
    "/apply-business-member",
    "/apply-advisor",
  ];
  return [...new Set([...first, "/home", "/videos-article", "/newsletter", ...more])].sort();
}

/** One visit by a browser without a cache. */
async function measure(url: string, attempts = 3): Promise<Row> {
  const path = process.env["CHROMIUM"];
  const chrome = await launch({ chromeFlags: quiet.split(" "), ...(path ? { chromePath: path } : {}) });
  try {
    const onlyCategories = Object.keys(categories);
    const measured = await lighthouse(url, { port: chrome.port, onlyCategories, logLevel: "error" });
    const unseen = !measured || onlyCategories.some((name) => measured.lhr.categories[name]?.score == null);
    if (!unseen) return rowOf(measured.lhr, new URL(url).host);
  } finally {
    chrome.kill();
  }
  // On a busy machine a trace may lack its screenshot and has no score then, so it is repeated.
  if (attempts > 1) return measure(url, attempts - 1);
  throw new Error(`Lighthouse could not measure ${url}`);
}

type Request = { url: string; resourceType?: string; transferSize: number };

function rowOf(lhr: Result, host: string): Row {
  // Lighthouse types the details of all audits as one; this one lists requests.
  const details = lhr.audits["network-requests"]?.details as unknown as { items: Request[] } | undefined;
  const requests = details?.items ?? [];
  const fetched = requests.filter(({ url }) => /^(http|ws)s?:/.test(url));
  const kilobytes = (of: Request[]) => of.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1024;
  return {
    scores: Object.keys(categories).map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100)),
    script: kilobytes(fetched.filter(({ resourceType }) => resourceType === "Script")),
    total: kilobytes(fetched),
    elsewhere: fetched.filter(({ url }) => new URL(url).host !== host).length,
  };
}

function worst(rows: readonly Row[]): Row {
  return {
    scores: Object.keys(categories).map((_, at) => Math.min(...rows.map(({ scores }) => present(scores[at])))),
    script: Math.max(...rows.map(({ script }) => script)),
    total: Math.max(...rows.map(({ total }) => total)),
    elsewhere: Math.max(...rows.map(({ elsewhere }) => elsewhere)),
  };
}
