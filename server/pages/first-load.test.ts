import { readdir, readFile } from "node:fs/promises";
import { posix } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { expect, test } from "vitest";
import { testServer } from "../testing/plumbline.ts";

// H-37: how much script a page loads before it can be used, as `npm run build` made it.

const members = 180_000;
const everybody = 12_000;
const client = new URL("../../web/build/client/", import.meta.url);
const server = testServer({}, { pages: true });

type Route = { id: string; parentId?: string; module: string; imports?: string[]; hasDefaultExport: boolean } & Partial<
  Record<"clientLoaderModule" | "clientMiddlewareModule" | "clientActionModule" | "hydrateFallbackModule", string>
>;
type Manifest = { url: string; entry: { module: string; imports: string[] }; routes: Record<string, Route> };

const zipped = new Map<string, Promise<number>>();
const textOf = (file: string) => readFile(new URL(`.${file}`, client), "utf8");
/** A script's size as it is sent, in bytes. */
function sizeOf(file: string): Promise<number> {
  const size =
    zipped.get(file) ?? textOf(file).then(async (text) => (await promisify(gzip)(text, { level: 9 })).length);
  zipped.set(file, size);
  return size;
}

const importing = /(?:^|[;}])import(?:[\w*${}\s,]+from)?["'`](\.[^"'`]+)["'`]/gm;
/** Scripts with all that they import, but for what they fetch later. */
async function withImports(files: Iterable<string>, seen = new Set<string>()): Promise<Set<string>> {
  for (const file of files) {
    if (seen.has(file)) continue;
    seen.add(file);
    const own = [...(await textOf(file)).matchAll(importing)].map(([, path = ""]) =>
      posix.join(posix.dirname(file), path),
    );
    await withImports(own, seen);
  }
  return seen;
}

async function manifestOf(): Promise<Manifest> {
  const name = (await readdir(new URL("assets/", client))).find((file) => /^manifest-.*\.js$/.test(file));
  const text = await textOf(`/assets/${name}`);
  return JSON.parse(text.slice(text.indexOf("=") + 1).replace(/;\s*$/, ""));
}

/** The scripts that the router fetches before it draws a page. */
function scriptsOf({ url, entry, routes }: Manifest, route: Route): string[] {
  const files = [url, entry.module, ...entry.imports];
  for (let each: Route | undefined = route; each; each = each.parentId ? routes[each.parentId] : undefined)
    files.push(
      each.module,
      ...(each.imports ?? []),
      ...[
        each.clientLoaderModule,
        each.clientMiddlewareModule,
        each.clientActionModule,
        each.hydrateFallbackModule,
      ].filter((file) => file !== undefined),
    );
  return files;
}

test("H-37 every page that is an application is drawn with at most 180 KB of script", async () => {
  const manifest = await manifestOf();
  const within = (route: Route, layout: string): boolean =>
    route.id === layout || Boolean(route.parentId && within(manifest.routes[route.parentId] as Route, layout));
  const pages = Object.values(manifest.routes).filter((route) => within(route, "layouts/app-layout"));
  expect(pages.length).toBeGreaterThan(40);
  const heavy: string[] = [];
  for (const page of pages) {
    let sum = 0;
    for (const file of await withImports(scriptsOf(manifest, page))) sum += await sizeOf(file);
    if (sum > members) heavy.push(`${page.id} ${(sum / 1000).toFixed(1)} KB`);
  }
  expect(heavy).toEqual([]);
});

test("H-37 a visitor's page has at most 12 KB of script, with what stands in it", async () => {
  const map = await (await fetch(`${server.url}/sitemap.xml`)).text();
  const pages = [...map.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path]) => path || "/");
  const forms = ["/sign-in/customer", "/sign-in/advisor", "/apply-business-member", "/apply-advisor", "/contact"];
  expect(pages.length).toBeGreaterThan(15);
  for (const path of new Set([...pages, ...forms])) {
    // What a template holds is for members: browsers leave it alone.
    const html = (await (await fetch(server.url + path)).text()).replace(/<template[\s\S]*?<\/template>/g, "");
    const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)];
    const files = scripts.flatMap(([, attributes = ""]) => /\bsrc="([^"]+)"/.exec(attributes)?.[1] ?? []);
    const preloaded = [...html.matchAll(/<link\b[^>]*rel="modulepreload"[^>]*href="([^"]+)"/g)].map(
      ([, href = ""]) => href,
    );
    let sum = scripts.reduce((all, [, , text = ""]) => all + Buffer.byteLength(text), 0);
    for (const file of new Set([...files, ...preloaded])) sum += await sizeOf(file);
    expect({ path, files: files.length, fits: sum > 0 && sum <= everybody }).toEqual({
      path,
      files: expect.any(Number),
      fits: true,
    });
  }
});

test("H-12 H-37 a page that visitors read contains its style sheets, waits for none, and loads each font once", async () => {
  for (const path of ["/", "/contact", "/insights"]) {
    const html = await (await fetch(server.url + path)).text();
    expect(html).toContain("<style data-sheet=");
    expect(html).not.toContain('rel="stylesheet"');
    const fonts = [...html.matchAll(/<link\b[^>]*as="font"[^>]*href="([^"]+)"/g)].map(([, href = ""]) => href);
    expect(fonts.length).toBeGreaterThan(1);
    // Under another name a font would be loaded a second time.
    for (const font of fonts) expect(html).toContain(`url(${font})`);
  }
});
