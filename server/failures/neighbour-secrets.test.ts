import * as accounts from "@plumbline/contract/accounts/contract.ts";
import type { CallInput, Declaration } from "@plumbline/contract/endpoint.ts";
import { payInvoice } from "@plumbline/contract/invoices/contract.ts";
import * as membership from "@plumbline/contract/membership/contract.ts";
import { sendMessage } from "@plumbline/contract/messages/contract.ts";
import * as payouts from "@plumbline/contract/payouts/contract.ts";
import { sendSupportMessage } from "@plumbline/contract/support/contract.ts";
import { startMailbox } from "@plumbline/sandbox/mailbox/mailbox.ts";
import { sql } from "drizzle-orm";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { jobs } from "../app.ts";
import { tracedClient } from "../cards/traced-client.ts";
import { makeEngagement } from "../demo/engagements.ts";
import { makeInvoice } from "../demo/invoices.ts";
import { cardToken, connectPayouts } from "../demo/membership.ts";
import { advisorApplication, makeMember, type Person, setUp } from "../demo/people.ts";
import { saveCard } from "../features/membership/card.ts";
import { accountLinkFor } from "../features/payouts/actions.ts";
import { cardSandbox } from "../testing/card-sandbox.ts";
import { startCollector } from "../testing/collector.ts";
import { testServer } from "../testing/plumbline.ts";
import { type QuotingAnswer, refusalThatQuotes, startQuotingProvider } from "../testing/quoting-provider.ts";
import { fullSize } from "../testing/size.ts";

// The card provider and the mail server fail in every way they can, and their errors repeat what they were sent. None
// of it, and no key or password of ours, may be in the log, the metrics, a trace, a report or a response.

const mark = "zqcanary";
const secrets = new Set<string>(["sk_test_plumbline", "whsec_plumbline", `${mark}-mail-password`]);
const canary = (before = "") => {
  const text = `${before}${mark}${secrets.size}x`;
  secrets.add(text);
  return text;
};

const written: string[] = [];
const answers: string[] = [];
const mailbox = await startMailbox({ host: "127.0.0.1", port: 0, file: ":memory:" });
const collector = await startCollector();
const server = testServer(
  {
    ...collector.settings,
    LOG_LEVEL: "trace",
    SMTP_URL: `smtp://post:${mark}-mail-password@127.0.0.1:${mailbox.port}`,
  },
  { logTo: { write: (line) => void written.push(line) } },
);
const bank = cardSandbox(server);
const provider = await startQuotingProvider(() => server.sandbox.stripe?.url as string);
afterAll(async () => {
  await provider.close();
  await mailbox.close();
  await collector.close();
});
let payee: Person;
let plan: string;
let impatient: Stripe;
beforeAll(async () => {
  const { context } = server;
  payee = await setUp(context, await makeMember(context, "advisor"));
  await connectPayouts(context, payee);
  plan = (await context.cards.stripe.prices.list({ limit: 1 })).data[0]?.id as string;
  // Without the library's own retries, which would hide a fault that happens once.
  impatient = new Stripe(context.cards.settings.secretKey, {
    host: "127.0.0.1",
    port: provider.port,
    protocol: "http",
    maxNetworkRetries: 0,
    timeout: 200,
    httpClient: tracedClient(),
  });
});

async function call(declaration: Declaration, sending: object, token?: string): Promise<number> {
  const { status, text } = await server.call(declaration, sending as CallInput<Declaration>, token);
  // An invoice shows its own lines and names.
  if (declaration !== payInvoice || status !== 200) answers.push(text);
  return status;
}

/** None of the secrets is written anywhere; returns how many were searched for. */
async function expectNothingWritten(): Promise<number> {
  answers.push(await (await fetch(`${server.url}/metrics`)).text());
  const places = { log: written.join("\n"), answers: answers.join("\n"), collector: collector.text() };
  for (const [place, text] of Object.entries(places))
    expect.soft([...secrets].filter((secret) => text.includes(secret)).slice(0, 5), place).toEqual([]);
  // A part of a secret counts as well.
  for (const [place, text] of Object.entries(places))
    expect
      .soft(
        text
          .split("\n")
          .filter((line) => line.includes(mark))
          .slice(0, 3),
        place,
      )
      .toEqual([]);
  written.length = 0;
  answers.length = 0;
  return secrets.size;
}

