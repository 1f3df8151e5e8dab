import { randomUUID } from "node:crypto";
import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import * as engagements from "@plumbline/contract/engagements/contract.ts";
import type { Action } from "@plumbline/contract/engagements/rules.ts";
import * as invoices from "@plumbline/contract/invoices/contract.ts";
import * as staffInvoices from "@plumbline/contract/invoices/staff-contract.ts";
import * as messages from "@plumbline/contract/messages/contract.ts";
import { listNotifications, readAllNotifications } from "@plumbline/contract/notifications/contract.ts";
import { createReview } from "@plumbline/contract/reviews/contract.ts";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { jobs } from "../app.ts";
import { cardToken, connectPayouts } from "../demo/membership.ts";
import { choices, makeMember, makeStaff, type Person, setUp } from "../demo/people.ts";
import { verifyAudit } from "../features/audit/verifying.ts";
import { saveCard } from "../features/membership/card.ts";
import { reconcileMoney } from "../features/reconciliation/actions.ts";
import { lastReconciliation } from "../features/reconciliation/store.ts";
import { cardSandbox } from "../testing/card-sandbox.ts";
import { brokenInvariants } from "../testing/invariants.ts";
import { testServer } from "../testing/plumbline.ts";
import { randomFrom } from "../testing/random.ts";
import { fullSize, sized, timeoutFor } from "../testing/size.ts";

// A day of three hundred people on a clock that runs ahead: they write, agree, invoice, pay and review at random, while
// the card provider fails now and then and strangers forge what they can. After every simulated minute the invariants
// of the database hold; after every hour the books are those of the provider.

const pairs = sized(150, 4);
const minutes = sized(24 * 60, 30);
const actionsPerMinute = sized(30, 8);
const booksEvery = sized(60, 15);

const server = testServer({ LOG_LEVEL: "silent" });
const provider = cardSandbox(server);
const random = randomFrom(Number(process.env["TEST_SEED"] ?? 27));
const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;

type Pair = { customer: Person; advisor: Person };
type Answer = { status: number };
/** The engagements and invoices that have been made, with their parties. */
const made = { engagements: [] as (Pair & { id: number })[], invoices: [] as (Pair & { id: number })[] };
const keyed = () => ({ "idempotency-key": randomUUID() });
const staff: { owner?: Person } = {};
let theme = 0;

async function makePair(): Promise<Pair> {
  const { context } = server;
  const owner = staff.owner as Person;
  const advisor = await connectPayouts(context, await setUp(context, await makeMember(context, "advisor", {}, owner)));
  const customer = await setUp(context, await makeMember(context, "customer", {}, owner));
  await saveCard(context, customer.member, await cardToken(context));
  return { advisor: { ...advisor, token: (await setUp(context, advisor)).token }, customer };
}

const write = ({ customer, advisor }: Pair, from: Person): Promise<Answer> =>
  server.call(
    messages.sendMessage,
    {
      body: {
        receiver_id: from === customer ? advisor.id : customer.id,
        message: { body: `It is ${server.clock.now().toISOString()}.`, client_id: randomUUID() },
      },
    },
    from.token,
  );

async function propose(pair: Pair): Promise<Answer> {
  const today = dayInLondon(server.clock.now());
  const body = {
    customer_id: pair.customer.id,
    name: "Board pack",
    theme,
    description: "Monthly close in five days.",
    start_date: addDays(today, pick([0, 0, 1])),
    end_date: addDays(today, 30),
    payment_type: pick(["hourly", "daily"] as const),
    payment_cost: pick([99.99, 500]),
    payment_span: pick([1, 2.5]),
  };
  const answer = await server.call(engagements.createProject, { body }, pair.advisor.token, keyed());
  if (answer.status === 201) made.engagements.push({ ...pair, id: answer.body.id });
  return answer;
}

