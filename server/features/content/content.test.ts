import { listPosts, listTerms, readContentPage, readPost } from "@plumbline/contract/content/contract.ts";
import { isBlocked } from "@plumbline/contract/content/rules.ts";
import { expect, test } from "vitest";
import { makeMember } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer();
const type = "insights" as const;

test("C-09 a visitor's list has no members-only items, and a member's list has all of them", async () => {
  const member = await makeMember(server.context, "customer");
  const everything = { params: { type }, query: { per_page: 100 } };
  const visitor = await server.call(listPosts, everything);
  const signedIn = await server.call(listPosts, everything, member.token);
  const blocked = signedIn.body.entries.filter(isBlocked);
  expect(blocked.length).toBeGreaterThan(0);
  expect(signedIn.body.total_count).toBe(visitor.body.total_count + blocked.length);
  const seen = new Set(visitor.body.entries.map(({ id }) => id));
  expect(blocked.filter(({ id }) => seen.has(id))).toEqual([]);
});

test("C-09 the body and the booking link of a members-only event are for members", async () => {
  const member = await makeMember(server.context, "advisor");
  const events = await server.call(listPosts, { params: { type: "events" }, query: { per_page: 100 } }, member.token);
  const slug = events.body.entries.find(isBlocked)?.slug as string;
  const where = { params: { type: "events" as const, slug } };
  const visitor = await server.call(readPost, where);
  const signedIn = await server.call(readPost, where, member.token);
  expect(JSON.stringify(visitor.body)).not.toContain("/contact?about=");
  expect(visitor.body.acf?.masterclass_content).toBeUndefined();
  expect(signedIn.body.acf?.masterclass_content).toContain("<p>");
  expect(JSON.stringify(signedIn.body.acf?.ticket_booking)).toContain("/contact?about=");
});

test("C-09 a bad session is refused rather than served as a visitor's", async () => {
  expect((await server.call(listPosts, { params: { type } }, "nonsense")).status).toBe(401);
});

test("C-16 C-17 terms, pages and items are answered, and an unknown one is a 404", async () => {
  const terms = await server.call(listTerms, {});
  expect(terms.body.categories.length).toBeGreaterThan(5);
  expect(terms.body.tags.length).toBeGreaterThan(10);
  const page = await server.call(readContentPage, { params: { id: 42 } });
  expect(page.body.acf?.body_sections).toHaveLength(3);
  expect((await server.call(readContentPage, { params: { id: 9999 } })).status).toBe(404);
  expect((await server.call(readPost, { params: { type, slug: "nothing" } })).status).toBe(404);
});

test("C-18 the content service accepts no writes", async () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const { status } = await fetch(`${server.url}/wp-json/wp/v2/pages/41`, { method, body: "{}" });
    expect([method, status >= 400 && status < 500]).toEqual([method, true]);
  }
});
