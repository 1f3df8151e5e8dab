import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import * as engagements from "@plumbline/contract/engagements/contract.ts";
import {
  type Action,
  allowedActions,
  type Facts,
  transitionFor,
  transitions,
} from "@plumbline/contract/engagements/rules.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { createReview } from "@plumbline/contract/reviews/contract.ts";
import { expect, test } from "vitest";
import { converse } from "../../demo/messages.ts";
import { choices, makeMember, type Person, setUp } from "../../demo/people.ts";
import { aWorld } from "../../testing/plumbline.ts";
import { type Dice, type Promised, playWalks } from "../../testing/walks.ts";
import { propose, startWhatIsDue } from "./actions.ts";

// Walks the table of transitions with random moves by both parties, a stranger and the clock, some at the same moment,
// and holds every answer against what the table says.
const world = aWorld({}, { quiet: true });

type Move = Exclude<Action, "create">;
const moves = [...new Set(transitions.map(({ action }) => action))].filter((action) => action !== "create") as Move[];
const calls: Record<Move, Declaration> = {
  accept: engagements.acceptProject,
  reject: engagements.rejectProject,
  suggest_edit: engagements.suggestEdit,
  update: engagements.updateProject,
  start: engagements.startProject,
  complete: engagements.completeProject,
  ask_for_review: engagements.askForReview,
  review: createReview,
};

type Model = Facts & { id: number; happened: number };
type Cast = { customer: Person; advisor: Person; stranger: Person };
const today = () => dayInLondon(world.house.clock.now());

async function attempt(action: Move, person: Person, { id, happened }: Model) {
  const body =
    action === "review"
      ? { review: { project_id: id, body: "Good work." } }
      : action === "update"
        ? { name: `Name ${happened}` }
        : {};
  const answer = await world.call(calls[action], { params: { id }, body } as never, person.token);
  return {
    status: answer.status,
    body: answer.body as unknown as { allowed_actions?: string[]; errors?: Record<string, string[]> },
  };
}

/** What the table promises for a move: the HTTP status, and how the model looks after it. */
function expected(model: Model, action: Move, role: Role): Promised<Model> {
  if (!transitions.some((row) => row.action === action && row.by.includes(role))) return { status: 404, after: model };
  const row = transitionFor(model, action, role, today());
  if (!row) return { status: 409, after: model };
  return {
    status: action === "review" ? 201 : 200,
    after: {
      ...model,
      status: row.to,
      reviewed: model.reviewed || action === "review",
      reviewAskedOn: action === "ask_for_review" ? today() : model.reviewAskedOn,
      happened: model.happened + 1,
    },
  };
}

async function mustBe(model: Model, { customer, advisor }: Cast) {
  for (const person of [customer, advisor]) {
    const { body } = await world.call(engagements.readProject, { params: { id: model.id } }, person.token);
    expect([body.status, body.allowed_actions, body.history.length, body.reviews.length]).toEqual([
      model.status,
      allowedActions(model, person.role as Role, today()),
      model.happened,
      model.reviewed ? 1 : 0,
    ]);
  }
}

/** Two who have met, what one proposes to the other, and somebody else. */
async function cast() {
  const customer = await setUp(world.house, await makeMember(world.house, "customer"));
  const advisor = await setUp(world.house, await makeMember(world.house, "advisor"));
  await converse(world.house, [[customer, advisor, "Hello"]]);
  const proposal = engagements.Proposal.parse({
    customer_id: customer.id,
    name: "Finance function",
    theme: (await choices(world.house.db))("expertise_areas"),
    description: "Monthly close in five days.",
    start_date: today(),
    end_date: addDays(today(), 84),
    payment_type: "weekly",
    payment_cost: 1250,
    payment_span: 12,
    attachment_ids: [],
    collaborators: [],
  });
  return { customer, advisor, stranger: await makeMember(world.house, "customer"), proposal };
}

/** Both parties at once, each with a move that the other's would rule out: one wins, the other hears why. */
async function race(model: Model, people: Cast, pick: Dice, note: (step: string) => void): Promise<Model> {
  const open = (["customer", "advisor"] as const).flatMap((role) =>
    allowedActions(model, role, today()).map((action) => ({ role, action: action as Move })),
  );
  if (open.length === 0) return model;
  const one = pick(open);
  // Among them the same button pressed in two browsers.
  const rivals = open.filter(
    ({ action, role }) =>
      expected(expected(model, one.action, one.role).after, action, role).status === 409 &&
      expected(expected(model, action, role).after, one.action, one.role).status === 409,
  );
  if (rivals.length === 0) return model;
  const both = [one, pick(rivals)] as const;
  note(`race of ${both.map(({ role, action }) => `${role} ${action}`).join(" and ")}`);
  const [passer, ...answers] = await Promise.all([
    attempt(pick(moves), people.stranger, model),
    ...both.map(({ role, action }) => attempt(action, people[role], model)),
  ]);
  expect(passer.status).toBe(404);
  expect(answers.map(({ status }) => (status < 300 ? "won" : status)).toSorted()).toEqual([409, "won"]);
  const won = answers.findIndex(({ status }) => status < 300);
  const winner = both[won] as (typeof both)[number];
  const loser = both[1 - won] as (typeof both)[number];
  const { after } = expected(model, winner.action, winner.role);
  const told = answers[1 - won]?.body;
  expect(told?.errors?.["base"]?.[0]).toMatch(/^(This engagement|You have asked)/);
  expect(told?.allowed_actions).toEqual(allowedActions(after, loser.role, today()));
  return after;
}

async function night(model: Model): Promise<Model> {
  world.clock.advance(86_400_000);
  await startWhatIsDue(world.house);
  const row = transitionFor(model, "start", "clock", today());
  return row ? { ...model, status: row.to, happened: model.happened + 1 } : model;
}

test("E-24 R-02 640 walks: every answer is the table's, whoever moves and however close together", async () => {
  let people = await cast();
  let castOn = today();
  await playWalks(640, async (pick, note) => {
    // Sessions last for two weeks of nights.
    if (today() > addDays(castOn, 7)) [people, castOn] = [await cast(), today()];
    const startDate = addDays(today(), pick([-3, 0, 2, 5]));
    const id = await propose(world.house, people.advisor.member, { ...people.proposal, start_date: startDate });
    let model: Model = { id, status: "proposed", startDate, reviewed: false, reviewAskedOn: null, happened: 1 };
    for (let step = pick([1, 2, 3, 5]); step > 0; step -= 1) {
      const turn = pick(["customer", "advisor", "customer", "advisor", "stranger", "race", "race", "night"] as const);
      if (turn === "race") model = await race(model, people, pick, note);
      else if (turn === "night") {
        note("night");
        model = await night(model);
      } else if (turn === "stranger") expect((await attempt(pick(moves), people.stranger, model)).status).toBe(404);
      else {
        // Mostly something that is allowed, so that walks get somewhere; sometimes anything at all.
        const allowed = allowedActions(model, turn, today()) as Move[];
        const action = pick([true, true, false]) && allowed.length > 0 ? pick(allowed) : pick(moves);
        note(`${turn} ${action}`);
        const { status, after } = expected(model, action, turn);
        const answer = await attempt(action, people[turn], model);
        expect(answer.status).toBe(status);
        if (status === 409) expect(answer.body.allowed_actions).toEqual(allowed);
        model = after;
      }
    }
    await mustBe(model, people);
  });
}, 240_000);
