import { accountLink, authorizePayout, readPayoutAccount } from "@plumbline/contract/payouts/contract.ts";
import { readOwnProfile } from "@plumbline/contract/profiles/contract.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { jobs } from "../../app.ts";
import { authorizeInBrowser, connectPayouts } from "../../demo/membership.ts";
import { makeMember, type Person } from "../../demo/people.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { testServer } from "../../testing/plumbline.ts";
import { refreshPayable, refreshUnfinished } from "./jobs.ts";
import { refreshPayoutAccount } from "./refresh.ts";
import { connectAccount, findPayoutAccount } from "./store.ts";

const server = testServer();

const linkOf = async (person: Person, email = person.email) =>
  server.call(accountLink, { body: { email } }, person.token);
const authorize = async (person: Person, code: string, state?: string | null) =>
  server.call(
    authorizePayout,
    { body: { code, user_type: "advisor", state: state ?? (await stateOf(person)) } },
    person.token,
  );
/** The OAuth state of an authorisation that this advisor has started. */
const stateOf = async (person: Person) =>
  person.member.role === "advisor"
    ? (new URL((await linkOf(person)).body.url as string).searchParams.get("state") as string)
    : "none";
const isSetUp = async (person: Person) =>
  (await server.call(readOwnProfile, { params: { role: "advisors" } }, person.token)).body.stripe_setup;
