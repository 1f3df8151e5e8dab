import { expect, test } from "vitest";
import { pageFrom, postFrom, termFrom } from "./shapes.ts";

// What the pages that show them make of odd fields is seen by server/failures/content-shapes.test.ts.

const post = {
  ...{ id: 7, slug: "pricing", date: "2026-11-05T09:00:00", date_gmt: "2026-11-05T09:00:00", featured_media: 12 },
  ...{ title: { rendered: "Pricing" }, excerpt: { rendered: "<p>How.</p>" }, content: { rendered: "<p>So.</p>" } },
  ...{ categories: [3], tags: [4, 5], acf: { block_content: "1" } },
};
/** PHP has false and empty lists where nothing is meant. */
const odd = [undefined, null, false, [], "", 0, 1.5, {}, [null], ["x"]];

test("C-16 a post is read as WordPress sends it", () => {
  expect(postFrom({ ...post, guid: { rendered: "x" } })).toEqual(post);
  for (const date of ["2026-11-05T09:00:00Z", "2026-11-05 09:00:00", "2026-11-05T09:00:00+00:00"])
    expect(postFrom({ ...post, date })?.date).toBe(post.date);
  expect(postFrom({ ...post, date: "2026-11-05" })?.date).toBe("2026-11-05T00:00:00");
});

test("C-16 fields of a post that are not what they should be count as empty", () => {
  for (const value of odd) {
    expect(postFrom({ ...post, title: value })?.title).toEqual({ rendered: "" });
    expect(postFrom({ ...post, excerpt: value })?.excerpt).toBeUndefined();
    expect(postFrom({ ...post, content: value })?.content).toBeUndefined();
    expect(postFrom({ ...post, date: value, date_gmt: value })).toMatchObject({ date: "", date_gmt: "" });
    expect(postFrom({ ...post, featured_media: value })?.featured_media).toBeUndefined();
    expect(postFrom({ ...post, categories: value })?.categories ?? []).toEqual([]);
    expect(postFrom({ ...post, tags: value })?.tags ?? []).toEqual([]);
    expect(postFrom({ ...post, acf: value })?.acf).toEqual({});
  }
  for (const date of ["2026-02-31T09:00:00", "2026-11-05T25:00:00", "yesterday", "5 November 2026"])
    expect(postFrom({ ...post, date })?.date).toBe("");
  expect(postFrom({ ...post, categories: [3, "4", -1, 2 ** 40, null] })?.categories).toEqual([3]);
});

test("C-16 what has no id or slug is no post, and what has no id, name or slug is no category", () => {
  const term = { id: 3, name: "Growth", slug: "growth", count: 2 };
  expect(termFrom(term)).toEqual(term);
  for (const value of [...odd, -1, 2 ** 31]) {
    for (const field of ["id", "slug"]) expect(postFrom({ ...post, [field]: value })).toBeNull();
    for (const field of ["id", "slug", "name"]) expect(termFrom({ ...term, [field]: value })).toBeNull();
    expect(pageFrom({ ...post, id: value })).toBeNull();
  }
  for (const item of [null, "x", 7, []])
    expect([postFrom(item), termFrom(item), pageFrom(item)]).toEqual([null, null, null]);
  expect(termFrom({ ...term, count: "many" })?.count).toBe(0);
});
