import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sheetsOf } from "./style-sheets.ts";

it("H-12 a page contains the style sheets of its routes, each once, and links those that cannot be read", async () => {
  const routes = {
    root: { css: ["/a.css"] },
    layout: { css: ["/b.css", "/a.css"] },
    page: {},
    other: { css: ["/c.css"] },
  };
  const matches = ["root", "layout", "page"].map((id) => ({ route: { id } }));
  const page = { manifest: { routes }, staticHandlerContext: { matches } } as never;
  const read = async (href: string) => (href === "/b.css" ? null : `of ${href}`);
  expect(await sheetsOf(page, read)).toEqual([{ href: "/a.css", text: "of /a.css" }]);
});

it("H-37 the shared parts are in a layer below the features' sheets, since a page loads sheets in any order", () => {
  const parts = globSync("web/app/ui/*.module.css");
  expect(parts.length).toBeGreaterThan(20);
  expect(parts.filter((path) => !/^@layer parts \{\n(?: .*\n|\n)*\}\n$/.test(readFileSync(path, "utf8")))).toEqual([]);
});
