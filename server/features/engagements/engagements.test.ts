import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import * as engagements from "@plumbline/contract/engagements/contract.ts";
import { statuses } from "@plumbline/contract/engagements/rules.ts";
import { expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeMember, type Person, setUp } from "../../demo/people.ts";
import { aWorld } from "../../testing/plumbline.ts";
import { startWhatIsDue } from "./actions.ts";

const world = aWorld();
const day = 86_400_000;
const today = () => dayInLondon(world.house.clock.now());
const id = (params: number) => ({ params: { id: params } });
const word = (params: number, message?: string) => ({ ...id(params), body: message ? { message } : {} });

async function parties(): Promise<{ advisor: Person; customer: Person }> {
  const [advisor, customer] = [await makeMember(world.house, "advisor"), await makeMember(world.house, "customer")];
  return { advisor: await setUp(world.house, advisor), customer: await setUp(world.house, customer) };
}

test("E-25 a stranger finds nothing, whatever they try", async () => {
  const { advisor, customer } = await parties();
  const other = await parties();
  for (const status of statuses) {
    const engagement = await makeEngagement(world.house, { advisor, customer, status });
    const tries = [
      world.call(engagements.readProject, id(engagement), other.advisor.token),
      world.call(engagements.readProject, id(engagement), other.customer.token),
      world.call(engagements.updateProject, { ...id(engagement), body: { name: "Mine" } }, other.advisor.token),
      world.call(engagements.acceptProject, word(engagement), other.customer.token),
      world.call(engagements.rejectProject, word(engagement), other.customer.token),
      world.call(engagements.suggestEdit, word(engagement), other.customer.token),
      world.call(engagements.startProject, word(engagement), other.customer.token),
      world.call(engagements.completeProject, word(engagement), other.advisor.token),
      world.call(engagements.askForReview, word(engagement), other.advisor.token),
    ];
    expect((await Promise.all(tries)).map((answer) => answer.status)).toEqual(tries.map(() => 404));
    expect((await world.call(engagements.readProject, id(engagement))).status).toBe(401);
    expect((await world.call(engagements.readProject, id(engagement), customer.token)).body.status).toBe(status);
  }
  for (const { token } of [other.advisor, other.customer])
    expect((await world.call(engagements.listProjects, {}, token)).body).toEqual([]);
});

test("E-24 the wrong role finds no such call", async () => {
  const { advisor, customer } = await parties();
  const engagement = await makeEngagement(world.house, { advisor, customer });
  const tries = [
    world.call(engagements.acceptProject, word(engagement), advisor.token),
    world.call(engagements.rejectProject, word(engagement), advisor.token),
    world.call(engagements.suggestEdit, word(engagement), advisor.token),
    world.call(engagements.updateProject, { ...id(engagement), body: { name: "Mine" } }, customer.token),
    world.call(engagements.askForReview, word(engagement), customer.token),
  ];
  expect((await Promise.all(tries)).map((answer) => answer.status)).toEqual(tries.map(() => 404));
  expect((await world.call(engagements.readProject, id(engagement), customer.token)).body.history).toHaveLength(1);
});

test("E-24 E-13 a move that is not for now is refused with what is", async () => {
  const { advisor, customer } = await parties();
  const engagement = await makeEngagement(world.house, { advisor, customer });
  const early = await world.call(engagements.completeProject, word(engagement), customer.token);
  expect([early.status, early.body]).toEqual([
    409,
    {
      errors: { base: ["This engagement is proposed now, so it cannot be ended."] },
      allowed_actions: ["accept", "reject", "suggest_edit"],
    },
  ]);
  const put = await world.call(
    engagements.updateProject,
    { ...id(engagement), body: { name: "Another name" } },
    advisor.token,
  );
  expect([put.status, put.body]).toMatchObject([409, { allowed_actions: [] }]);
  expect((await world.call(engagements.readProject, id(engagement), advisor.token)).body).toMatchObject({
    status: "proposed",
    name: "Finance function for series B",
  });
});

test("E-10 accepting waits for the start date, and the clock starts it in London", async () => {
  const { advisor, customer } = await parties();
  const later = await makeEngagement(world.house, { advisor, customer, startDate: addDays(today(), 3) });
  const accepted = await world.call(engagements.acceptProject, word(later, "Gladly."), customer.token);
  expect([accepted.status, accepted.body]).toMatchObject([
    200,
    { id: later, status: "accepted", allowed_actions: ["start"] },
  ]);
  expect(accepted.body.history.at(-1)).toMatchObject({ action: "accept", message: "Gladly.", by: { id: customer.id } });
  await startWhatIsDue(world.house);
  expect((await world.call(engagements.readProject, id(later), advisor.token)).body.status).toBe("accepted");

  world.clock.advance(3 * day);
  await startWhatIsDue(world.house);
  const started = await world.call(engagements.readProject, id(later), advisor.token);
  expect(started.body.status).toBe("in_progress");
  expect(started.body.history.at(-1)).toMatchObject({ action: "start", by: null, status: "in_progress" });
});

test("E-10 accepting on or after the start date starts the work at once", async () => {
  const { advisor, customer } = await parties();
  for (const startDate of [today(), addDays(today(), -5)]) {
    const engagement = await makeEngagement(world.house, { advisor, customer, startDate });
    expect((await world.call(engagements.acceptProject, word(engagement), customer.token)).body.status).toBe(
      "in_progress",
    );
  }
});