const verbs = {
  accept: engagements.acceptProject,
  reject: engagements.rejectProject,
  suggest_edit: engagements.suggestEdit,
  start: engagements.startProject,
  complete: engagements.completeProject,
} as const;
const isVerb = (action: Action): action is keyof typeof verbs => action in verbs;

/** Does something that the engagement allows one of its parties now. */
async function goOn(): Promise<Answer> {
  const engagement = pick(made.engagements);
  if (!engagement) return { status: 200 };
  const by = pick([engagement.customer, engagement.advisor]);
  const params = { id: engagement.id };
  const read = await server.call(engagements.readProject, { params }, by.token);
  const allowed = read.body.allowed_actions;
  const action = allowed.includes("accept") && random() < 0.6 ? "accept" : pick(allowed);
  if (action === "review") {
    const body = { project_id: engagement.id, rating: pick([3, 4, 5]), rating_chosen: true, body: "As agreed." };
    return server.call(createReview, { body }, by.token, keyed());
  }
  // Work goes on for a while before it ends.
  if (!action || !isVerb(action) || (action === "complete" && random() < 0.8)) return read;
  return server.call(verbs[action], { params, body: {} }, by.token, keyed());
}

async function invoice(): Promise<Answer> {
  const engagement = pick(made.engagements);
  if (!engagement) return { status: 200 };
  const items = Array.from({ length: pick([1, 2, 3]) }, (_, at) => ({
    description: `Work ${at + 1}`,
    quantity: pick([1, 0.25, 3]),
    unit_price: pick([10, 33.33, 250]),
  }));
  const body = { project_id: engagement.id, draft: pick([false, false, true]), items_attributes: items };
  const answer = await server.call(invoices.createInvoice, { body }, engagement.advisor.token, keyed());
  if (answer.status === 201) made.invoices.push({ ...engagement, id: answer.body.id });
  return answer;
}

/** Pays, withdraws or sends an invoice, or gives some or all of it back. */
async function settleInvoice(): Promise<Answer> {
  const one = pick(made.invoices);
  if (!one) return { status: 200 };
  const params = { id: one.id };
  const turn = random();
  if (turn < 0.7) return server.call(invoices.payInvoice, { params }, one.customer.token, keyed());
  if (turn < 0.8) return server.call(invoices.sendDraft, { params, body: {} }, one.advisor.token, keyed());
  if (turn < 0.85) return server.call(invoices.withdrawInvoice, { params }, one.advisor.token, keyed());
  const body = { reason: "Half of it was not needed.", ...(random() < 0.7 && { amount: pick([1, 5.55, 40]) }) };
  return server.call(staffInvoices.refundInvoice, { params, body }, staff.owner?.token, keyed());
}

async function readNews({ token }: Person): Promise<Answer> {
  const news = await server.call(listNotifications, {}, token);
  const newest = news.body.entries[0]?.id;
  if (newest === undefined) return news;
  return server.call(readAllNotifications, { body: { isRead: true, up_to: newest } }, token);
}

async function read(pair: Pair): Promise<Answer> {
  const [own, other] = pick([
    [pair.customer, pair.advisor],
    [pair.advisor, pair.customer],
  ]) as [Person, Person];
  const turn = random();
  if (turn < 0.5)
    return server.call(messages.readConversation, { body: { receiver_id: other.id, profile_id: own.id } }, own.token);
  if (turn < 0.7) return readNews(own);
  return server.call(turn < 0.85 ? listNotifications : messages.listConversations, {}, own.token);
}

