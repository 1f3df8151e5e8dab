import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, expect, test, vi } from "vitest";
import type { z } from "zod";
import routes from "./routes.ts";
import { type StoredSession, sessionKey, type Who } from "./stored-session.ts";

// Every page of the route table that loads its data in the browser, so that a new one is covered without anybody thinking
// of it. What a page reads of its address is found by watching it.

type Asking = Declaration & { query?: z.ZodType };
type Page = {
  path: string;
  load: (given: { params: Record<string, string>; request: Request; context: object }) => unknown;
};

/** What people mistype, cut off and try, and what programs write into addresses. */
const odd = [
  ..."abc -1 0 1.5 1e9 01 99999 2147483648 999999999999 9007199254740993 2026-02-31 0000-00-00 99999-01-01 2026-13".split(
    " ",
  ),
  ...["", " ", "\0", "\u{1f600}", "\ufffd", "%", "'", "../..", "__proto__", "constructor", "[object Object]"],
  "x".repeat(3000),
];

const contract = globSync("contract/*/*.ts", { cwd: fileURLToPath(new URL("../..", import.meta.url)) }).filter(
  (file) => !file.endsWith(".test.ts"),
);
const endpoints = (
  await Promise.all(contract.map((file): Promise<object> => import(new URL(`../../${file}`, import.meta.url).href)))
)
  .flatMap((exported): Asking[] => Object.values(exported).filter((each) => each?.path && each.output))
  .filter(({ method }) => method === "GET")
  // The path without parameters is meant where both fit.
  .sort((one, other) => Number(one.path.includes("{")) - Number(other.path.includes("{")))
  .map((endpoint) => ({ ...endpoint, fits: new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, "[^/]+")}$`) }));

/** Why the server would refuse what a page asks for, or null. */
function refusal(url: string): string | null {
  const { pathname, searchParams } = new URL(url, "https://plumbline.test");
  const endpoint = endpoints.find(({ fits }) => fits.test(pathname));
  if (!endpoint) return `${pathname} is no endpoint`;
  const read = endpoint.query?.safeParse(Object.fromEntries(searchParams));
  return read && !read.success ? `${pathname}: ${read.error.issues.map(({ path }) => path)}` : null;
}

async function pagesOf(entries: RouteConfigEntry[], below = ""): Promise<Page[]> {
  const found = await Promise.all(
    entries.map(async ({ file, path = "", children }): Promise<Page[]> => {
      if (children) return pagesOf(children, below || file);
      if (!below.includes("app-layout")) return [];
      const { clientLoader } = await import(new URL(file, import.meta.url).href);
      return clientLoader ? [{ path, load: clientLoader }] : [];
    }),
  );
  return found.flat();
}

/** Lets a page load its data, all of which is missing; returns what it asked for, and what it read of its address. */
async function visit({ path, load }: Page, search: URLSearchParams) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    return Response.json({}, { status: 404 });
  });
  const read = new Set<string>();
  const { get, has } = URLSearchParams.prototype;
  vi.spyOn(URLSearchParams.prototype, "get").mockImplementation(function (this: URLSearchParams, name) {
    read.add(name);
    return get.call(this, name);
  });
  vi.spyOn(URLSearchParams.prototype, "has").mockImplementation(function (this: URLSearchParams, name) {
    read.add(name);
    return has.call(this, name);
  });
  const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, samples[name] ?? "7"]));
  try {
    await load({ params, request: new Request(`https://plumbline.test/${path}?${search}`), context: {} });
  } catch {
    // What a page says of missing data is not what this is about.
  }
  vi.restoreAllMocks();
  return { asked, read };
}
const samples: Record<string, string> = { kind: "cities" };

// Files share a worker: the next one may replace a module that the pages have imported.
afterAll(() => {
  vi.resetModules();
});

function signedIn(user: Who) {
  const session: Partial<StoredSession> = { user, email: "a@b", access_token: "t", expires_at: Date.now() + 60_000 };
  const storage = {
    getItem: (key: string) => (key === sessionKey ? JSON.stringify(session) : null),
    setItem: () => {},
    removeItem: () => {},
  };
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("sessionStorage", { ...storage, getItem: () => null });
}

test("decision 64 whatever stands in a page's address, the page asks for nothing that the server refuses", async () => {
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("location", { pathname: "/", search: "", origin: "https://plumbline.test" });
  signedIn("advisor");
  const pages = await pagesOf(routes);
  const refused: string[] = [];
  let reading = 0;
  for (const role of ["advisor", "customer"] as const) {
    signedIn(role);
    for (const page of pages) {
      const { read } = await visit(page, new URLSearchParams());
      reading += read.size;
      for (const value of read.size > 0 ? odd : []) {
        const { asked } = await visit(page, new URLSearchParams([...read].map((name) => [name, value])));
        for (const url of asked) {
          const why = refusal(url);
          if (why) refused.push(`/${page.path} of “${value.slice(0, 40)}” → ${why}`);
        }
      }
    }
  }
  expect(reading).toBeGreaterThan(200);
  expect(refused).toEqual([]);
});
