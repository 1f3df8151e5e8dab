import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import * as engagements from "@plumbline/contract/engagements/contract.ts";
import { statuses, texts } from "@plumbline/contract/engagements/rules.ts";
import { expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeMember, type Person, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { startDueEngagements } from "./actions.ts";

const server = testServer();
const today = () => dayInLondon(server.context.clock.now());
const id = (params: number) => ({ params: { id: params } });
const withMessage = (params: number, message?: string) => ({ ...id(params), body: message ? { message } : {} });

async function parties(): Promise<{ advisor: Person; customer: Person }> {
  const [advisor, customer] = [
    await makeMember(server.context, "advisor"),
    await makeMember(server.context, "customer"),
  ];
  return { advisor: await setUp(server.context, advisor), customer: await setUp(server.context, customer) };
}

test("E-25 a member who is not a party gets 404 from every endpoint", async () => {
  const { advisor, customer } = await parties();
  const other = await parties();
  for (const status of statuses) {
    const engagement = await makeEngagement(server.context, { advisor, customer, status });
    const tries = [
      server.call(engagements.readProject, id(engagement), other.advisor.token),
      server.call(engagements.readProject, id(engagement), other.customer.token),
      server.call(engagements.updateProject, { ...id(engagement), body: { name: "Mine" } }, other.advisor.token),
      server.call(engagements.acceptProject, withMessage(engagement), other.customer.token),
      server.call(engagements.rejectProject, withMessage(engagement), other.customer.token),
      server.call(engagements.suggestEdit, withMessage(engagement), other.customer.token),
      server.call(engagements.startProject, withMessage(engagement), other.customer.token),
      server.call(engagements.completeProject, withMessage(engagement), other.advisor.token),
      server.call(engagements.askForReview, withMessage(engagement), other.advisor.token),
    ];
    expect((await Promise.all(tries)).map((answer) => answer.status)).toEqual(tries.map(() => 404));
    expect((await server.call(engagements.readProject, id(engagement))).status).toBe(401);
    expect((await server.call(engagements.readProject, id(engagement), customer.token)).body.status).toBe(status);
  }
  for (const { token } of [other.advisor, other.customer])
    expect((await server.call(engagements.listProjects, {}, token)).body).toEqual([]);
});

test("E-24 an action of the other role answers 404", async () => {
  const { advisor, customer } = await parties();
  const engagement = await makeEngagement(server.context, { advisor, customer });
  const tries = [
    server.call(engagements.acceptProject, withMessage(engagement), advisor.token),
    server.call(engagements.rejectProject, withMessage(engagement), advisor.token),
    server.call(engagements.suggestEdit, withMessage(engagement), advisor.token),
    server.call(engagements.updateProject, { ...id(engagement), body: { name: "Mine" } }, customer.token),
    server.call(engagements.askForReview, withMessage(engagement), customer.token),
  ];
  expect((await Promise.all(tries)).map((answer) => answer.status)).toEqual(tries.map(() => 404));
  expect((await server.call(engagements.readProject, id(engagement), customer.token)).body.history).toHaveLength(1);
});

test("E-24 E-13 an action that is not allowed now is refused with the allowed ones", async () => {
  const { advisor, customer } = await parties();
  const engagement = await makeEngagement(server.context, { advisor, customer });
  const early = await server.call(engagements.completeProject, withMessage(engagement), customer.token);
  expect([early.status, early.body]).toEqual([
    409,
    {
      errors: { base: ["This engagement is proposed now, so it cannot be ended."] },
      allowed_actions: ["accept", "reject", "suggest_edit"],
    },
  ]);
  const put = await server.call(
    engagements.updateProject,
    { ...id(engagement), body: { name: "Another name" } },
    advisor.token,
  );
  expect([put.status, put.body]).toMatchObject([409, { allowed_actions: [] }]);
  expect((await server.call(engagements.readProject, id(engagement), advisor.token)).body).toMatchObject({
    status: "proposed",
    name: "Finance function for series B",
  });
});

test("E-10 an accepted engagement starts on its start date in London", async () => {
  const { advisor, customer } = await parties();
  const later = await makeEngagement(server.context, { advisor, customer, startDate: addDays(today(), 3) });
  const accepted = await server.call(engagements.acceptProject, withMessage(later, "Gladly."), customer.token);
  expect([accepted.status, accepted.body]).toMatchObject([
    200,
    { id: later, status: "accepted", allowed_actions: ["start"] },
  ]);
  expect(accepted.body.history.at(-1)).toMatchObject({ action: "accept", message: "Gladly.", by: { id: customer.id } });
  await startDueEngagements(server.context);
  expect((await server.call(engagements.readProject, id(later), advisor.token)).body.status).toBe("accepted");

  server.clock.advanceDays(3);
  await startDueEngagements(server.context);
  const started = await server.call(engagements.readProject, id(later), advisor.token);
  expect(started.body.status).toBe("in_progress");
  expect(started.body.history.at(-1)).toMatchObject({ action: "start", by: null, status: "in_progress" });
});

test("E-10 accepting on or after the start date starts the work at once", async () => {
  const { advisor, customer } = await parties();
  for (const startDate of [today(), addDays(today(), -5)]) {
    const engagement = await makeEngagement(server.context, { advisor, customer, startDate });
    expect((await server.call(engagements.acceptProject, withMessage(engagement), customer.token)).body.status).toBe(
      "in_progress",
    );
  }
});

test("E-10 either party starts an accepted engagement early", async () => {
  const { advisor, customer } = await parties();
  for (const person of [advisor, customer]) {
    const engagement = await makeEngagement(server.context, { advisor, customer, status: "accepted" });
    const started = await server.call(engagements.startProject, withMessage(engagement), person.token);
    expect([started.status, started.body.status, started.body.allowed_actions]).toEqual([
      200,
      "in_progress",
      ["complete"],
    ]);
  }
});

test("E-12 characters that PostgreSQL cannot store are removed from a message", async () => {
  const { advisor, customer } = await parties();
  const engagement = await makeEngagement(server.context, { advisor, customer });
  const asked = await server.call(
    engagements.suggestEdit,
    withMessage(engagement, "Short\0er \ud800please"),
    customer.token,
  );
  expect([asked.status, asked.body.history.at(-1)?.message]).toEqual([200, "Shorter \ufffdplease"]);
});

test("E-11 a rejected proposal allows no further action to either party", async () => {
  const { advisor, customer } = await parties();
  const engagement = await makeEngagement(server.context, { advisor, customer });
  const rejected = await server.call(
    engagements.rejectProject,
    withMessage(engagement, "Not this year."),
    customer.token,
  );
  expect(rejected.body).toMatchObject({ status: "rejected", allowed_actions: [] });
  expect((await server.call(engagements.readProject, id(engagement), advisor.token)).body).toMatchObject({
    status: "rejected",
    allowed_actions: [],
  });
});

test("E-12 E-13 whoever has read an earlier version neither accepts, rejects, sends back nor replaces the proposal", async () => {
  const { advisor, customer } = await parties();
  const engagement = await makeEngagement(server.context, { advisor, customer, fee: 1000 });
  const at = (version: number, more: object = {}) => ({ ...id(engagement), body: { version, ...more } });
  const read = async () => (await server.call(engagements.readProject, id(engagement), advisor.token)).body;
  await server.call(engagements.suggestEdit, at(1), customer.token);
  await server.call(engagements.updateProject, at(1, { payment_cost: 5000 }), advisor.token);
  const before = await read();
  const refused = [409, { base: [texts.sentAgainSince] }];
  for (const endpoint of [engagements.acceptProject, engagements.rejectProject, engagements.suggestEdit]) {
    const stale = await server.call(endpoint, at(1), customer.token);
    expect([stale.status, stale.errors]).toEqual(refused);
  }
  expect(await read()).toEqual(before);
  await server.call(engagements.suggestEdit, at(2), customer.token);
  const overwriting = await server.call(engagements.updateProject, at(1, { payment_cost: 9000 }), advisor.token);
  expect([overwriting.status, overwriting.errors]).toEqual(refused);
  expect(await read()).toMatchObject({ status: "edit_suggested", version: 2, payment_cost: 5000 });
  await server.call(engagements.updateProject, at(2), advisor.token);
  expect((await server.call(engagements.acceptProject, at(3), customer.token)).status).toBe(200);
});

test("E-12 E-13 a customer suggests an edit, the advisor resubmits, and the history lists the changes", async () => {
  const { advisor, customer } = await parties();
  const engagement = await makeEngagement(server.context, {
    advisor,
    customer,
    fee: 1400,
    startDate: "2027-03-17",
    endDate: "2027-06-01",
    collaborators: ["Ada"],
  });
  const asked = await server.call(
    engagements.suggestEdit,
    withMessage(engagement, "A week later, and room on the fee?"),
    customer.token,
  );
  expect(asked.body).toMatchObject({ status: "edit_suggested", allowed_actions: [] });
  const bad = await server.call(
    engagements.updateProject,
    { ...id(engagement), body: { end_date: "2027-01-01" } },
    advisor.token,
  );
  expect([bad.status, bad.errors]).toEqual([422, { end_date: ["The end date must be the start date or later."] }]);
  const other = await makeMember(server.context, "customer");
  const moved = await server.call(
    engagements.updateProject,
    { ...id(engagement), body: { customer_id: other.id } },
    advisor.token,
  );
  expect(moved.errors).toHaveProperty("customer_id");

  const body = { payment_cost: 1250, start_date: "2027-03-24", collaborators: [], message: "Here you are." };
  const again = await server.call(engagements.updateProject, { ...id(engagement), body }, advisor.token);
  expect(again.body).toMatchObject({
    status: "proposed",
    version: 2,
    payment_cost: 1250,
    total_payment: 15_000,
    start_date: "2027-03-24",
    end_date: "2027-06-01",
  });
  const seen = await server.call(engagements.readProject, id(engagement), customer.token);
  expect(seen.body.allowed_actions).toEqual(["accept", "reject", "suggest_edit"]);
  expect(seen.body.history.at(-1)).toMatchObject({
    action: "update",
    message: "Here you are.",
    changes: [
      { field: "fee", from: "£1,400.00 per week", to: "£1,250.00 per week" },
      { field: "total", from: "£16,800.00", to: "£15,000.00" },
      { field: "start", from: "17 March 2027", to: "24 March 2027" },
      { field: "collaborators", from: "Ada", to: "none" },
    ],
  });
});

test("E-14 E-15 either party ends it; the advisor asks for a review at most once a day", async () => {
  const { advisor, customer } = await parties();
  const engagement = await makeEngagement(server.context, { advisor, customer, status: "in_progress" });
  const ended = await server.call(engagements.completeProject, withMessage(engagement), customer.token);
  expect(ended.body).toMatchObject({ status: "completed", allowed_actions: ["review"] });
  const asked = await server.call(engagements.askForReview, withMessage(engagement), advisor.token);
  expect([asked.status, asked.body.allowed_actions]).toEqual([200, []]);
  expect(asked.body.review_asked_at).not.toBeNull();
  const twice = await server.call(engagements.askForReview, withMessage(engagement), advisor.token);
  expect([twice.status, twice.errors]).toEqual([
    409,
    { base: ["You have asked for a review today. You can ask again tomorrow."] },
  ]);
  server.clock.advanceDays(1);
  expect((await server.call(engagements.askForReview, withMessage(engagement), advisor.token)).status).toBe(200);
});

test("E-16 E-26 the list has the member's own engagements, filtered by status, in either order, paged by id", async () => {
  const { advisor, customer } = await parties();
  const ids = [];
  for (const status of ["proposed", "rejected", "in_progress", "proposed"] as const)
    ids.push(await makeEngagement(server.context, { advisor, customer, status }));
  const list = async (query: Record<string, unknown>, { token } = advisor) =>
    (await server.call(engagements.listProjects, { query: query as never }, token)).body.map((each) => each.id);
  expect(await list({})).toEqual(ids.toReversed());
  expect(await list({ order: "asc" }, customer)).toEqual(ids);
  expect(await list({ order: "oldest" })).toEqual(ids);
  expect(await list({ order: "newest" })).toEqual(ids.toReversed());
  expect(await list({ status: "proposed" })).toEqual([ids[3], ids[0]]);
  expect(await list({ status: "", order: "" })).toEqual(ids.toReversed());
  expect(await list({ limit: 2, before: ids[3] })).toEqual([ids[2], ids[1]]);
  expect(await list({ order: "asc", limit: 2, after: ids[0] })).toEqual([ids[1], ids[2]]);
  const wrong = await server.call(engagements.listProjects, { query: { status: "nearly" as never } }, advisor.token);
  expect([wrong.status, wrong.errors]).toEqual([422, { status: ["is not a status"] }]);
  const [entry] = (await server.call(engagements.listProjects, { query: { status: "in_progress" } }, customer.token))
    .body;
  const { history, ...detail } = (await server.call(engagements.readProject, id(ids[2] as number), customer.token))
    .body;
  expect(entry).toEqual(detail);
  expect(history).toHaveLength(2);
});
