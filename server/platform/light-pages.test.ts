import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keepLightPages } from "./light-pages.ts";

describe("pages that are only read", () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "light-"));
    await mkdir(join(root, "assets"));
    await writeFile(join(root, "assets", "a.css"), "p{color:red}");
  });
  afterEach(() => rm(root, { recursive: true }));

  const page = (html: string, status = 200) =>
    new Response(html, { status, headers: { "content-type": "text/html", "x-light-page": "sha256-a sha256-b" } });

  it("H-12 a page that is for one request is not kept, and each who asks gets their own", async () => {
    const pages = keepLightPages(root);
    let drawn = 0;
    const draw = async () => new Response(`for ${++drawn}`);
    const both = await Promise.all([pages.draw("/sign-in", draw), pages.draw("/sign-in", draw)]);
    const texts = await Promise.all(both.map((each) => ("response" in each ? each.response.text() : "light")));
    expect(texts.sort()).toEqual(["for 1", "for 2"]);
    expect(pages.at("/sign-in", draw)).toBeNull();
  });

  it("H-12 a missing page is not kept, so that mistyped addresses push nothing out", async () => {
    const pages = keepLightPages(root);
    await pages.draw("/nothing", async () => page("?", 404));
    expect(pages.at("/nothing", async () => page("?", 404))).toBeNull();
  });

  it("H-12 a kept page has its styles in it, is squeezed once and is the same for everyone", async () => {
    const pages = keepLightPages(root);
    let drawn = 0;
    const draw = async () => {
      drawn += 1;
      return page('<link rel="stylesheet" href="/assets/a.css"/><link rel="stylesheet" href="/assets/gone.css"/>');
    };
    const [first, second] = await Promise.all([pages.draw("/", draw), pages.draw("/", draw)]);
    expect(drawn).toBe(1);
    if (!("light" in first) || !("light" in second)) throw new Error("not light");
    expect(second.light).toBe(first.light);
    const html =
      '<style data-href="/assets/a.css">p{color:red}</style><link rel="stylesheet" href="/assets/gone.css"/>';
    expect(first.light.bytes.identity.toString()).toBe(html);
    expect(brotliDecompressSync(first.light.bytes.br).toString()).toBe(html);
    expect(gunzipSync(first.light.bytes.gzip).toString()).toBe(html);
    expect(first.light.scripts).toEqual(["sha256-a", "sha256-b"]);
    expect(pages.at("/", draw)).toBe(first.light);
  });
});
