import { readProject } from "@plumbline/contract/engagements/contract.ts";
import * as reviews from "@plumbline/contract/reviews/contract.ts";
import { averageOf, isRatingChosen } from "@plumbline/contract/reviews/rules.ts";
import { expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeMember, type Person, setUp } from "../../demo/people.ts";
import { makeReview } from "../../demo/reviews.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer();

async function people(): Promise<{ advisor: Person; customer: Person }> {
  const advisor = await setUp(server.context, await makeMember(server.context, "advisor"));
  return { advisor, customer: await setUp(server.context, await makeMember(server.context, "customer")) };
}
const leave = (person: Person, review: Record<string, unknown>) =>
  server.call(reviews.createReview, { body: { review } as never }, person.token);

test("R-01 R-02 a review without text, with six stars or of an unknown engagement is refused", async () => {
  const { advisor, customer } = await people();
  const project_id = await makeEngagement(server.context, { advisor, customer, status: "completed" });
  expect((await leave(customer, { project_id, rating: 5, body: "  " })).errors).toEqual({
    body: ["Please write your review"],
  });
  expect((await leave(customer, { project_id, rating: 6, body: "Good." })).errors).toEqual({
    rating: ["must be 1 to 5"],
  });
  expect((await leave(customer, { project_id, rating: 0, body: "Good." })).errors).toEqual({
    rating: ["must be 1 to 5"],
  });
  expect((await leave(customer, { rating: 5, body: "Good." })).errors).toHaveProperty("project_id");
  expect((await leave(customer, { project_id: 999_999, body: "Good." })).status).toBe(404);
});

