import type { Declaration } from "@plumbline/contract/endpoint.ts";
import * as contract from "@plumbline/contract/invoices/contract.ts";
import { allowedInvoiceActions, type InvoiceAction, type InvoiceStatus } from "@plumbline/contract/invoices/rules.ts";
import { expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { answerBank, cardToken, connectPayouts } from "../../demo/membership.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { aWorld } from "../../testing/plumbline.ts";
import { type Dice, eitherFirst, type Promised, playWalks } from "../../testing/walks.ts";
import { providerCustomerOf, putCard } from "../membership/card.ts";
import { createInvoice } from "./actions.ts";
import { settlePayments } from "./jobs.ts";

// Random commands by the advisor, the customer with cards of all kinds, the bank, staff and strangers, some at the same
// moment. Every answer is held against a small model, and in the end the provider's books against all of them together.
const world = aWorld({}, { quiet: true });

const cards = { good: "4242424242424242", declined: "4000000000000341", asking: "4000002760003184" } as const;
type Card = keyof typeof cards;
type Model = {
  id: number;
  status: InvoiceStatus | "gone";
  pence: number;
  card: Card;
  /** The bank waits for the holder: what its window is opened with. */
  challenge: boolean;
};
type Command = { by: "advisor" | "customer" | "staff"; action: InvoiceAction; pounds?: number };

const calls: Record<InvoiceAction, Declaration> = {
  update: contract.updateDraft,
  delete: contract.deleteDraft,
  send: contract.sendDraft,
  void: contract.withdrawInvoice,
  accept: contract.payInvoice,
  refund: contract.refundInvoice,
};
const owners = {
  update: "advisor",
  delete: "advisor",
  send: "advisor",
  void: "advisor",
  accept: "customer",
  refund: "staff",
} as const satisfies Record<InvoiceAction, Command["by"]>;
const all = Object.keys(calls) as InvoiceAction[];

/** What the house promises for a command: the HTTP status, and how the model looks after it. */
function promise(model: Model, { by, action, pounds = 1 }: Command): Promised<Model> {
  const { status, card } = model;
  const hidden = status === "gone" || (status === "draft" && by !== "advisor");
  if (hidden || owners[action] !== by) return { status: 404, after: model };
  if (!allowedInvoiceActions(status, by).includes(action)) return { status: 409, after: model };
  switch (action) {
    case "update":
      return { status: 200, after: { ...model, pence: pounds * 100 } };
    case "delete":
      return { status: 204, after: { ...model, status: "gone" } };
    case "send":
      return { status: 200, after: { ...model, status: "sent" } };
    case "void":
      return { status: 200, after: { ...model, status: "void", challenge: false } };
    case "refund":
      return { status: 200, after: { ...model, status: "refunded" } };
    case "accept":
      if (card === "declined") return { status: 422, after: { ...model, challenge: false } };
      if (card === "asking") return { status: 200, after: { ...model, challenge: true } };
      return { status: 200, after: { ...model, status: "completed", challenge: false } };
  }
}

/** What somebody's page offers now. */
const buttons = ({ status }: Model): InvoiceAction[] =>
  status === "gone" ? [] : all.filter((action) => allowedInvoiceActions(status, owners[action]).includes(action));

type Cast = Record<Command["by"], Person> & { strangers: readonly Person[]; engagementId: number };

async function cast(): Promise<Cast> {
  const { house } = world;
  const staff = await makeStaff(house);
  const member = async (role: "advisor" | "customer") => setUp(house, await makeMember(house, role, {}, staff));
  const [advisor, customer] = [await member("advisor"), await member("customer")];
  await connectPayouts(house, advisor);
  const strangers = [await member("advisor"), await member("customer")];
  const engagementId = await makeEngagement(house, { advisor, customer, status: "in_progress" });
  return { staff, advisor, customer, strangers, engagementId };
}

const linesFor = (pounds: number) => [{ description: "Work", quantity: 1, unit_price: pounds }];

/** The browser's side of a challenge, from the last answer that brought one. */
let secret = "";
async function attempt(people: Cast, { id }: Model, { by, action, pounds = 1 }: Command, person = people[by]) {
  const body =
    action === "update"
      ? { project_id: people.engagementId, items_attributes: linesFor(pounds) }
      : action === "refund"
        ? { reason: "As agreed." }
        : undefined;
  const answer = await world.call(calls[action], { params: { id }, ...(body && { body }) } as never, person.token);
  const told = answer.body as { payment?: { client_secret: string | null }; allowed_actions?: string[] } | undefined;
  secret = told?.payment?.client_secret ?? secret;
  if (answer.status === 409) expect(answer.errors["base"]?.[0]).toMatch(/^[A-Z].{20,}\.$/);
  return { status: answer.status, allowed: told?.allowed_actions };
}

async function mustBe(model: Model, people: Cast): Promise<void> {
  for (const by of ["advisor", "customer"] as const) {
    const { status, body } = await world.call(contract.readInvoice, { params: { id: model.id } }, people[by].token);
    if (model.status === "gone" || (model.status === "draft" && by === "customer")) expect(status).toBe(404);
    else
      expect([body.status, body.total, body.allowed_actions]).toEqual([
        model.status === "completed" ? "Completed" : model.status,
        model.pence / 100,
        allowedInvoiceActions(model.status, by),
      ]);
  }
}

/** Two buttons at the same moment, among them the same one in two browsers; a stranger presses as well. */
async function race(model: Model, people: Cast, pick: Dice, note: (step: string) => void): Promise<Model> {
  const open = buttons(model);
  if (open.length === 0) return model;
  const command = (): Command => {
    const action = pick(open);
    return { by: owners[action], action, pounds: pick([20, 30, 40]) };
  };
  const both = [command(), command()] as const;
  note(`race of ${both.map(({ action }) => action).join(" and ")} with a ${model.card} card`);
  const [passer, one, other] = await Promise.all([
    attempt(people, model, both[0], pick(people.strangers)),
    ...both.map((command) => attempt(people, model, command)),
  ] as const);
  expect(passer.status).toBe(404);
  const seen = [one?.status, other?.status];
  const possible = [...eitherFirst(model, both, promise), ...whilePaying(model, both)];
  const fits = possible.filter(({ statuses }) => String(statuses) === String(seen));
  expect(fits.length, `${seen} is none of ${possible.map(({ statuses }) => statuses).join(" / ")}`).toBeGreaterThan(0);
  const { body } = await world.call(contract.readInvoice, { params: { id: model.id } }, people.advisor.token);
  // Two changes of a draft may land in either order; what was decided may not.
  return fits.map(({ after }) => after).find(({ pence }) => pence === body.total * 100) ?? (fits[0]?.after as Model);
}

/** A payment takes a while: a second press joins it, and whoever else comes meanwhile is told to wait (decision 7). */
function whilePaying(model: Model, both: readonly [Command, Command]) {
  const paying = both.findIndex(({ action }) => action === "accept");
  if (paying < 0) return [];
  const paid = promise(model, both[paying] as Command);
  const joined = both.every(({ action }) => action === "accept");
  const statuses = joined ? [paid.status, paid.status] : paying === 0 ? [paid.status, 409] : [409, paid.status];
  return [{ statuses, after: paid.after }];
}

/** The customer takes another card and pays with it, as one who was refused would. */
async function payWith(model: Model, people: Cast, card: Card): Promise<Model> {
  const changed = card === model.card ? model : { ...model, card };
  if (card !== model.card) await giveCard(people.customer, card);
  const command: Command = { by: "customer", action: "accept" };
  const { status, after } = promise(changed, command);
  expect((await attempt(people, changed, command)).status).toBe(status);
  return after;
}

async function giveCard(person: Person, card: Card): Promise<void> {
  const token = await cardToken(world.house, cards[card]);
  await putCard(world.house, await providerCustomerOf(world.house, person.member), token);
}

async function answered(model: Model, outcome: "complete" | "fail"): Promise<Model> {
  await answerBank(world.house, secret, outcome);
  await settlePayments(world.house);
  return { ...model, challenge: false, status: outcome === "complete" ? "completed" : model.status };
}

test("I-12 I-10 300 walks: every answer is the table's, one of two decisions wins, and the books agree", async () => {
  const people = await cast();
  const { house } = world;
  const ended: Model[] = [];
  let wallet: Card | null = null;
  await playWalks(300, async (pick, note) => {
    if (wallet !== "good") await giveCard(people.customer, "good");
    const pounds = pick([10, 25, 99]);
    const draft = pick([true, false, false]);
    const lines = { project_id: people.engagementId, items_attributes: linesFor(pounds), draft };
    const id = await createInvoice(house, people.advisor.member, lines);
    let model: Model = { id, status: draft ? "draft" : "sent", pence: pounds * 100, card: "good", challenge: false };
    for (let step = pick([1, 2, 3, 4]); step > 0; step -= 1) {
      const turn = pick(["any", "party", "party", "card", "race", "race", "stranger"] as const);
      if (model.challenge && pick([true, false, false])) {
        const outcome = pick(["complete", "fail"] as const);
        note(`bank: ${outcome}`);
        model = await answered(model, outcome);
      } else if (turn === "race") model = await race(model, people, pick, note);
      else if (turn === "card") {
        const card = pick(["good", "declined", "asking"] as const);
        note(`pay with a ${card} card`);
        model = await payWith(model, people, card);
      } else if (turn === "stranger") {
        const action = pick(all);
        const passer = pick(people.strangers);
        expect((await attempt(people, model, { by: owners[action], action }, passer)).status).toBe(404);
      } else {
        // Mostly something that is allowed, so that walks get somewhere; sometimes anything at all, by anybody.
        const open = buttons(model);
        const action = turn === "party" && open.length > 0 ? pick(open) : pick(all);
        const by = turn === "any" ? pick(["advisor", "customer", "staff"] as const) : owners[action];
        note(`${by} ${action}`);
        const command = { by, action, pounds: pick([20, 30, 40]) };
        const { status, after } = promise(model, command);
        const answer = await attempt(people, model, command);
        expect(answer.status).toBe(status);
        if (status === 409 && !model.challenge)
          expect(answer.allowed).toEqual(allowedInvoiceActions(model.status as InvoiceStatus, by));
        model = after;
      }
    }
    if (model.challenge) model = await answered(model, "fail");
    await mustBe(model, people);
    wallet = model.card;
    ended.push(model);
  });
  await booksAgree(ended, people.advisor);
}, 240_000);

/** Of each invoice at most one charge stands, for just what it says; numbers have no gap. */
async function booksAgree(ended: readonly Model[], advisor: Person): Promise<void> {
  const charges = await cardSandbox(world).charges();
  const taken = Map.groupBy(
    charges.filter(({ status }) => status === "succeeded"),
    ({ metadata }) => Number(metadata["invoice_id"]),
  );
  const books = ended.map(({ id }) => [id, (taken.get(id) ?? []).map(({ amount, refunded }) => [amount, refunded])]);
  const due = ended.map(({ id, status, pence }) => [
    id,
    status === "completed" ? [[pence, 0]] : status === "refunded" ? [[pence, pence]] : [],
  ]);
  expect(books).toEqual(due);
  const numbers: (string | null)[] = [];
  for (let page = 1; page < 100; page += 1) {
    const { body } = await world.call(contract.listInvoices, { query: { page, list: "sent" } }, advisor.token);
    if (body.entries.length === 0) break;
    numbers.push(...body.entries.map(({ number }) => number));
  }
  const sent = ended.filter(({ status }) => status !== "draft" && status !== "gone");
  expect(numbers.toSorted()).toEqual(sent.map((_, index) => `INV-${String(index + 1).padStart(4, "0")}`));
}
