import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fieldsIn } from "@plumbline/contract/content/rules.ts";
import { afterEach, describe, expect, it, vi } from "vitest";
import { movableClock, wallClock } from "../../clock.ts";
import { openCacheFolder } from "./cache-folder.ts";
import { contentReader } from "./reader.ts";
import { openResponseCache } from "./response-cache.ts";

type Reply = { status?: number; type?: string; body: string } | "never";

let server: Server | undefined;

/** A content service that answers what `reply` returns and records the requests. */
async function service(reply: (url: string) => Reply, more: Partial<Parameters<typeof contentReader>[0]> = {}) {
  const asked: string[] = [];
  const running = createServer((request, response) => {
    asked.push(request.url ?? "");
    const answer = reply(request.url ?? "");
    if (answer === "never") return;
    response.writeHead(answer.status ?? 200, { "content-type": answer.type ?? "application/json", "x-wp-total": "12" });
    response.end(answer.body);
  });
  server = running;
  await new Promise<void>((ready) => running.listen(0, "127.0.0.1", ready));
  const clock = movableClock();
  const url = `http://127.0.0.1:${(running.address() as AddressInfo).port}`;
  return { reader: contentReader({ url, clock, ...more }), clock, asked, url };
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const json = (value: unknown): Reply => ({ body: JSON.stringify(value) });
const post = (id: number, acf: unknown) => ({
  id,
  slug: `p${id}`,
  title: { rendered: "T" },
  content: { rendered: "<p>b</p>" },
  acf,
});

describe("the content service, read for visitors", () => {
  it("G-78 after a change no earlier answer is given, nor one that was asked for before it", async () => {
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let text = "first";
    const { read, forget } = openResponseCache({
      clock: movableClock(),
      fetchJson: async () => {
        const mine = text;
        asked.resolve();
        if (mine === "first") await answered.promise;
        return Response.json({ text: mine });
      },
    });
    const begun = read("/page");
    await asked.promise;
    text = "second";
    forget();
    expect((await read("/page"))?.body).toEqual({ text: "second" });
    answered.resolve();
    expect((await begun)?.body).toEqual({ text: "first" });
    expect((await read("/page"))?.body).toEqual({ text: "second" });
  });

  it("C-16 a service that is down, slow, or answers HTML yields null and never throws", async () => {
    let reply: Reply = { status: 500, body: "{}" };
    const { reader, clock } = await service(() => reply);
    expect(await reader.page(1)).toBeNull();
    clock.advance(6_000);
    reply = { type: "text/html", body: "<h1>Maintenance</h1>" };
    expect(await reader.page(1)).toBeNull();
    clock.advance(6_000);
    reply = { body: "{not json" };
    expect(await reader.page(1)).toBeNull();
    clock.advance(6_000);
    reply = "never";
    expect(await reader.page(1)).toBeNull();
    reply = json({ code: "rest_no_route" });
    expect(await reader.posts("insight")).toBeNull();
  });

  it("C-16 once read, a page stays readable while the service is down", async () => {
    let reply = json({ id: 41, slug: "home", title: { rendered: "Home" } });
    const { reader, clock, asked } = await service(() => reply);
    expect((await reader.page(41))?.slug).toBe("home");
    reply = { status: 503, body: "" };
    clock.advance(3_600_000);
    expect((await reader.page(41))?.slug).toBe("home");
    await expect.poll(() => asked.length).toBe(2);
    expect((await reader.page(41))?.slug).toBe("home");
  });

  it("C-16 while the service is down, only the first visitor waits for it", async () => {
    const { reader, asked } = await service(() => ({ status: 500, body: "" }));
    for (let time = 0; time < 3; time += 1) expect(await reader.page(9)).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it("R22 after the clock was set back by an hour, a service that has recovered is asked at once", async () => {
    let reply: Reply = { status: 500, body: "" };
    const { reader, clock } = await service(() => reply);
    expect(await reader.page(9)).toBeNull();
    clock.advance(-3_600_000);
    reply = json({ id: 9, slug: "home", title: { rendered: "Home" } });
    expect((await reader.page(9))?.slug).toBe("home");
  });

  it("C-16 a fresh response is not fetched again, and one address is fetched once at a time", async () => {
    const { reader, asked } = await service(() => json({ id: 3 }));
    await Promise.all([reader.page(3), reader.page(3), reader.page(3)]);
    await reader.page(3);
    expect(asked).toHaveLength(1);
  });

  it("C-09 members-only items are left out of lists and lose their bodies, however the flag is written", async () => {
    const items = [
      post(1, { block_content: true, insight_content: "secret" }),
      post(2, { block_content: "1" }),
      post(3, []),
    ];
    const { reader } = await service((url) => json(url.includes("slug=") ? items.slice(0, 1) : items));
    expect((await reader.posts("insight"))?.posts.map(({ id }) => id)).toEqual([3]);
    // The service counts twelve; two of the items it sent are not for visitors.
    expect((await reader.posts("insight"))?.total).toBe(10);
    const one = await reader.post("insight", "p1");
    expect(JSON.stringify(one)).not.toContain("secret");
    expect(one?.content?.rendered).toBe("");
  });

  it("C-01 the embedded service's links and pictures work under every name of this site", async () => {
    const { url, clock } = await service(() =>
      json({ id: 41, acf: { link: `${home()}/contact`, picture: { url: `${home()}/a.svg` } } }),
    );
    const home = () => url;
    const page = await contentReader({ url, clock, embedded: true }).page(41);
    expect(page?.acf).toEqual({ link: "/contact", picture: { url: "/a.svg" } });
  });

  it("C-17 an unknown slug is told apart from a service that is down", async () => {
    const { reader } = await service((url) => (url.includes("slug=gone") ? { status: 500, body: "" } : json([])));
    expect(await reader.post("insight", "nothing")).toBeUndefined();
    expect(await reader.post("insight", "gone")).toBeNull();
  });

  it("C-09 members read everything, with its body", async () => {
    const items = [post(1, { block_content: true, insight_content: "for members" }), post(2, [])];
    const { url, clock } = await service((address) => json(address.includes("slug=") ? items.slice(0, 1) : items));
    const reader = contentReader({ url, clock, members: { key: null } });
    expect((await reader.posts("insight"))?.posts.map(({ id }) => id)).toEqual([1, 2]);
    expect(JSON.stringify(await reader.post("insight", "p1"))).toContain("for members");
  });

  it("C-06 what editors paste never runs: scripts, handlers, styles, frames, broken tags, odd links", async () => {
    const pasted = `<h1 onclick="x()" style="position:fixed">Title</h1><script>alert(1)</script><p>Kept <b>bold
      <iframe src="https://elsewhere.test"></iframe><a href="javascript:alert(1)">a</a><a href="../x">b</a>
      <a href="https://ok.test">c</a><a href="/contact">d</a><img src=x onerror=alert(1)><svg><script>1</script></svg><style>p{}</style>`;
    const { reader } = await service(() => json([post(1, { insight_content: pasted })]));
    const html = String(fieldsIn((await reader.post("insight", "p1"))?.acf).insight_content);
    expect(html).not.toMatch(/script|onclick|onerror|style|iframe|svg|javascript|<img|<h1|alert|\.\.\/x/);
    expect(html).toContain("<h2>Title</h2>");
    expect(html).toContain('<a href="https://ok.test" rel="noreferrer">c</a>');
    expect(html).toContain('<a href="/contact">d</a>');
    expect(html.match(/<b>/g)?.length).toBe(html.match(/<\/b>/g)?.length);
  });

  it("C-06 pictures may be ids, addresses, objects or false, and a featured picture replaces a missing one", async () => {
    const picture = { url: "https://cms.test/p.svg", alt: "P", width: 4, height: 3 };
    const media = [{ id: 7, source_url: picture.url, alt_text: "P", media_details: { width: 4, height: 3 } }];
    const items = [
      post(1, { main_insight_image: 7, slider_images: [7, 8] }),
      { ...post(2, { main_insight_image: false }), featured_media: 7 },
      post(3, { main_insight_image: "https://cms.test/q.svg" }),
      post(4, []),
    ];
    const { reader } = await service((address) => json(address.includes("/media?") ? media : items), {
      pictureHosts: ["cms.test"],
    });
    const acf = (await reader.posts("insight"))?.posts.map((each) => each.acf as Record<string, unknown>);
    expect(acf?.map((each) => each.main_insight_image)).toEqual([picture, picture, "https://cms.test/q.svg", null]);
    expect(acf?.[0]?.slider_images).toEqual([picture, null]);
  });

  it("C-05 lists longer than the service's page size are read in pages of a hundred", async () => {
    const all = Array.from({ length: 230 }, (_, at) => post(at + 1, []));
    const { reader, asked } = await service((address) => {
      const query = new URL(address, "http://x").searchParams;
      const from = Number(query.get("offset") ?? 0);
      return json(all.slice(from, from + Number(query.get("per_page"))));
    });
    expect((await reader.posts("insight", { perPage: 10 }))?.posts).toHaveLength(10);
    expect(asked).toHaveLength(1);
    expect((await reader.posts("insight", { perPage: 208 }))?.posts).toHaveLength(208);
  });

  it("C-16 ADR-019 a reader who can get a cached response does not wait, and the next reader gets a newer one", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const clock = movableClock();
    let answer = Promise.withResolvers<Response>();
    const { read, refreshOlderThan } = openResponseCache({ clock, fetchJson: () => answer.promise });
    answer.resolve(Response.json({ slug: "before" }));
    expect((await read("http://slow.test/1"))?.body).toEqual({ slug: "before" });
    answer = Promise.withResolvers();
    clock.advance(3_600_000);
    // The service does not answer, and no timer runs that would end the wait for it.
    expect((await read("http://slow.test/1"))?.body).toEqual({ slug: "before" });
    expect(vi.getTimerCount()).toBe(0);
    answer.resolve(Response.json({ slug: "after" }));
    await expect.poll(async () => (await read("http://slow.test/1"))?.body).toEqual({ slug: "after" });

    clock.advance(301_000);
    answer = Promise.withResolvers();
    answer.resolve(Response.json({ slug: "later" }));
    await refreshOlderThan(300_000);
    expect((await read("http://slow.test/1"))?.body).toEqual({ slug: "later" });
    vi.useRealTimers();
  });

  it("C-16 without a cached response readers wait for up to three seconds and then get null", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let answer = Promise.withResolvers<Response>();
    const { read } = openResponseCache({ clock: movableClock(), fetchJson: () => answer.promise });
    const asked = [read("http://slow.test/1"), read("http://slow.test/1")];
    await vi.advanceTimersByTimeAsync(2_900);
    answer.resolve(Response.json({ id: 41 }));
    expect((await Promise.all(asked)).map((each) => each?.body)).toEqual([{ id: 41 }, { id: 41 }]);
    answer = Promise.withResolvers();
    const late = [read("http://slow.test/2"), read("http://slow.test/3")];
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await Promise.all(late)).toEqual([null, null]);
    // After one reader has waited in vain, the next one still waits as long.
    const next = read("http://slow.test/2");
    await vi.advanceTimersByTimeAsync(2_900);
    answer.resolve(Response.json({ id: 42 }));
    expect((await next)?.body).toEqual({ id: 42 });
    vi.useRealTimers();
  });

  it("C-16 the last good response survives a restart, and a damaged file counts as none", async () => {
    const folder = await mkdtemp(join(tmpdir(), "plumbline-content-"));
    let reply: Reply = json({ id: 41, slug: "kept", title: { rendered: "" } });
    const { reader, url, clock } = await service(() => reply, { store: openCacheFolder(folder, wallClock) });
    expect((await reader.page(41))?.slug).toBe("kept");
    await expect.poll(async () => (await readdir(folder)).filter((name) => name.endsWith(".json")).length).toBe(1);
    reply = { status: 500, body: "" };
    const again = () => contentReader({ url, clock, store: openCacheFolder(folder, wallClock) });
    expect((await again().page(41))?.slug).toBe("kept");
    const [file = ""] = await readdir(folder);
    await writeFile(join(folder, file), '{"text": "cut sh');
    expect(await again().page(41)).toBeNull();
    await rm(folder, { recursive: true });
  });

  it("C-16 failures are counted by kind; a missing page is no failure", async () => {
    const failures: string[] = [];
    let reply: Reply = { status: 503, body: "" };
    const { reader, clock } = await service(() => reply, { onFailure: (_, failure) => failures.push(failure) });
    const then = async (next: Reply) => {
      reply = next;
      clock.advance(6_000);
      await reader.page(41);
    };
    await then({ status: 503, body: "" });
    await then({ type: "text/html", body: "<h1>Maintenance</h1>" });
    await then({ body: "{not json" });
    await then({ status: 404, body: '{"code":"rest_post_invalid_id"}' });
    server?.closeAllConnections();
    server?.close();
    await then({ body: "{}" });
    expect(failures).toEqual(["refused", "nonsense", "nonsense", "unreachable"]);
  });

  it("C-06 links from the service to itself become links to our pages", async () => {
    const paths = [
      "/insight/growing-pains/",
      "/masterclass/pricing?seats=2#book",
      "/contact-us/",
      "/",
      "/wp-content/uploads/plan.pdf",
      "/2026/11/",
    ];
    const written = () => ({
      insight_content: paths.map((path) => `<a href="${url}${path}">x</a>`).join(""),
      bottom_link: `${url}/about/`,
    });
    const { reader, url } = await service(() => json([post(1, written())]));
    const acf = fieldsIn((await reader.post("insight", "p1"))?.acf);
    expect([...String(acf.insight_content).matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      "/insights/growing-pains",
      "/events/pricing?seats=2#book",
      "/contact",
      "/",
      `${url}/wp-content/uploads/plan.pdf`,
      `${url}/2026/11/`,
    ]);
    expect(acf.bottom_link).toBe("/about");
  });

  it("C-06 a film's frame becomes a local picture with a link, other frames and pictures of unknown hosts are removed", async () => {
    const pasted = `<p>Before</p><figure class="wp-block-embed"><iframe width="5" src="https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed" allow="autoplay"></iframe></figure>
      <iframe src='//player.vimeo.com/video/76979871'></iframe><iframe src="https://evil.test/embed/x"></iframe>
      <img src="https://cdn.test/a.png"><img src="https://unknown.test/b.png">`;
    const { reader } = await service(
      () => json([post(1, { insight_content: pasted, main_insight_image: "https://unknown.test/c.png" })]),
      { pictureHosts: ["cdn.test"] },
    );
    const acf = fieldsIn((await reader.post("insight", "p1"))?.acf);
    const html = String(acf.insight_content);
    expect(html).toContain('<a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" rel="noreferrer">');
    expect(html).toContain('<a href="https://vimeo.com/76979871" rel="noreferrer">');
    expect(html).toContain('src="/film.svg"');
    expect(html).toContain("https://cdn.test/a.png");
    expect(html).not.toMatch(/iframe|evil|unknown/);
    expect(acf.main_insight_image).toBeNull();
  });
});
