import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { cacheablePage, openPageCache } from "./cached-pages.ts";

describe("pages that are the same for everybody", () => {
  const page = (html: string, status = 200) =>
    new Response(html, { status, headers: { "content-type": "text/html", [cacheablePage]: "sha256-a sha256-b" } });

  it("H-12 a personal page is not cached, and each request gets its own", async () => {
    const pages = openPageCache();
    let renderings = 0;
    const render = async () => new Response(`for ${++renderings}`);
    const both = await Promise.all([pages.render("/sign-in", render), pages.render("/sign-in", render)]);
    const texts = await Promise.all(both.map((each) => ("response" in each ? each.response.text() : "cached")));
    expect(texts.sort()).toEqual(["for 1", "for 2"]);
    expect(pages.get("/sign-in", render)).toBeNull();
  });

  it("H-12 a missing page is not cached, so that mistyped URLs evict nothing", async () => {
    const pages = openPageCache();
    await pages.render("/nothing", async () => page("?", 404));
    expect(pages.get("/nothing", async () => page("?", 404))).toBeNull();
  });

  it("H-12 a cached page is compressed once and shared by all requests", async () => {
    const pages = openPageCache();
    const html = "<p>The same for everybody</p>";
    let renderings = 0;
    const render = async () => {
      renderings += 1;
      return page(html);
    };
    const [first, second] = await Promise.all([pages.render("/", render), pages.render("/", render)]);
    expect(renderings).toBe(1);
    if (!("cacheable" in first) || !("cacheable" in second)) throw new Error("not cacheable");
    expect(second.cacheable).toBe(first.cacheable);
    expect(first.cacheable.bytes.identity.toString()).toBe(html);
    expect(brotliDecompressSync(first.cacheable.bytes.br).toString()).toBe(html);
    expect(gunzipSync(first.cacheable.bytes.gzip).toString()).toBe(html);
    expect(first.cacheable.scripts).toEqual(["sha256-a", "sha256-b"]);
    expect(pages.get("/", render)).toBe(first.cacheable);
  });

  it("G-78 after a change no earlier copy is served, nor one whose rendering began before it", async () => {
    const pages = openPageCache();
    const render = (html: string) => async () => page(html);
    const htmlOf = (one: Awaited<ReturnType<typeof pages.render>>) =>
      "cacheable" in one ? one.cacheable.bytes.identity.toString() : "";
    await pages.render("/about", render("first"));
    pages.forget();
    expect(pages.get("/about", render("second"))).toBeNull();

    const slow = Promise.withResolvers<Response>();
    const begun = pages.render("/about", () => slow.promise);
    pages.forget();
    expect(htmlOf(await pages.render("/about", render("third")))).toBe("third");
    slow.resolve(page("of before"));
    expect(htmlOf(await begun)).toBe("of before");
    expect(pages.get("/about", render("fourth"))?.bytes.identity.toString()).toBe("third");
  });
});
