import { dayMs } from "@plumbline/contract/dates.ts";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import * as contract from "@plumbline/contract/membership/contract.ts";
import { expect, test, vi } from "vitest";
import { answerBank, cardToken } from "../../demo/membership.ts";
import { makeMember, makeStaff, type Person, personOf } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { sized, timeoutFor } from "../../testing/size.ts";
import { type Expected, outcomesInEitherOrder, type Pick, playWalks } from "../../testing/walks.ts";
import { endLateMemberships } from "./overdue.ts";
import { findMembership } from "./store.ts";

// Random commands by a customer with all kinds of cards, their bank, the clock and other members, some of them concurrent.
// Every response is compared with a small model; expected costs come from the provider's previews.
const server = testServer({}, { skipNotifications: true });
const cards = { good: "4242424242424242", declined: "4000000000000341", asking: "4000002760003184" } as const;
type Card = keyof typeof cards;
const plans = { monthly: "price_plumbline_monthly", annual: "price_plumbline_annual" } as const;
type Plan = keyof typeof plans;
/** `due` is what the next renewal will charge, in pounds, as our pages show it. */
type Model = { plan: Plan | null; late: boolean; ending: boolean; card: Card | null; due: number };

const actions = ["subscribe", "change", "cancel", "resume", "pay"] as const;
type Action = (typeof actions)[number];
/** `costs` is what a change charges now, in pounds, by its preview. */
type Command = { action: Action; plan: Plan; card: Card; costs: number };
/** The HTTP status, and where there is one the word of decision 16. */
type Said = string;

const calls: Record<Action, Declaration> = {
  subscribe: contract.subscribe,
  change: contract.changePlan,
  cancel: contract.cancelPlan,
  resume: contract.resumePlan,
  pay: contract.payOverdue,
};

const none = { plan: null, late: false, ending: false, due: 0 } as const;

function allowed({ plan, late, ending }: Model): string[] {
  if (!plan) return ["subscribe"];
  if (late) return ["pay", "cancel"];
  return ending ? ["resume", "change"] : ["change", "cancel"];
}

/** What is promised before any bank has asked for the holder. */
function promise(model: Model, { action, plan, card, costs }: Command): Expected<Model, Said> {
  const same = action === "change" && plan === model.plan;
  if (!allowed(model).includes(action) || same) return { status: "409", after: model };
  const charge = (with_: Card, paid: Model, refused: Model): Expected<Model, Said> => {
    if (with_ === "good") return { status: "200 success", after: paid };
    return { status: with_ === "declined" ? "200 error" : "200 requires_action", after: refused };
  };
  switch (action) {
    case "subscribe":
      return charge(card, { ...none, plan, card }, { ...none, card });
    case "change": {
      const changed = { ...model, plan, ending: false };
      if (costs === 0) return { status: "200 success", after: changed };
      // A bank that asks parks the change itself, and only that: a planned cancellation has to be taken back first.
      if (model.card === "asking" && model.ending) return { status: "200 error", after: model };
      return charge(model.card as Card, changed, model);
    }
    case "cancel":
      return { status: "200 success", after: model.late ? { ...none, card: model.card } : { ...model, ending: true } };
    case "resume":
      return { status: "200 success", after: { ...model, ending: false } };
    case "pay":
      return charge(model.card as Card, { ...model, late: false }, model);
  }
}

/** The model after the cardholder's authentication. */
const confirmed = (model: Model, { action, plan }: Command): Model =>
  action === "pay" ? { ...model, late: false } : { ...model, plan, ending: false };

async function attempt({ action, plan, card }: Command, { token }: Person) {
  const body =
    action === "subscribe"
      ? { token: await cardToken(server.context, cards[card]), plan_id: plans[plan] }
      : action === "change"
        ? { plan_id: plans[plan] }
        : undefined;
  const answer = await server.call(calls[action], { ...(body && { body }) } as never, token);
  const told = answer.body as unknown as { body?: { status: string; client_secret?: string }; allowed_actions?: [] };
  if (answer.status === 409) expect(answer.errors["base"]?.[0]).toMatch(/^[A-Z].{20,}\.$/);
  return {
    said: answer.status === 200 ? `200 ${told.body?.status}` : String(answer.status),
    secret: told.body?.client_secret,
    allowed: told.allowed_actions,
  };
}

/** The membership is shown in the state in which the model is; gives what the next renewal will charge. */
async function mustBe(model: Model, person: Person): Promise<Model> {
  // Webhooks come when they come; what was asked for is what is read.
  const asked = await server.call(contract.refreshMembership, {}, person.token);
  const { body } = await server.call(contract.readMembership, {}, person.token);
  expect(body).toEqual({ ...asked.body, as_of: body.as_of });
  expect([body.stripe_setup, body.current_package?.price_id, body.allowed_actions]).toEqual([
    model.plan !== null,
    model.plan ? plans[model.plan] : undefined,
    allowed(model),
  ]);
  // Free months and credit make the next payment a later one than the next renewal (decision 55).
  const next = body.next_payment;
  return { ...model, due: next && next.date === body.current_package?.current_period_end ? next.amount : 0 };
}

async function priceOf(model: Model, plan: Plan, { token }: Person): Promise<number> {
  if (!allowed(model).includes("change") || plan === model.plan) return 0;
  return (await server.call(contract.previewChange, { body: { plan_id: plans[plan] } }, token)).body.amount_now;
}