test("R-02 only the engagement's customer can review it, only when it is completed, and only once", async () => {
  const { advisor, customer } = await people();
  const project_id = await makeEngagement(server.context, { advisor, customer, status: "in_progress" });
  const review = { project_id, rating: 5, body: "Good." };
  const early = await leave(customer, review);
  expect([early.status, early.body]).toMatchObject([409, { allowed_actions: ["complete"] }]);
  const done = {
    ...review,
    project_id: await makeEngagement(server.context, { advisor, customer, status: "completed" }),
  };
  expect((await leave(advisor, done)).status).toBe(404);
  expect((await leave((await people()).customer, done)).status).toBe(404);
  const both = await Promise.all([leave(customer, done), leave(customer, done)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const again = await leave(customer, done);
  expect([again.status, again.errors]).toEqual([409, { base: ["This engagement has its review already."] }]);
  const seen = await server.call(readProject, { params: { id: done.project_id } }, customer.token);
  expect([seen.body.reviews.length, seen.body.allowed_actions]).toEqual([1, []]);
});

test("R-02 R-05 the review is recorded with a rating of five unless the customer chose one", async () => {
  const { advisor, customer } = await people();
  const one = await makeEngagement(server.context, { advisor, customer, status: "completed", name: "Board pack" });
  const two = await makeEngagement(server.context, { advisor, customer, status: "completed" });
  const untouched = await leave(customer, { project_id: one, rating: 5, body: "Good." });
  expect(untouched.body).toMatchObject({
    rating: 5,
    rating_chosen: false,
    verified: false,
    project: { id: one, name: "Board pack" },
  });
  const bare = await server.call(
    reviews.createReview,
    { body: { project_id: two, rating: 4, body: "Good." } as never },
    customer.token,
  );
  expect(bare.body).toMatchObject({ rating: 4, rating_chosen: true });
  const list = await server.call(reviews.listReviews, {}, advisor.token);
  expect(list.body).toMatchObject({
    average: 4,
    rating_count: 1,
    pagination: { limit: 9, current: 1, total_count: 2 },
  });
  expect(list.body.entries[1]).toMatchObject({
    project: { name: "Board pack" },
    body: "Good.",
    customer: { name: "Priya Raman", photo: null, job_title: expect.any(String), company_name: "Tallow & Finch" },
    allowed_actions: ["answer"],
  });
  const given = await server.call(reviews.listReviews, {}, customer.token);
  expect(given.body.entries.map((entry) => [entry.project_id, entry.allowed_actions])).toEqual([
    [two, []],
    [one, []],
  ]);
  expect((await server.call(reviews.listReviews, {}, (await people()).advisor.token)).body.entries).toEqual([]);
  expect(
    (await server.mailsTo(advisor.email)).filter(({ subject }) => subject === "Priya Raman left you a review"),
  ).toHaveLength(2);
});

test("R-04 reviews are listed nine a page, newest first", async () => {
  const { advisor, customer } = await people();
  for (let count = 0; count < 10; count += 1) {
    const engagementId = await makeEngagement(server.context, {
      advisor,
      customer,
      status: "completed",
      name: `Work ${count}`,
    });
    await makeReview(server.context, { engagementId, customer, rating: 3 });
  }
  const page = async (number: number) =>
    (await server.call(reviews.listReviews, { query: { page: number } }, advisor.token)).body;
  const first = await page(1);
  expect([first.entries.length, first.entries[0]?.project.name, first.pagination.total_count]).toEqual([
    9,
    "Work 9",
    10,
  ]);
  expect((await page(2)).entries.map((entry) => entry.project.name)).toEqual(["Work 0"]);
});

test("R-05 the reviewed advisor can answer once, and nobody else can", async () => {
  const { advisor, customer } = await people();
  const engagementId = await makeEngagement(server.context, { advisor, customer, status: "completed" });
  const id = await makeReview(server.context, { engagementId, customer });
  const answer = (person: Person, text = "Thank you.") =>
    server.call(reviews.answerReview, { params: { id }, body: { answer: text } }, person.token);
  expect((await answer(customer)).status).toBe(404);
  expect((await answer((await people()).advisor)).status).toBe(404);
  expect((await answer(advisor, " ")).errors).toEqual({ answer: ["Please write your answer"] });
  const given = await answer(advisor);
  expect([given.status, given.body]).toMatchObject([200, { answer: "Thank you.", allowed_actions: [] }]);
  expect((await answer(advisor, "And another thing.")).status).toBe(409);
  const seen = await server.call(readProject, { params: { id: engagementId } }, customer.token);
  expect(seen.body.reviews[0]?.answer).toBe("Thank you.");
  expect(seen.body.history.at(-1)).toMatchObject({ action: "answer", by: { id: advisor.id } });
});

test("R-05 an advisor's reviews are public: verified once an invoice was paid, with averages of chosen ratings only", async () => {
  const { advisor, customer } = await people();
  const ids = [];
  for (const rating of [2, 5, undefined]) {
    const engagementId = await makeEngagement(server.context, { advisor, customer, status: "completed" });
    ids.push(engagementId);
    await makeReview(server.context, { engagementId, customer, ...(rating ? { rating } : {}) });
  }
  await server.context.db.execute(
    `insert into invoices (engagement_id, advisor_id, customer_id, status, total_pence, paid_at) values (${ids[0]}, ${advisor.id}, ${customer.id}, 'completed', 100, now())`,
  );
  const open = await server.call(reviews.listAdvisorReviews, { params: { id: advisor.id } });
  expect([open.status, open.body.average, open.body.rating_count, open.body.pagination.total_count]).toEqual([
    200, 3.5, 2, 3,
  ]);
  expect(open.body.entries.map(({ verified }) => verified)).toEqual([false, false, true]);
  const member = await server.call(reviews.listAdvisorReviews, { params: { id: advisor.id } }, advisor.token);
  expect(member.body.entries.map(({ project_id, verified }) => [project_id, verified])).toEqual([
    [ids[2], false],
    [ids[1], false],
    [ids[0], true],
  ]);
  expect(open.body.entries[0]).not.toHaveProperty("allowed_actions");
  expect((await server.call(reviews.listAdvisorReviews, { params: { id: customer.id } })).status).toBe(404);
  expect((await server.call(reviews.listAdvisorReviews, { params: { id: 999_999 } })).status).toBe(404);
});

test("decision 45 a visitor sees the stars, the text, the month and the kind of customer, and nothing else", async () => {
  const { advisor } = await people();
  const customer = await setUp(
    server.context,
    await makeMember(server.context, "customer", { name: "Canary Name", companyName: "Canary Company" }),
  );
  const engagementId = await makeEngagement(server.context, {
    advisor,
    customer,
    status: "completed",
    name: "Canary Title",
  });
  const id = await makeReview(server.context, { engagementId, customer, rating: 4, body: "Worth every penny." });
  await server.call(reviews.answerReview, { params: { id }, body: { answer: "Thank you, Canary." } }, advisor.token);
  const { body } = await server.call(reviews.listAdvisorReviews, { params: { id: advisor.id } });
  const { month, customer_kind, ...entry } = body.entries[0] as (typeof body.entries)[number];
  const shown = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null));
  expect(shown).toEqual({ id, rating: 4, rating_chosen: true, verified: false, body: "Worth every penny." });
  expect(month).toMatch(/^\d{4}-\d{2}$/);
  expect(customer_kind).toMatch(/^a business in .+, .+ people$/);
  expect(JSON.stringify(body)).not.toMatch(/Canary/);
  const whole = await server.call(reviews.listAdvisorReviews, { params: { id: advisor.id } }, advisor.token);
  expect(whole.body.entries[0]).toMatchObject({
    customer: { name: "Canary Name", company_name: "Canary Company" },
    project: { name: "Canary Title" },
    answer: "Thank you, Canary.",
  });
});

test("R-02 a rating counts only when it was chosen", () => {
  expect([
    isRatingChosen(5, undefined),
    isRatingChosen(4, undefined),
    isRatingChosen(5, true),
    isRatingChosen(4, false),
  ]).toEqual([false, true, true, false]);
  expect([averageOf([]), averageOf([5, 4, 4]), averageOf([1, 2])]).toEqual([null, 4.3, 1.5]);
});
