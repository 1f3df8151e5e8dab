import { listPosts, listTerms, readContentPage, readPost } from "@plumbline/contract/content/contract.ts";
import { isBlocked } from "@plumbline/contract/content/rules.ts";
import { expect, test } from "vitest";
import { makeMember } from "../../demo/people.ts";
import { aWorld } from "../../testing/plumbline.ts";

const world = aWorld();
const type = "insights" as const;

test("C-09 a visitor's list has no members-only items, and a member's has them all", async () => {
  const member = await makeMember(world.house, "customer");
  const everything = { params: { type }, query: { per_page: 100 } };
  const visitor = await world.call(listPosts, everything);
  const signedIn = await world.call(listPosts, everything, member.token);
  const blocked = signedIn.body.entries.filter(isBlocked);
  expect(blocked.length).toBeGreaterThan(0);
  expect(signedIn.body.total_count).toBe(visitor.body.total_count + blocked.length);
  const seen = new Set(visitor.body.entries.map(({ id }) => id));
  expect(blocked.filter(({ id }) => seen.has(id))).toEqual([]);
});

test("C-09 the body and the booking link of a members-only event are for members", async () => {
  const member = await makeMember(world.house, "advisor");
  const events = await world.call(listPosts, { params: { type: "events" }, query: { per_page: 100 } }, member.token);
  const slug = events.body.entries.find(isBlocked)?.slug as string;
  const where = { params: { type: "events" as const, slug } };
  const visitor = await world.call(readPost, where);
  const signedIn = await world.call(readPost, where, member.token);
  expect(JSON.stringify(visitor.body)).not.toContain("/contact?about=");
  expect(visitor.body.acf?.masterclass_content).toBeUndefined();
  expect(signedIn.body.acf?.masterclass_content).toContain("<p>");
  expect(JSON.stringify(signedIn.body.acf?.ticket_booking)).toContain("/contact?about=");
});

test("C-09 a bad session is refused rather than served as a visitor's", async () => {
  expect((await world.call(listPosts, { params: { type } }, "nonsense")).status).toBe(401);
});

test("C-16 C-17 terms, pages and items answer, and what is not there is a 404", async () => {
  const terms = await world.call(listTerms, {});
  expect(terms.body.categories.length).toBeGreaterThan(5);
  expect(terms.body.tags.length).toBeGreaterThan(10);
  const page = await world.call(readContentPage, { params: { id: 42 } });
  expect(page.body.acf?.body_sections).toHaveLength(3);
  expect((await world.call(readContentPage, { params: { id: 9999 } })).status).toBe(404);
  expect((await world.call(readPost, { params: { type, slug: "nothing" } })).status).toBe(404);
});

test("C-18 the content service takes nothing", async () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const { status } = await fetch(`${world.url}/wp-json/wp/v2/pages/41`, { method, body: "{}" });
    expect([method, status >= 400 && status < 500]).toEqual([method, true]);
  }
});