/** A member whose every text is a secret, known to the provider or not. */
async function someone(known: boolean): Promise<Person> {
  const { context } = server;
  const customer = await setUp(
    context,
    await makeMember(context, "customer", {
      email: `${canary()}@example.test`,
      name: `${canary()} Raman`,
      companyName: canary(),
    }),
  );
  secrets.add(customer.token);
  if (known) {
    const { stripe } = context.cards;
    const { customerId } = await saveCard(context, customer.member, await cardToken(context));
    expect((await stripe.customers.retrieve(customerId)).id).toBe(customerId);
  }
  return customer;
}

/** All calls to the provider in a member's name, and the jobs. */
async function everythingAtTheProvider(fail: () => unknown, repair: () => unknown) {
  const { context } = server;
  const stranger = await someone(false);
  const customer = await someone(true);
  const advisor = await makeMember(context, "advisor", { email: `${canary()}@example.test`, name: canary() });
  secrets.add(advisor.token);
  const link = new URL(await accountLinkFor(context, advisor.member, advisor.email));
  const engagementId = await makeEngagement(context, { advisor: payee, customer, status: "in_progress" });
  const id = await makeInvoice(context, { advisor: payee, engagementId, lines: [[canary(), 1, 100]] });
  const cards = [await cardToken(context), await cardToken(context)];
  for (const card of cards) secrets.add(card);
  // Timeouts are tested with a client that has a short timeout, everything else with the ordinary one.
  const ordinary = context.cards.stripe;
  context.cards.stripe = impatient;
  await fail();
  for (const { token } of [stranger, customer]) {
    await call(membership.subscribe, { body: { token: cards.pop(), plan_id: plan } }, token);
    await call(membership.updateCard, { body: { token: canary("tok_") } }, token);
    await call(membership.checkCoupon, { body: { coupon: canary() } }, token);
    await call(membership.subscribe, { body: { token: canary("tok_"), plan_id: plan } }, token);
    await call(membership.subscribe, { body: { token: canary("tok_"), plan_id: plan, coupon: canary() } }, token);
    await call(membership.previewChange, { body: { plan_id: canary("price_") } }, token);
    await call(membership.readMembership, {}, token);
    await call(membership.defaultCard, {}, token);
    await call(membership.listPayments, { query: { page: 1 } }, token);
  }
  const state = link.searchParams.get("state");
  await call(payouts.authorizePayout, { body: { code: canary("ac_"), state } }, advisor.token);
  await call(payouts.readPayoutAccount, {}, payee.token);
  await call(payInvoice, { params: { id } }, customer.token);
  for (const { name, run } of jobs.filter((each) =>
    /purchase|membership|payout|payment|refund|provider/.test(each.name),
  ))
    await run(context).catch((err) =>
      context.log.error({ err, job: name }, "a job failed; it runs again at its next turn"),
    );
  await repair();
  context.cards.stripe = ordinary;
}

const quotes: [string, QuotingAnswer][] = [
  ["400 for a parameter", refusalThatQuotes(400, "invalid_request_error", "parameter_invalid")],
  ["401 for the key", refusalThatQuotes(401, "invalid_request_error")],
  ["402 of the bank", refusalThatQuotes(402, "card_error", "card_declined")],
  ["403", refusalThatQuotes(403, "invalid_request_error")],
  ["409", refusalThatQuotes(409, "idempotency_error")],
  ["429", refusalThatQuotes(429, "invalid_request_error", "rate_limit")],
  ["500", refusalThatQuotes(500, "api_error")],
  ["a page of a proxy", { status: 502, contentType: "text/html", body: (asked) => `<p>502 for ${asked}` }],
  ["a page with 200", { status: 200, contentType: "text/html", body: (asked) => `<p>Welcome ${asked}` }],
  ["half an answer", { status: 200, body: (asked) => JSON.stringify({ object: asked, id: asked }).slice(0, -3) }],
  ["something else", { status: 200, body: (asked) => JSON.stringify({ object: asked, id: 1, data: [{ id: asked }] }) }],
];

// In the suite each fault is played for one of the two methods, at full size for both.
for (const method of ["POST", "GET"])
  test.each(quotes.filter((_, index) => fullSize || (index % 2 === 0) === (method === "POST")))(
    `R23 a provider that repeats what it was sent, on ${method}: %s`,
    async (_name, answer) => {
      const before = provider.quoted();
      await everythingAtTheProvider(
        () => provider.quotes(answer, method),
        () => provider.quotes(null),
      );
      expect(provider.quoted() - before).toBeGreaterThan(3);
      expect(written.join("\n")).toMatch(/"type":"Stripe\w+Error"/);
      await expectNothingWritten();
    },
    60_000,
  );