/** What strangers try: each has to be refused. */
async function attack(all: readonly Pair[]): Promise<Answer> {
  const stranger = pick(all).customer;
  const one = made.invoices.find(({ customer }) => customer !== stranger);
  const id = one?.id ?? 1;
  const turn = random();
  const answer =
    turn < 0.25
      ? await server.call(invoices.payInvoice, { params: { id } }, stranger.token, keyed())
      : turn < 0.5
        ? await server.call(staffInvoices.refundInvoice, { params: { id }, body: { reason: "Mine." } }, stranger.token)
        : turn < 0.75
          ? { status: await provider.forge({ id: `evt_${randomUUID()}`, type: "payment_intent.succeeded", data: {} }) }
          : await fetch(`${server.url}/api/messages`, {
              method: "POST",
              headers: { authorization: `Bearer ${stranger.token}`, "content-type": "application/json" },
              body: '{"receiver_id": 1, "message": {"body":',
            });
  expect([400, 401, 404, 409, 422]).toContain(answer.status);
  return answer;
}

const faults = ["500", "500_after", "500_stored", "rate_limit", "garbage_after", "timeout_after", "drop_webhooks"];

async function act(all: readonly Pair[]): Promise<Answer> {
  const pair = pick(all);
  const turn = random();
  if (turn < 0.3) return write(pair, pick([pair.customer, pair.advisor]));
  if (turn < 0.45) return read(pair);
  if (turn < 0.5) return propose(pair);
  if (turn < 0.68) return goOn();
  if (turn < 0.8) return invoice();
  if (turn < 0.95) return settleInvoice();
  return attack(all);
}

/** The books agree with the provider's once what is under way has been settled. */
async function expectBooks(at: string): Promise<void> {
  await provider.clearFaults();
  // Payments whose answer was lost are settled by their jobs, which look at what is older than a few minutes.
  for (let round = 0; round < 3; round += 1) {
    server.clock.advance(10 * 60_000);
    for (const job of jobs) await job.run(server.context);
  }
  await provider.eventsHandled();
  await server.settle();
  const open = await server.context.db.execute(
    sql`select id, status from payments where status = 'started' union all select id, state from refunds where state = 'asked'`,
  );
  expect(open.rows, at).toEqual([]);
  await reconcileMoney(server.context, null, 2);
  expect((await lastReconciliation(server.context.db))?.differences, at).toEqual([]);
}

test(
  "R27 through a day of work, faults and attacks the invariants hold after every minute, and the books are the provider's after every hour",
  async () => {
    staff.owner = await makeStaff(server.context);
    theme = (await choices(server.context.db))("expertise_areas");
    const all: Pair[] = [];
    while (all.length < pairs) all.push(await makePair());
    for (const pair of all) expect((await write(pair, pair.customer)).status).toBe(201);
    const statuses = new Map<number, number>();
    for (let minute = 1; minute <= minutes; minute += 1) {
      const at = `minute ${minute}`;
      if (random() < 0.1) await provider.fault({ kind: pick(faults), method: "POST", path: "/v1/*", times: 1 });
      const answers = await Promise.all(Array.from({ length: actionsPerMinute }, () => act(all)));
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(
        answers.filter(({ status }) => status >= 500 && status !== 503),
        at,
      ).toEqual([]);
      server.clock.advance(60_000);
      for (const job of jobs) if ((minute * 60) % job.everySeconds < 60) await job.run(server.context);
      expect(await brokenInvariants(server.context.db), at).toEqual([]);
      if (minute % booksEvery === 0) await expectBooks(at);
    }
    await expectBooks("the end");
    expect(await brokenInvariants(server.context.db)).toEqual([]);
    expect((await verifyAudit(server.context.db)).findings).toEqual([]);
    const { rows } = await server.context.db.execute<{ n: number }>(
      sql`select count(*)::int as n from events where failed_at is not null`,
    );
    expect(rows[0]?.n).toBe(0);
    // Enough of it has succeeded to have shown something.
    const paid = made.invoices.length > 0 && (statuses.get(201) ?? 0) > minutes;
    expect(paid).toBe(true);
    if (fullSize)
      console.info(
        `${made.engagements.length} engagements, ${made.invoices.length} invoices, answers by status: ${[...statuses].map((each) => each.join(" × ")).join(", ")}`,
      );
  },
  timeoutFor(180_000),
);