/** Changes an account at the provider. */
const changeAtProvider = async (person: Person, what: object) => {
  const { accountId } = (await findPayoutAccount(server.context.db, person.id)) as { accountId: string };
  await fetch(`${server.context.cards.settings.sandboxUrl}/sandbox/accounts/${accountId}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(what),
  });
};
const until = (condition: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await condition()).toBe(true), { timeout: 45_000, interval: 30 });

test("X-01 W-06 an account link is for the advisor alone: visitors get 401, customers and other people's addresses 404", async () => {
  const [advisor, other] = [await makeMember(server.context, "advisor"), await makeMember(server.context, "advisor")];
  const customer = await makeMember(server.context, "customer");
  expect((await server.call(accountLink, { body: { email: advisor.email } })).status).toBe(401);
  expect((await linkOf(customer)).status).toBe(404);
  expect((await linkOf(advisor, other.email)).status).toBe(404);
  expect((await authorize(customer, "ac_x")).status).toBe(404);
});

test("X-04 a code that is unknown, used or started by somebody else connects nothing", async () => {
  const [advisor, other] = [await makeMember(server.context, "advisor"), await makeMember(server.context, "advisor")];
  expect((await authorize(advisor, "")).status).toBe(422);
  const unknown = await authorize(advisor, "ac_forged");
  expect([unknown.status, Object.keys(unknown.errors)]).toEqual([422, ["code"]]);

  const theirs = await authorizeInBrowser((await linkOf(other)).body.url as string);
  const foreign = await authorize(advisor, theirs.get("code") as string, theirs.get("state"));
  expect([foreign.status, Object.keys(foreign.errors)]).toEqual([422, ["state"]]);
  expect((await authorize(advisor, theirs.get("code") as string, "1.2.3.4")).status).toBe(422);
  expect(await isSetUp(advisor)).toBe(false);

  expect((await authorize(other, theirs.get("code") as string, theirs.get("state"))).status).toBe(200);
  const code = theirs.get("code") as string;
  for (const without of [{ code }, { code, state: "" }, { code, state: null }]) {
    const refused = await fetch(`${server.url}${authorizePayout.path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${advisor.token}` },
      body: JSON.stringify(without),
    });
    const { errors } = (await refused.json()) as { errors: object };
    expect([refused.status, Object.keys(errors)]).toEqual([422, ["state"]]);
  }
  const again = await authorize(advisor, code);
  expect([again.status, Object.keys(again.errors)]).toEqual([422, ["code"]]);
  expect((await server.call(readPayoutAccount, {}, advisor.token)).body).toBeNull();
});

test("X-04 an account that another member has is not connected twice", async () => {
  const first = await connectPayouts(server.context, await makeMember(server.context, "advisor"));
  const second = await makeMember(server.context, "advisor");
  // The provider's page lets its user sign in to an existing account: the first advisor's.
  const url = new URL((await linkOf(second)).body.url as string);
  url.searchParams.set("stripe_user[email]", first.email);
  const back = await authorizeInBrowser(url.href);
  const taken = await authorize(second, back.get("code") as string, back.get("state"));
  expect(taken.errors).toEqual({ code: ["This payout account is connected to another member."] });
  expect(await isSetUp(second)).toBe(false);
});

test("X-04 an account that has become payable while another code was exchanged stays", async () => {
  const advisor = await connectPayouts(server.context, await makeMember(server.context, "advisor"));
  const { db } = server.context;
  const account = await findPayoutAccount(db, advisor.id);
  expect(
    await connectAccount(db, { memberId: advisor.id, accountId: "acct_another", codeHash: null }, server.clock.now()),
  ).toBe(false);
  expect(await findPayoutAccount(db, advisor.id)).toEqual(account);
});

test("X-01 X-04 the link leads over the provider's page to an account that is paid", async () => {
  const advisor = await makeMember(server.context, "advisor");
  const { body } = await linkOf(advisor, advisor.email.toUpperCase());
  expect(body.error).toBeNull();
  const url = new URL(body.url as string);
  expect(url.searchParams.get("redirect_uri")).toBe(`${server.context.settings.publicUrl}/advisor-home`);
  const back = await authorizeInBrowser(url.href);
  const answer = await authorize(advisor, back.get("code") as string, back.get("state"));
  const account = { connected: true, payable: true, requirements: [], as_of: expect.stringMatching(/Z$/) };
  expect(answer.body).toEqual({ stripe_setup: true, account });
  expect(await isSetUp(advisor)).toBe(true);
  // Another account cannot replace one that is payable.
  const other = new URL(url);
  other.searchParams.set("stripe_user[email]", "another@account.test");
  const another = await authorizeInBrowser(other.href);
  expect((await authorize(advisor, another.get("code") as string, another.get("state"))).status).toBe(409);
  expect((await linkOf(advisor)).body).toEqual({ url: null, error: "Your payout account is connected already." });
});

test("X-04 an account that still needs documents is connected, lists what it needs, and is paid once they are there", async () => {
  const advisor = await connectPayouts(server.context, await makeMember(server.context, "advisor"), {
    documentsLater: true,
  });
  expect((await server.call(readPayoutAccount, {}, advisor.token)).body).toEqual({
    connected: true,
    payable: false,
    requirements: ["A document that proves who you are"],
    as_of: expect.stringMatching(/Z$/),
  });
  expect(await isSetUp(advisor)).toBe(false);
  // Back at the provider, whose webhook may arrive before the advisor does.
  const back = await authorizeInBrowser((await linkOf(advisor)).body.url as string);
  await until(() => isSetUp(advisor));
  const answer = await authorize(advisor, back.get("code") as string, back.get("state"));
  expect([answer.status, answer.body.stripe_setup]).toEqual([200, true]);
  await changeAtProvider(advisor, { documents: "missing" });
  await until(async () => !(await isSetUp(advisor)));
  expect((await server.mailsTo(advisor.email))[0]?.subject).toBe("Your payout account is paused");
});

test("X-04 after a crash between the provider's answer and our record the advisor connects again, and gets the same account", async () => {
  const advisor = await makeMember(server.context, "advisor");
  const connect = async () => authorizeInBrowser((await linkOf(advisor)).body.url as string);
  const back = await connect();
  const code = back.get("code") as string;
  const { stripe_user_id } = await server.context.cards.stripe.oauth.token({ grant_type: "authorization_code", code });
  const lost = await authorize(advisor, code, back.get("state"));
  expect(lost.errors).toEqual({
    code: ["This connection has run out or was used already. Please connect your account again."],
  });
  const again = await connect();
  expect((await authorize(advisor, again.get("code") as string, again.get("state"))).body.stripe_setup).toBe(true);
  expect((await findPayoutAccount(server.context.db, advisor.id))?.accountId).toBe(stripe_user_id);
});

test("X-04 a code that is sent again by the advisor whose account it has connected is answered with the account, and not used twice", async () => {
  const advisor = await makeMember(server.context, "advisor");
  const back = await authorizeInBrowser((await linkOf(advisor)).body.url as string);
  const exchanging = vi.spyOn(server.context.cards.stripe.oauth, "token");
  onTestFinished(() => exchanging.mockRestore());
  for (const _ of ["once", "again"]) {
    const answer = await authorize(advisor, back.get("code") as string, back.get("state"));
    expect([answer.status, answer.body.stripe_setup]).toEqual([200, true]);
  }
  expect(exchanging).toHaveBeenCalledTimes(1);
});

test("X-04 a connected account without an answer is refreshed by the next sweep; one that is not ready is refreshed later", async () => {
  const advisor = await makeMember(server.context, "advisor");
  const back = await authorizeInBrowser((await linkOf(advisor)).body.url as string);
  const code = back.get("code") as string;
  const { stripe_user_id } = await server.context.cards.stripe.oauth.token({ grant_type: "authorization_code", code });
  const accountId = stripe_user_id as string;
  await server.context.db.transaction((tx) =>
    connectAccount(tx, { memberId: advisor.id, accountId, codeHash: null }, server.clock.now()),
  );
  const unknown = { connected: true, payable: false, requirements: [], as_of: null };
  expect((await server.call(readPayoutAccount, {}, advisor.token)).body).toEqual(unknown);
  await refreshUnfinished(server.context);
  expect(await isSetUp(advisor)).toBe(true);

  const unready = await connectPayouts(server.context, await makeMember(server.context, "advisor"), {
    documentsLater: true,
  });
  const account = async () => findPayoutAccount(server.context.db, unready.id);
  // A webhook that is still under way would also refresh the account and look like the sweep.
  await cardSandbox(server).eventsHandled();
  const asked = (await account())?.askedAt;
  await refreshUnfinished(server.context);
  expect((await account())?.askedAt).toEqual(asked);
  server.clock.advance(11 * 60_000);
  await refreshUnfinished(server.context);
  expect((await account())?.askedAt).not.toEqual(asked);
  expect(jobs.map(({ run }) => run)).toContain(refreshUnfinished);
});

test("decision 58 an event of our own account does not affect a connected one, nor the reverse", async () => {
  const { stripe, settings } = server.context.cards;
  const deliver = async (event: object, secret: string) => {
    const payload = JSON.stringify(event);
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret });
    const headers = { "content-type": "application/json", "stripe-signature": signature };
    return (await fetch(`${server.url}/webhooks/stripe`, { method: "POST", headers, body: payload })).status;
  };
  const event = { id: "evt_of_another", object: "event", type: "account.updated", data: { object: { id: "acct_x" } } };
  const ofConnected = { ...event, account: "acct_x" };
  expect(await deliver(ofConnected, settings.webhookSecret)).toBe(400);
  expect(await deliver(event, settings.connectWebhookSecret)).toBe(400);
  expect(await deliver(ofConnected, "whsec_of_a_stranger")).toBe(400);
  expect(await deliver(ofConnected, settings.connectWebhookSecret)).toBe(200);
  expect(await deliver({ ...event, id: "evt_of_ours" }, settings.webhookSecret)).toBe(200);
});

test("X-04 an account restricted while its webhook was lost is found by the sweep", async () => {
  const advisor = await connectPayouts(server.context, await makeMember(server.context, "advisor"));
  const { accountId } = (await findPayoutAccount(server.context.db, advisor.id)) as { accountId: string };
  await cardSandbox(server).fault({ kind: "drop_webhooks", times: 20 });
  await changeAtProvider(advisor, { documents: "missing" });
  await refreshPayable(server.context);
  expect((await findPayoutAccount(server.context.db, advisor.id))?.payable).toBe(true);
  server.clock.advance(6 * 3_600_000 + 1000);
  await refreshPayable(server.context);
  expect((await findPayoutAccount(server.context.db, advisor.id))?.payable).toBe(false);
  expect((await server.context.cards.stripe.accounts.retrieve(accountId)).payouts_enabled).toBe(false);
  await cardSandbox(server).clearFaults();
  expect(jobs.map(({ run }) => run)).toContain(refreshPayable);
});

test("X-04 an account that its holder disconnects is removed, and can be connected again", async () => {
  const advisor = await connectPayouts(server.context, await makeMember(server.context, "advisor"));
  expect(advisor.member.stripeSetup).toBe(true);
  await changeAtProvider(advisor, { disconnect: true });
  await until(async () => !(await isSetUp(advisor)));
  expect((await server.call(readPayoutAccount, {}, advisor.token)).body).toBeNull();
  expect((await connectPayouts(server.context, advisor)).member.stripeSetup).toBe(true);
});

test("X-04 a late word that an account was disconnected does not remove it once it is connected again", async () => {
  const advisor = await connectPayouts(server.context, await makeMember(server.context, "advisor"));
  const { accounts } = server.context.cards.stripe;
  const seen = await findPayoutAccount(server.context.db, advisor.id);
  await cardSandbox(server).fault({ kind: "drop_webhooks", times: 50 });
  await changeAtProvider(advisor, { disconnect: true });
  const asked = vi.spyOn(accounts, "retrieve").mockImplementationOnce(async (id) => {
    asked.mockRestore();
    const left = await accounts.retrieve(id as string).catch((error) => error);
    // While that answer is on its way to us.
    await connectPayouts(server.context, advisor);
    throw left;
  });
  expect(await refreshPayoutAccount(server.context, advisor.id)).toMatchObject({
    accountId: seen?.accountId,
    payable: true,
  });
  expect(await isSetUp(advisor)).toBe(true);
  await cardSandbox(server).clearFaults();
});