const faults = ["timeout_before", "timeout_after", "silent_before", "silent_after", "500", "500_after", "500_stored"];
test.each([...faults.filter((_, index) => fullSize || (atNight && index % 2 === 1)), "rate_limit", "garbage_after"])(
  "R23 a provider that fails: %s",
  async (kind) => {
    await everythingAtTheProvider(() => bank.fault({ kind, times: 1000 }), bank.clearFaults);
    // R23 requires at least 200.
    if (kind === "garbage_after") expect(await expectNothingWritten()).toBeGreaterThan(200);
    else await expectNothingWritten();
  },
  60_000,
);

/** Causes every kind of e-mail with secrets: links that sign in, messages, names, addresses. */
async function everyMail(refuse: (address: string) => void) {
  const { context } = server;
  const address = () => {
    const made = `${canary()}@example.test`;
    refuse(made);
    return made;
  };
  const customer = await setUp(
    context,
    await makeMember(context, "customer", { email: address(), name: canary(), password: canary() }),
  );
  secrets.add(customer.token);
  await call(accounts.requestReset, { params: { role: "customer" }, body: { email: customer.email } });
  await call(accounts.signIn, {
    body: { email: customer.email, password: canary(), owner_type: "customer", grant_type: "password" },
  });
  await call(accounts.applyAsAdvisor, {
    body: await advisorApplication(context, { email: address(), name: canary() }),
  });
  await call(sendSupportMessage, {
    body: { firstname: canary(), lastname: canary(), email: address(), message: canary() },
  });
  await makeEngagement(context, { advisor: payee, customer, name: canary(), description: canary() });
  const message = { body: { receiver_id: payee.id, message: { body: canary() } } };
  // Not searched for: the response to a sender repeats their message.
  expect((await server.call(sendMessage, message as CallInput<typeof sendMessage>, customer.token)).status).toBe(201);
  server.clock.advance(3_600_000);
  for (const { run } of jobs.filter(({ name }) => /remind|digest/.test(name))) await run(context);
  await server.settle();
  const { rows } = await context.db.execute<{ text: string }>(sql`select text from mails`);
  const tokens = rows.flatMap(({ text }) => [...text.matchAll(/[?&]\w*token=([\w.-]+)/g)].map(([, token]) => token));
  for (const token of tokens) if (token) secrets.add(token);
  return tokens.length;
}

test("R23 a mail server that repeats what it refuses, permanently or for now, does not answer, or disconnects", async () => {
  const recipients: Record<string, { code: number; words: string }> = {};
  const lastSecrets = () => [...secrets].slice(-12).join(" ");
  const ways: [string, () => void, (address: string) => void][] = [
    ["for good", () => {}, (to) => (recipients[to] = { code: 550, words: `5.7.1 no ${to} with ${lastSecrets()}` })],
    ["for now", () => {}, (to) => (recipients[to] = { code: 452, words: `4.2.2 no ${to} with ${lastSecrets()}` })],
    ["the text", () => mailbox.misbehave({ refuseText: 20 }), () => {}],
    ["everybody", () => mailbox.misbehave({ refuse: true }), () => {}],
    ["by hanging up", () => mailbox.misbehave({ hangUp: 20 }), () => {}],
  ];
  let tokens = 0;
  for (const [, prepare, refuse] of ways) {
    mailbox.misbehave({ recipients });
    prepare();
    tokens += await everyMail(refuse);
    expect(written.join("\n")).toMatch(/an e-mail (was refused|could not leave)|mail server/);
    await expectNothingWritten();
  }
  expect(tokens).toBeGreaterThan(3);
});

test("R23 the spans of all these calls name provider calls, statements, e-mails and reports by words from our code alone", async () => {
  await server.context.telemetry.close();
  const names = new Set(collector.spans.map(({ name }) => name));
  expect([...names]).toEqual(
    expect.arrayContaining(["POST payment_intents", "POST customers", "append_event", "mail conversation.unread"]),
  );
  const results = new Set(collector.spans.map(({ attributes }) => attributes["plumbline.mail.result"]));
  expect([...results]).toEqual(expect.arrayContaining(["sent", "refused", "postponed"]));
  expect(collector.spans.length).toBeGreaterThan(1000);
  expect(await expectNothingWritten()).toBeGreaterThan(200);
});
