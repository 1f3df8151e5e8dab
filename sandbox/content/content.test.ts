import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contentRoutes } from "./routes.ts";

type Rendered = { rendered: string };

const apiKey = "a-key-for-this-test";
const app = Fastify();
beforeAll(async () => {
  await app.register(contentRoutes, { contentKey: apiKey, siteUrl: "https://content.test" });
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/wp-json/wp/v2/${path}`, headers });
const json = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).json();
const ids = async (path: string) => ((await json(path)) as { id: number }[]).map((item) => item.id);

const refused: [string, number, string, string?][] = [
  ["insights?per_page=0", 400, "rest_invalid_param", "rest_out_of_bounds"],
  ["insights?per_page=101", 400, "rest_invalid_param", "rest_out_of_bounds"],
  ["insights?per_page=ten", 400, "rest_invalid_param", "rest_invalid_type"],
  ["insights?page=0", 400, "rest_invalid_param", "rest_out_of_bounds"],
  ["insights?offset=-1", 400, "rest_invalid_param", "rest_out_of_bounds"],
  ["insights?categories=growth", 400, "rest_invalid_param", "rest_invalid_type"],
  ["insights?exclude[]=x", 400, "rest_invalid_param", "rest_invalid_type"],
  ["insights?orderby=price", 400, "rest_invalid_param", "rest_not_in_enum"],
  ["insights?order=up", 400, "rest_invalid_param", "rest_not_in_enum"],
  ["insights?status=draft", 400, "rest_invalid_param", "rest_forbidden_status"],
  ["categories?per_page=500", 400, "rest_invalid_param", "rest_out_of_bounds"],
  ["insights?page=99", 400, "rest_post_invalid_page_number"],
  ["insights?context=edit", 401, "rest_forbidden_context"],
  ["pages/41?context=edit", 401, "rest_forbidden_context"],
  ["insights/352", 401, "rest_forbidden"],
  ["pages/9999999", 404, "rest_post_invalid_id"],
  ["pages/301", 404, "rest_post_invalid_id"],
  ["posts/41", 404, "rest_post_invalid_id"],
  ["categories/77", 404, "rest_term_invalid"],
  ["tags/1", 404, "rest_term_invalid"],
  ["pages/home", 404, "rest_no_route"],
  ["recipes", 404, "rest_no_route"],
  ["constructor", 404, "rest_no_route"],
  ["constructor/1", 404, "rest_no_route"],
  ["__proto__/1", 404, "rest_no_route"],
  ["pages/41/revisions", 404, "rest_no_route"],
  ["", 404, "rest_no_route"],
];

test.each(refused)("C-17 %s answers %i %s", async (path, status, code, detail) => {
  const answer = await get(path);
  expect(answer.statusCode).toBe(status);
  expect(answer.headers["content-type"]).toBe("application/json; charset=UTF-8");
  const body = answer.json();
  expect(body).toMatchObject({ code, message: expect.any(String), data: { status } });
  if (detail) expect(Object.values(body.data.details)[0]).toMatchObject({ code: detail });
});

test("C-18 writing is refused on every kind of address, whatever is sent", async () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const)
    for (const path of [
      "pages",
      "pages/41",
      "insights",
      "insights/301",
      "events/501",
      "categories",
      "tags/11",
      "media/901",
      "nothing",
    ]) {
      const answer = await app.inject({
        method,
        url: `/wp-json/wp/v2/${path}`,
        headers: { "content-type": "application/json", "x-content-key": apiKey },
        payload: method === "PATCH" ? "{not json" : '{"title":"Mine"}',
      });
      expect([method, path, Math.floor(answer.statusCode / 100)]).toEqual([method, path, 4]);
      expect(answer.json()).toHaveProperty("code");
    }
  expect((await json("pages/41")).title.rendered).toBe("Home");
});

test("C-16 every page the product asks for answers with one finished object", async () => {
  for (const id of [3, 41, 42, 43, 160, 195, 215, 231, 243, 254, 256, 258]) {
    const answer = await get(`pages/${id}`);
    expect([id, answer.statusCode]).toEqual([id, 200]);
    const page = answer.json();
    expect(page).toMatchObject({ id, type: "page", status: "publish" });
    expect(page.content.rendered.length + JSON.stringify(page.acf).length).toBeGreaterThan(600);
    expect(answer.body).not.toMatch(/lorem|\{site\}|TODO/i);
  }
});

test("C-10 C-11 C-12 the process has eight steps, the team has people, the questions have groups", async () => {
  expect((await json("pages/195")).acf.process_steps).toHaveLength(8);
  expect((await json("pages/215")).acf.team_members[0]).toMatchObject({
    team_member_name: expect.any(String),
    team_member_image: { url: expect.stringMatching(/^https:\/\/content\.test\/wp-content\/uploads\//) },
    team_member_designation: expect.any(String),
  });
  for (const group of (await json("pages/243")).acf.faq_groups) {
    expect(group.faq_tab_name).toBeTruthy();
    expect(group.questions[0]).toEqual({
      question_title: expect.any(String),
      faq_answer: expect.stringMatching(/^<p>/),
    });
  }
});

test("C-17 a list is newest first, ten at a time, with its totals and its neighbours", async () => {
  const answer = await get("insights");
  const items = answer.json() as { date: string }[];
  const total = Number(answer.headers["x-wp-total"]);
  expect(items).toHaveLength(Math.min(10, total));
  expect(items.map((item) => item.date)).toEqual(
    items
      .map((item) => item.date)
      .sort()
      .reverse(),
  );
  const two = await get("insight/?per_page=2&page=2");
  expect([two.headers["x-wp-total"], two.headers["x-wp-totalpages"]]).toEqual([
    String(total),
    String(Math.ceil(total / 2)),
  ]);
  expect(two.headers.link).toMatch(/page=1>; rel="prev", <https:\/\/content\.test\/.*page=3>; rel="next"/);
  expect(await ids("insights?per_page=2&offset=1")).toEqual((await ids("insights?per_page=3")).slice(1));
  const past = await get("insights?offset=1000");
  expect([past.statusCode, past.json(), past.headers["x-wp-total"]]).toEqual([200, [], String(total)]);
  const none = await get("posts");
  expect([none.json(), none.headers["x-wp-total"], none.headers["x-wp-totalpages"]]).toEqual([[], "0", "0"]);
});

test("C-17 the featured item is the newest, under either name of its type", async () => {
  for (const [one, other] of [
    ["insight", "insights"],
    ["masterclass", "events"],
  ]) {
    const all = await ids(`${one}?per_page=100`);
    expect(await ids(`${other}?per_page=1`)).toEqual(all.slice(0, 1));
    expect(all.length).toBeGreaterThan(3);
  }
});

test("C-17 a slug finds a list of one, an unknown slug an empty one", async () => {
  expect(await ids("insight?slug=three-page-plan")).toEqual([304]);
  expect(await ids("insight?slug=three-page-plan,a-board-that-earns-its-lunch")).toHaveLength(2);
  const none = await get("insight?slug=no-such-thing");
  expect([none.statusCode, none.json(), none.headers["x-wp-total"]]).toEqual([200, [], "0"]);
});

test("C-17 categories are alternatives, and similar items leave out the one at hand", async () => {
  const all = (await json("insights?per_page=100")) as { id: number; categories: number[] }[];
  const wanted = all.filter((item) => item.categories.some((id) => id === 2 || id === 3)).map((item) => item.id);
  expect(await ids("insights/?categories=2,3&per_page=100")).toEqual(wanted);
  expect(await ids("insights?categories[]=2&categories[]=3&per_page=100")).toEqual(wanted);
  const similar = await ids("insights?categories=2&exclude=301&per_page=3");
  expect(similar).toHaveLength(3);
  expect(similar).not.toContain(301);
});

test("C-17 terms are listed by name with their counts, ten unless asked", async () => {
  const categories = await json("categories");
  expect(categories.map((term: { name: string }) => term.name)).toContain("Uncategorized");
  expect(categories.map((term: { name: string }) => term.name)).toContain("Strategy &amp; growth");
  expect(await json("categories/2")).toMatchObject({ id: 2, taxonomy: "category", parent: 0, acf: [] });
  expect(await json("tags")).toHaveLength(10);
  expect((await json("tags?per_page=100")).length).toBeGreaterThan(10);
  expect(await json("tags/14")).not.toHaveProperty("parent");
});

test("C-17 only the fields asked for are sent, and parts of fields", async () => {
  const [item] = await json("insights?per_page=1&_fields=id,title.rendered,acf.member_only");
  expect(item).toEqual({
    id: expect.any(Number),
    title: { rendered: expect.any(String) },
    acf: { member_only: expect.anything() },
  });
  const [embedded] = await json("insights?slug=three-page-plan&_embed");
  expect(embedded._embedded["wp:term"][0][0].name).toBe("Strategy &amp; growth");
  expect(embedded._embedded["wp:featuredmedia"][0].source_url).toMatch(/three-page-plan\.svg$/);
  expect(await json("pages/41?_embed")).not.toHaveProperty("_embedded");
});

test("C-17 a draft is in no list, neither by its slug nor by its words", async () => {
  for (const path of [
    "insights?per_page=100",
    "insights?slug=succession-without-drama",
    "insights?search=succession",
    "insights?include=352",
  ])
    expect(await ids(path)).not.toContain(352);
});

test("C-04 C-05 C-07 there is enough to browse: every category has insights, and past the first ten there are more", async () => {
  const items = (await json("insights?per_page=100")) as {
    acf: { insight_content?: string };
    content: Rendered;
    categories: number[];
  }[];
  expect(items.length).toBeGreaterThan(24);
  for (const category of [2, 3, 4, 5, 6])
    expect(items.filter((item) => item.categories.includes(category)).length).toBeGreaterThan(3);
  const events = (await json("events?per_page=100")) as { title: Rendered }[];
  expect(events.length).toBeGreaterThanOrEqual(12);
  expect(events.some((event) => event.title.rendered.length > 75)).toBe(true);
});

test("C-08 an event says when and where, in the editor's words", async () => {
  const [event] = await json("events?slug=pricing-with-a-straight-face");
  expect(event.acf.ticket_booking).toMatchObject({
    masterclass_date: "3rd December 2026",
    masterclass_time: "18:00 – 19:45",
    booking_button: { url: "https://content.test/contact?about=pricing-with-a-straight-face" },
    booking_button_text: "Reserve a place",
  });
  expect(event.acf.slider_images).toHaveLength(3);
  expect(event.date_gmt).toBe("2026-11-18T10:00:00");
  expect((await json("insight/314")).date_gmt).toBe("2026-06-16T08:00:00");
});

test("C-17 unknown parameters are ignored", async () => {
  expect(await ids("insights?colour=green&meta_key=block_content&meta_value=0")).toEqual(await ids("insights"));
});

test("C-09 bodies of members-only items leave only for who shows the content key", async () => {
  const blocked = ((await json("events?per_page=100")) as { id: number; acf: { block_content: boolean } }[]).filter(
    (item) => item.acf.block_content,
  );
  expect(blocked.length).toBeGreaterThan(0);
  for (const { id } of blocked) {
    const strangers: Record<string, string>[] = [{}, { "x-content-key": "wrong" }, { "x-content-key": `${apiKey}x` }];
    for (const headers of strangers) {
      const item = await json(`masterclass/${id}?_embed`, headers);
      expect(item.acf.masterclass_content).toBe("");
      expect(item.acf.ticket_booking.booking_button).toBeNull();
      expect(item.title.rendered).toBeTruthy();
    }
    const full = await json(`masterclass/${id}`, { "x-content-key": apiKey });
    expect(full.acf.masterclass_content.length).toBeGreaterThan(200);
    expect(full.acf.ticket_booking.booking_button).toBeTruthy();
  }
});

test("C-09 the filter leaves members-only items out, and the totals follow it", async () => {
  for (const filter of [
    "block_content=0",
    "filter[meta_key]=block_content&filter[meta_value]=0",
    "filter[meta_key]=block_content&filter[meta_compare]=!=&filter[meta_value]=1",
    "filter[meta_query][0][key]=block_content&filter[meta_query][0][value]=0",
  ]) {
    const answer = await get(`events?per_page=100&${filter}`);
    const items = answer.json() as { acf: { block_content: unknown } }[];
    expect(items.some((item) => item.acf.block_content === true)).toBe(false);
    expect(Number(answer.headers["x-wp-total"])).toBe(items.length);
    expect(items.length).toBeLessThan((await ids("events?per_page=100")).length);
  }
});

test("C-17 the shapes differ from item to item as they do on a real site", async () => {
  const items = (await json("insights?per_page=100")) as {
    title: { rendered: string };
    acf: Record<string, unknown>;
  }[];
  const images = items.map((item) => typeof item.acf.main_insight_image);
  expect(new Set(images)).toContain("number");
  expect(new Set(images)).toContain("object");
  expect(items.some((item) => String(item.acf.insight_content).includes("<script>"))).toBe(true);
  expect(items.some((item) => item.title.rendered.includes("&#038;"))).toBe(true);
  expect(JSON.stringify(items)).not.toContain("{site}");
});

test("C-17 a browser elsewhere may read the totals, and HEAD gives them alone", async () => {
  const head = await app.inject({
    method: "HEAD",
    url: "/wp-json/wp/v2/insights",
    headers: { origin: "https://p.test" },
  });
  expect([head.statusCode, head.body]).toEqual([200, ""]);
  expect(head.headers).toMatchObject({
    "x-wp-total": expect.any(String),
    "access-control-allow-origin": "https://p.test",
    "access-control-expose-headers": "X-WP-Total, X-WP-TotalPages, Link",
    allow: "GET",
  });
  const options = await app.inject({ method: "OPTIONS", url: "/wp-json/wp/v2/insights" });
  expect(options.statusCode).toBe(200);
});

test("every picture that is named exists, is drawn and stays the same", async () => {
  const everything = await Promise.all(["pages", "insights", "events"].map((type) => get(`${type}?per_page=100`)));
  const urls = new Set(everything.flatMap((answer) => answer.body.match(/\/wp-content\/uploads\/[^"\\]+/g) ?? []));
  expect(urls.size).toBeGreaterThan(30);
  for (const url of urls) {
    const picture = await app.inject(url);
    expect([url, picture.statusCode, picture.headers["content-type"]]).toEqual([url, 200, "image/svg+xml"]);
    expect(picture.body).toMatch(/^<svg xmlns=.*<\/svg>$/);
    expect(picture.body).not.toMatch(/NaN|undefined|<script/);
    expect((await app.inject(url)).body).toBe(picture.body);
  }
  expect((await app.inject("/wp-content/uploads/2026/09/none.svg")).statusCode).toBe(404);
  expect(await json("media/901")).toMatchObject({
    id: 901,
    media_type: "image",
    source_url: expect.stringMatching(/\.svg$/),
  });
});