async function play(model: Model, command: Command, person: Person, pick: Pick, note: (step: string) => void) {
  const { status, after } = promise(model, command);
  const answer = await attempt(command, person);
  expect(answer.said).toBe(status);
  if (status === "409" && allowed(model).includes(command.action) === false)
    expect(answer.allowed).toEqual(allowed(model));
  if (!answer.secret) return after;
  const outcome = pick(["complete", "fail"] as const);
  note(`bank: ${outcome}`);
  await answerBank(server.context, answer.secret, outcome);
  return outcome === "complete" ? confirmed(after, command) : after;
}

/** Two concurrent commands, or the same one twice: one is executed, the other is refused with a reason. */
async function race(model: Model, person: Person, command: (action: Action) => Promise<Command>, pick: Pick) {
  const open = actions.filter((action) => allowed(model).includes(action));
  const both = [await command(pick(open)), await command(pick(open))] as const;
  const answers = await Promise.all(both.map((each) => attempt(each, person)));
  const seen = String(answers.map(({ said }) => said));
  const [one, other] = [promise(model, both[0]), promise(model, both[1])];
  const possible = [
    ...outcomesInEitherOrder(model, both, promise),
    { statuses: [one.status, "409"], after: one.after },
    { statuses: ["409", other.status], after: other.after },
  ];
  const fits = possible.filter(({ statuses }) => String(statuses) === seen);
  expect(fits.length, `${seen} is none of ${possible.map(({ statuses }) => statuses).join(" / ")}`).toBeGreaterThan(0);
  const { body } = await server.call(contract.readMembership, {}, person.token);
  const actual = fits.find(({ after }) => String(allowed(after)) === String(body.allowed_actions));
  return (actual ?? fits[0])?.after as Model;
}

/** Time passes for us and for the provider alike; sessions end meanwhile, so one signs in again. */
async function pass(milliseconds: number, person: Person): Promise<Person> {
  server.clock.advance(milliseconds);
  server.sandbox.stripe?.advance(0);
  await endLateMemberships(server.context);
  return personOf(server.context, person.email);
}

async function renewal(model: Model, person: Person): Promise<[Model, Person]> {
  // Nothing is due without a membership; a late payment has seven days.
  if (!model.plan || model.late) return [{ ...none, card: model.card }, await pass(8 * dayMs, person)];
  const end = (await findMembership(server.context.db, person.id))?.currentPeriodEnd as Date;
  const later = await pass(end.getTime() - server.clock.now().getTime() + dayMs / 12, person);
  if (model.ending) return [{ ...none, card: model.card }, later];
  return [{ ...model, late: model.due > 0 && model.card !== "good" }, later];
}

async function newCard(model: Model, card: Card, { token }: Person): Promise<Model> {
  const body = { token: await cardToken(server.context, cards[card]) };
  expect((await server.call(contract.updateCard, { body }, token)).status).toBe(200);
  return { ...model, card, late: model.late && card !== "good" };
}

test(
  "R5 B-03 B-04 B-05 W-07 random walks: every answer is the model's, and one of two decisions wins",
  async () => {
    const staff = await makeStaff(server.context);
    const [advisor, other] = [
      await makeMember(server.context, "advisor", {}, staff),
      await makeMember(server.context, "customer", {}, staff),
    ];
    await playWalks(sized(1000, 12), async (pick, note) => {
      let person = await makeMember(server.context, "customer", {}, staff);
      let model: Model = { ...none, card: null };
      for (let step = pick([2, 3, 4, 5, sized(30, 5)]); step > 0; step -= 1) {
        const command = async (action: Action): Promise<Command> => {
          const plan = pick(["monthly", "monthly", "annual"] as const);
          const card = pick(["good", "good", "good", "declined", "asking"] as const);
          return { action, plan, card, costs: action === "change" ? await priceOf(model, plan, person) : 0 };
        };
        const open = actions.filter((action) => allowed(model).includes(action));
        const turn = pick(["open", "open", "open", "any", "race", "race", "card", "time", "others"] as const);
        if (turn === "race" && model.card !== "asking") {
          note("race");
          model = await race(model, person, async (action) => ({ ...(await command(action)), card: "good" }), pick);
        } else if (turn === "card") {
          const card = pick(["good", "declined", "asking"] as const);
          note(`a ${card} card`);
          model = await newCard(model, card, person);
        } else if (turn === "time") {
          note("renewal");
          [model, person] = await renewal(model, person);
        } else if (turn === "others") {
          const action = pick(actions.filter((each) => each !== "subscribe"));
          note(`others ${action}`);
          expect((await attempt(await command(action), await personOf(server.context, advisor.email))).said).toBe(
            "404",
          );
          expect((await attempt(await command(action), await personOf(server.context, other.email))).said).toBe("409");
        } else {
          const next = await command(pick(turn === "any" ? actions : open));
          note(`${next.action} ${next.plan} ${next.card}`);
          model = await play(model, next, person, pick, note);
        }
        model = await mustBe(model, person);
      }
      await leave(person);
    });
  },
  timeoutFor(240_000),
);

/** Ends the membership, so that its renewals and webhooks do not affect later walks. */
async function leave(person: Person): Promise<void> {
  const standing = () => findMembership(server.context.db, person.id);
  const subscription = (await standing())?.subscriptionId;
  if (!subscription) return;
  await server.context.cards.stripe.subscriptions.cancel(subscription).catch(() => {});
  await vi.waitFor(async () => expect((await standing())?.status).toMatch(/canceled|expired/), {
    timeout: 45_000,
    interval: 10,
  });
}
