import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import * as engagements from "@plumbline/contract/engagements/contract.ts";
import type { Action, Facts as RuleFacts, Status } from "@plumbline/contract/engagements/rules.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { createReview } from "@plumbline/contract/reviews/contract.ts";
import { expect, test } from "vitest";
import { converse } from "../../demo/messages.ts";
import { choices, makeMember, type Person, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { sized, timeoutFor } from "../../testing/size.ts";
import { type Expected, type Pick, playWalks } from "../../testing/walks.ts";
import { propose, startDueEngagements } from "./actions.ts";

// Random actions by both parties, by another member and by the scheduled job, some of them concurrent. Every response is
// compared with what the specification says.
const server = testServer({}, { skipNotifications: true });

type Move = Exclude<Action, "create">;
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

type Facts = Omit<RuleFacts, "standings">;

/** The specification's rules for each action, written by hand so that an error in the table of rules.ts is found here. */
const specified: Record<
  Move,
  { by: readonly Role[]; from: Status; to(model: Facts): Status; unless?(model: Facts): boolean }
> = {
  accept: {
    by: ["customer"],
    from: "proposed",
    to: ({ startDate }) => (startDate > today() ? "accepted" : "in_progress"),
  },
  reject: { by: ["customer"], from: "proposed", to: () => "rejected" },
  suggest_edit: { by: ["customer"], from: "proposed", to: () => "edit_suggested" },
  update: { by: ["advisor"], from: "edit_suggested", to: () => "proposed" },
  start: { by: ["customer", "advisor"], from: "accepted", to: () => "in_progress" },
  complete: { by: ["customer", "advisor"], from: "in_progress", to: () => "completed" },
  ask_for_review: {
    by: ["advisor"],
    from: "completed",
    to: () => "completed",
    unless: ({ reviewed, reviewAskedOn }) => reviewed || reviewAskedOn === today(),
  },
  review: { by: ["customer"], from: "completed", to: () => "completed", unless: ({ reviewed }) => reviewed },
};
const moves = Object.keys(specified) as Move[];
const isAllowed = (model: Facts, action: Move, role: Role) => {
  const { by, from, unless } = specified[action];
  return by.includes(role) && from === model.status && !unless?.(model);
};
const allowedMoves = (model: Facts, role: Role) => moves.filter((action) => isAllowed(model, action, role));

/** The parties of the walk are open throughout; what decisions about their conduct change is in sanctions.test.ts. */
type Model = Facts & { id: number; eventCount: number };
type Cast = { customer: Person; advisor: Person; stranger: Person };
const today = () => dayInLondon(server.context.clock.now());

async function attempt(action: Move, person: Person, { id, eventCount }: Model) {
  const body =
    action === "review"
      ? { review: { project_id: id, body: "Good work." } }
      : action === "update"
        ? { name: `Name ${eventCount}` }
        : {};
  const answer = await server.call(calls[action], { params: { id }, body } as never, person.token);
  return {
    status: answer.status,
    body: answer.body as unknown as { allowed_actions?: string[]; errors?: Record<string, string[]> },
  };
}

/** The specified response to an action: the HTTP status, and the model after it. */
function expected(model: Model, action: Move, role: Role): Expected<Model> {
  if (!specified[action].by.includes(role)) return { status: 404, after: model };
  if (!isAllowed(model, action, role)) return { status: 409, after: model };
  return {
    status: action === "review" ? 201 : 200,
    after: {
      ...model,
      status: specified[action].to(model),
      reviewed: model.reviewed || action === "review",
      reviewAskedOn: action === "ask_for_review" ? today() : model.reviewAskedOn,
      eventCount: model.eventCount + 1,
    },
  };
}

async function expectState(model: Model, { customer, advisor }: Cast) {
  for (const person of [customer, advisor]) {
    const { body } = await server.call(engagements.readProject, { params: { id: model.id } }, person.token);
    expect([body.status, body.allowed_actions, body.history.length, body.reviews.length]).toEqual([
      model.status,
      allowedMoves(model, person.role as Role),
      model.eventCount,
      model.reviewed ? 1 : 0,
    ]);
  }
}

/** A customer and an advisor with a conversation, a proposal between them, and a third member. */
async function makeCast() {
  const customer = await setUp(server.context, await makeMember(server.context, "customer"));
  const advisor = await setUp(server.context, await makeMember(server.context, "advisor"));
  await converse(server.context, [[customer, advisor, "Hello"]]);
  const proposal = engagements.Proposal.parse({
    customer_id: customer.id,
    name: "Finance function",
    theme: (await choices(server.context.db))("expertise_areas"),
    description: "Monthly close in five days.",
    start_date: today(),
    end_date: addDays(today(), 84),
    payment_type: "weekly",
    payment_cost: 1250,
    payment_span: 12,
    attachment_ids: [],
    collaborators: [],
  });
  return { customer, advisor, stranger: await makeMember(server.context, "customer"), proposal };
}

/** Two concurrent actions that exclude each other: one succeeds, the other gets a 409 with the reason. */
async function race(model: Model, people: Cast, pick: Pick, note: (step: string) => void): Promise<Model> {
  const open = (["customer", "advisor"] as const).flatMap((role) =>
    allowedMoves(model, role).map((action) => ({ role, action })),
  );
  if (open.length === 0) return model;
  const one = pick(open);
  // This includes the same button clicked in two browsers.
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
  expect(told?.allowed_actions).toEqual(allowedMoves(after, loser.role));
  return after;
}

async function advanceOneDay(model: Model): Promise<Model> {
  server.clock.advanceDays(1);
  await startDueEngagements(server.context);
  const starts = model.status === "accepted" && model.startDate <= today();
  return starts ? { ...model, status: "in_progress", eventCount: model.eventCount + 1 } : model;
}

test(
  "R5 E-24 R-02 random walks: every response is as specified, by every role and also for concurrent actions",
  async () => {
    let people = await makeCast();
    let castOn = today();
    await playWalks(sized(5000, 80), async (pick, note) => {
      // Sessions expire after two weeks, and the walks advance the clock by days.
      if (today() > addDays(castOn, 7)) [people, castOn] = [await makeCast(), today()];
      const startDate = addDays(today(), pick([-3, 0, 2, 5]));
      const id = await propose(server.context, people.advisor.member, { ...people.proposal, start_date: startDate });
      let model: Model = { id, status: "proposed", startDate, reviewed: false, reviewAskedOn: null, eventCount: 1 };
      for (let step = pick([1, 2, 3, 5, sized(60, 5)]); step > 0; step -= 1) {
        const turn = pick(["customer", "advisor", "customer", "advisor", "stranger", "race", "race", "night"] as const);
        if (turn === "race") model = await race(model, people, pick, note);
        else if (turn === "night") {
          note("night");
          model = await advanceOneDay(model);
        } else if (turn === "stranger") expect((await attempt(pick(moves), people.stranger, model)).status).toBe(404);
        else {
          // Mostly allowed actions, so that walks make progress; sometimes any action.
          const allowed = allowedMoves(model, turn);
          const action = pick([true, true, false]) && allowed.length > 0 ? pick(allowed) : pick(moves);
          note(`${turn} ${action}`);
          const { status, after } = expected(model, action, turn);
          const answer = await attempt(action, people[turn], model);
          expect(answer.status).toBe(status);
          if (status === 409) expect(answer.body.allowed_actions).toEqual(allowed);
          model = after;
        }
      }
      await expectState(model, people);
    });
  },
  timeoutFor(240_000),
);