test("E-10 either party starts an accepted engagement early", async () => {
  const { advisor, customer } = await parties();
  for (const person of [advisor, customer]) {
    const engagement = await makeEngagement(world.house, { advisor, customer, status: "accepted" });
    const started = await world.call(engagements.startProject, word(engagement), person.token);
    expect([started.status, started.body.status, started.body.allowed_actions]).toEqual([
      200,
      "in_progress",
      ["complete"],
    ]);
  }
});

test("E-12 a word with characters that no database holds is kept without them", async () => {
  const { advisor, customer } = await parties();
  const engagement = await makeEngagement(world.house, { advisor, customer });
  const asked = await world.call(engagements.suggestEdit, word(engagement, "Short\0er \ud800please"), customer.token);
  expect([asked.status, asked.body.history.at(-1)?.message]).toEqual([200, "Shorter \ufffdplease"]);
});

test("E-11 a rejected proposal is over for both", async () => {
  const { advisor, customer } = await parties();
  const engagement = await makeEngagement(world.house, { advisor, customer });
  const rejected = await world.call(engagements.rejectProject, word(engagement, "Not this year."), customer.token);
  expect(rejected.body).toMatchObject({ status: "rejected", allowed_actions: [] });
  expect((await world.call(engagements.readProject, id(engagement), advisor.token)).body).toMatchObject({
    status: "rejected",
    allowed_actions: [],
  });
});

test("E-12 E-13 a customer suggests an edit; the advisor changes it and sends it again, and the history says what changed", async () => {
  const { advisor, customer } = await parties();
  const engagement = await makeEngagement(world.house, {
    advisor,
    customer,
    fee: 1400,
    startDate: "2027-03-17",
    endDate: "2027-06-01",
    collaborators: ["Ada"],
  });
  const asked = await world.call(
    engagements.suggestEdit,
    word(engagement, "A week later, and room on the fee?"),
    customer.token,
  );
  expect(asked.body).toMatchObject({ status: "edit_suggested", allowed_actions: [] });
  const bad = await world.call(
    engagements.updateProject,
    { ...id(engagement), body: { end_date: "2027-01-01" } },
    advisor.token,
  );
  expect([bad.status, bad.errors]).toEqual([422, { end_date: ["The end date must be the start date or later."] }]);
  const other = await makeMember(world.house, "customer");
  const moved = await world.call(
    engagements.updateProject,
    { ...id(engagement), body: { customer_id: other.id } },
    advisor.token,
  );
  expect(moved.errors).toHaveProperty("customer_id");

  const body = { payment_cost: 1250, start_date: "2027-03-24", collaborators: [], message: "Here you are." };
  const again = await world.call(engagements.updateProject, { ...id(engagement), body }, advisor.token);
  expect(again.body).toMatchObject({
    status: "proposed",
    version: 2,
    payment_cost: 1250,
    total_payment: 15_000,
    start_date: "2027-03-24",
    end_date: "2027-06-01",
  });
  const seen = await world.call(engagements.readProject, id(engagement), customer.token);
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
  const engagement = await makeEngagement(world.house, { advisor, customer, status: "in_progress" });
  const ended = await world.call(engagements.completeProject, word(engagement), customer.token);
  expect(ended.body).toMatchObject({ status: "completed", allowed_actions: ["review"] });
  const asked = await world.call(engagements.askForReview, word(engagement), advisor.token);
  expect([asked.status, asked.body.allowed_actions]).toEqual([200, []]);
  expect(asked.body.review_asked_at).not.toBeNull();
  const twice = await world.call(engagements.askForReview, word(engagement), advisor.token);
  expect([twice.status, twice.errors]).toEqual([
    409,
    { base: ["You have asked for a review today. You can ask again tomorrow."] },
  ]);
  world.clock.advance(day);
  expect((await world.call(engagements.askForReview, word(engagement), advisor.token)).status).toBe(200);
});

test("E-16 E-26 the list: mine, by status, in either order, bounded and continued by id", async () => {
  const { advisor, customer } = await parties();
  const ids = [];
  for (const status of ["proposed", "rejected", "in_progress", "proposed"] as const)
    ids.push(await makeEngagement(world.house, { advisor, customer, status }));
  const list = async (query: Record<string, unknown>, { token } = advisor) =>
    (await world.call(engagements.listProjects, { query: query as never }, token)).body.map((each) => each.id);
  expect(await list({})).toEqual(ids.toReversed());
  expect(await list({ order: "asc" }, customer)).toEqual(ids);
  expect(await list({ order: "oldest" })).toEqual(ids);
  expect(await list({ order: "newest" })).toEqual(ids.toReversed());
  expect(await list({ status: "proposed" })).toEqual([ids[3], ids[0]]);
  expect(await list({ status: "", order: "" })).toEqual(ids.toReversed());
  expect(await list({ limit: 2, before: ids[3] })).toEqual([ids[2], ids[1]]);
  expect(await list({ order: "asc", limit: 2, after: ids[0] })).toEqual([ids[1], ids[2]]);
  const wrong = await world.call(engagements.listProjects, { query: { status: "nearly" as never } }, advisor.token);
  expect([wrong.status, wrong.errors]).toEqual([422, { status: ["is not a status"] }]);
  const [entry] = (await world.call(engagements.listProjects, { query: { status: "in_progress" } }, customer.token))
    .body;
  const { history, ...detail } = (await world.call(engagements.readProject, id(ids[2] as number), customer.token)).body;
  expect(entry).toEqual(detail);
  expect(history).toHaveLength(2);
});
