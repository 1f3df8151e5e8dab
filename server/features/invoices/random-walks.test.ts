import type { Declaration } from "@plumbline/contract/endpoint.ts";
import * as contract from "@plumbline/contract/invoices/contract.ts";
import type { InvoiceAction, InvoiceStatus } from "@plumbline/contract/invoices/rules.ts";
import * as staffContract from "@plumbline/contract/invoices/staff-contract.ts";
import { expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { answerBank, cardToken, connectPayouts } from "../../demo/membership.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { testServer } from "../../testing/plumbline.ts";
import { sized, timeoutFor } from "../../testing/size.ts";
import { type Expected, outcomesInEitherOrder, type Pick, playWalks } from "../../testing/walks.ts";
import { saveCard } from "../membership/card.ts";
import { createInvoice } from "./actions.ts";
import { settlePayments } from "./jobs.ts";

// Random commands by the advisor, the customer with all kinds of cards, the bank, staff and other members, some of them
// concurrent. Every response is compared with a small model, and at the end the provider's records with all the models.
const server = testServer({}, { skipNotifications: true });

const cards = { good: "4242424242424242", declined: "4000000000000341", asking: "4000002760003184" } as const;
type Card = keyof typeof cards;
type Model = {
  id: number;
  status: InvoiceStatus | "gone";
  pence: number;
  card: Card;
  /** The client secret of a payment that waits for authentication. */
  challenge: boolean;
};
type Command = { by: "advisor" | "customer" | "staff"; action: InvoiceAction; pounds?: number };

const calls: Record<InvoiceAction, Declaration> = {
  update: contract.updateDraft,
  delete: contract.deleteDraft,
  send: contract.sendDraft,
  void: contract.withdrawInvoice,
  accept: contract.payInvoice,
  refund: staffContract.refundInvoice,
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

/** From which status each action is allowed, written by hand: a fault in the table of rules.ts cannot hide itself here. */
const allowedFrom: Record<InvoiceAction, InvoiceStatus> = {
  update: "draft",
  send: "draft",
  delete: "draft",
  accept: "sent",
  void: "sent",
  refund: "completed",
};
const allowedActions = (status: InvoiceStatus, by: Command["by"]): InvoiceAction[] =>
  (Object.keys(allowedFrom) as InvoiceAction[]).filter(
    (action) => owners[action] === by && allowedFrom[action] === status,
  );

/** The expected response to a command: the HTTP status, and the model after it. */
function promise(model: Model, { by, action, pounds = 1 }: Command): Expected<Model> {
  const { status, card } = model;
  const hidden = status === "gone" || (status === "draft" && by !== "advisor");
  if (hidden || owners[action] !== by) return { status: 404, after: model };
  if (!allowedActions(status, by).includes(action)) return { status: 409, after: model };
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

/** The actions that the page offers now. */
const buttons = ({ status }: Model): InvoiceAction[] =>
  status === "gone" ? [] : all.filter((action) => allowedActions(status, owners[action]).includes(action));

type Cast = Record<Command["by"], Person> & { strangers: readonly Person[]; engagementId: number };

async function cast(): Promise<Cast> {
  const { context } = server;
  const staff = await makeStaff(context);
  const member = async (role: "advisor" | "customer") => setUp(context, await makeMember(context, role, {}, staff));
  const [advisor, customer] = [await member("advisor"), await member("customer")];
  await connectPayouts(context, advisor);
  const strangers = [await member("advisor"), await member("customer")];
  const engagementId = await makeEngagement(context, { advisor, customer, status: "in_progress" });
  return { staff, advisor, customer, strangers, engagementId };
}

const linesFor = (pounds: number) => [{ description: "Work", quantity: 1, unit_price: pounds }];

/** Sends a command; a client secret in the response is kept for the authentication. */
let secret = "";
async function attempt(people: Cast, { id }: Model, { by, action, pounds = 1 }: Command, person = people[by]) {
  const body =
    action === "update"
      ? { project_id: people.engagementId, items_attributes: linesFor(pounds) }
      : action === "refund"
        ? { reason: "As agreed." }
        : undefined;
  const answer = await server.call(calls[action], { params: { id }, ...(body && { body }) } as never, person.token);
  const told = answer.body as { payment?: { client_secret: string | null }; allowed_actions?: string[] } | undefined;
  secret = told?.payment?.client_secret ?? secret;
  if (answer.status === 409) expect(answer.errors["base"]?.[0]).toMatch(/^[A-Z].{20,}\.$/);
  return { status: answer.status, allowed: told?.allowed_actions };
}

async function expectState(model: Model, people: Cast): Promise<void> {
  for (const by of ["advisor", "customer"] as const) {
    const { status, body } = await server.call(contract.readInvoice, { params: { id: model.id } }, people[by].token);
    if (model.status === "gone" || (model.status === "draft" && by === "customer")) expect(status).toBe(404);
    else
      expect([body.status, body.total, body.allowed_actions]).toEqual([
        model.status === "completed" ? "Completed" : model.status,
        model.pence / 100,
        allowedActions(model.status, by),
      ]);
  }
}

/** Two concurrent commands, also the same one twice, together with one of another member. */
async function race(model: Model, people: Cast, pick: Pick, note: (step: string) => void): Promise<Model> {
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
  const possible = [...outcomesInEitherOrder(model, both, promise), ...whilePaying(model, both)];
  const fits = possible.filter(({ statuses }) => String(statuses) === String(seen));
  expect(fits.length, `${seen} is none of ${possible.map(({ statuses }) => statuses).join(" / ")}`).toBeGreaterThan(0);
  const { body } = await server.call(contract.readInvoice, { params: { id: model.id } }, people.advisor.token);
  // Two changes of a draft may take effect in either order.
  return fits.map(({ after }) => after).find(({ pence }) => pence === body.total * 100) ?? (fits[0]?.after as Model);
}

/** While a payment is in progress a second one joins it, and other commands get a 409 (decision 7). */
function whilePaying(model: Model, both: readonly [Command, Command]) {
  const paying = both.findIndex(({ action }) => action === "accept");
  if (paying < 0) return [];
  const paid = promise(model, both[paying] as Command);
  const joined = both.every(({ action }) => action === "accept");
  const statuses = joined ? [paid.status, paid.status] : paying === 0 ? [paid.status, 409] : [409, paid.status];
  return [{ statuses, after: paid.after }];
}

/** The customer saves another card and pays with it. */
async function payWith(model: Model, people: Cast, card: Card): Promise<Model> {
  const changed = card === model.card ? model : { ...model, card };
  if (card !== model.card) await giveCard(people.customer, card);
  const command: Command = { by: "customer", action: "accept" };
  const { status, after } = promise(changed, command);
  expect((await attempt(people, changed, command)).status).toBe(status);
  return after;
}

async function giveCard(person: Person, card: Card): Promise<void> {
  const token = await cardToken(server.context, cards[card]);
  await saveCard(server.context, person.member, token);
}

async function answered(model: Model, outcome: "complete" | "fail"): Promise<Model> {
  await answerBank(server.context, secret, outcome);
  await settlePayments(server.context);
  return { ...model, challenge: false, status: outcome === "complete" ? "completed" : model.status };
}

test(
  "R5 I-12 I-10 random walks: every answer is the table's, one of two decisions wins, and the books agree",
  async () => {
    const people = await cast();
    const { context } = server;
    const ended: Model[] = [];
    let wallet: Card | null = null;
    await playWalks(sized(1500, 40), async (pick, note) => {
      if (wallet !== "good") await giveCard(people.customer, "good");
      const pounds = pick([10, 25, 99]);
      const draft = pick([true, false, false]);
      const lines = { project_id: people.engagementId, items_attributes: linesFor(pounds), draft };
      const id = await createInvoice(context, people.advisor.member, lines);
      let model: Model = { id, status: draft ? "draft" : "sent", pence: pounds * 100, card: "good", challenge: false };
      for (let step = pick([1, 2, 3, 4, sized(30, 4)]); step > 0; step -= 1) {
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
          // Mostly allowed commands, so that walks make progress; sometimes any command by anyone.
          const open = buttons(model);
          const action = turn === "party" && open.length > 0 ? pick(open) : pick(all);
          const by = turn === "any" ? pick(["advisor", "customer", "staff"] as const) : owners[action];
          note(`${by} ${action}`);
          const command = { by, action, pounds: pick([20, 30, 40]) };
          const { status, after } = promise(model, command);
          const answer = await attempt(people, model, command);
          expect(answer.status).toBe(status);
          if (status === 409 && !model.challenge)
            expect(answer.allowed).toEqual(allowedActions(model.status as InvoiceStatus, by));
          model = after;
        }
      }
      if (model.challenge) model = await answered(model, "fail");
      await expectState(model, people);
      wallet = model.card;
      ended.push(model);
    });
    await expectBooksToAgree(ended, people.advisor);
  },
  timeoutFor(240_000),
);

/** Each invoice has at most one charge that was not refunded, for its total, and numbers have no gap. */
async function expectBooksToAgree(ended: readonly Model[], advisor: Person): Promise<void> {
  const charges = await cardSandbox(server).charges();
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
    const { body } = await server.call(contract.listInvoices, { query: { page, list: "sent" } }, advisor.token);
    if (body.entries.length === 0) break;
    numbers.push(...body.entries.map(({ number }) => number));
  }
  const sent = ended.filter(({ status }) => status !== "draft" && status !== "gone");
  expect(numbers.toSorted()).toEqual(sent.map((_, index) => `INV-${String(index + 1).padStart(4, "0")}`));
}
