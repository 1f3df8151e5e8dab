import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authorize, clientOf, connectAccount, keys, openSandbox, refusal } from "./testing.ts";

let context: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
  context = await openSandbox();
});
afterAll(() => context.close());

const exchange = (code: string) => context.stripe.oauth.token({ grant_type: "authorization_code", code });

describe("connecting a payout account", () => {
  it("X-01 the page is for a person, and only for the right application", async () => {
    const query = new URLSearchParams({
      client_id: keys.clientId,
      response_type: "code",
      redirect_uri: "http://127.0.0.1/back",
      "stripe_user[email]": `"><script>@x.test`,
    });
    const page = await fetch(`${context.sandbox.url}/oauth/authorize?${query}`).then((one) => one.text());
    expect(page).toContain("Connect my account");
    expect(page).not.toContain("<script>@x");
    query.set("client_id", "ca_other");
    expect((await fetch(`${context.sandbox.url}/oauth/authorize?${query}`)).status).toBe(400);
  });

  it("X-04 unknown and used codes are invalid grants, a wrong key an invalid client", async () => {
    expect(await refusal(exchange("ac_unknown"))).toMatchObject({ type: "StripeInvalidGrantError", statusCode: 400 });
    const { code = "", state, scope } = await authorize(context.sandbox, { email: "once@example.test" });
    expect({ state, scope }).toEqual({ state: "s1", scope: "read_write" });
    const stranger = clientOf(context.sandbox, "sk_test_other").oauth.token({ grant_type: "authorization_code", code });
    expect(await refusal(stranger)).toMatchObject({ type: "StripeInvalidClientError", statusCode: 401 });
    await exchange(code);
    expect(await refusal(exchange(code))).toMatchObject({ type: "StripeInvalidGrantError" });
  });

  it("X-04 a code older than five minutes is refused", async () => {
    const { code = "" } = await authorize(context.sandbox, { email: "late@example.test" });
    await context.post("/sandbox/clock", { advance_seconds: 301 });
    expect(await refusal(exchange(code))).toMatchObject({ type: "StripeInvalidGrantError" });
  });

  it("X-02 refusing comes back as access_denied", async () => {
    expect(await authorize(context.sandbox, { decision: "refuse" })).toMatchObject({
      error: "access_denied",
      state: "s1",
    });
  });

  it("X-04 a connected account may be paid", async () => {
    const id = await connectAccount(context, "ready@example.test");
    expect(await context.stripe.accounts.retrieve(id)).toMatchObject({
      payouts_enabled: true,
      capabilities: { transfers: "active" },
      requirements: { currently_due: [] },
    });
  });

  it("X-04 documents left for later: connected, not payable, until they come", async () => {
    const id = await connectAccount(context, "later@example.test", { documents_later: "on" });
    const [first] = await context.receiver.until("account.updated");
    expect(first?.event.account).toBeDefined();
    const account = await context.stripe.accounts.retrieve(id);
    expect(account.payouts_enabled).toBe(false);
    expect(account.requirements?.currently_due).toEqual(["individual.verification.document"]);
    await context.post(`/sandbox/accounts/${id}`, { documents: "provided" });
    expect((await context.stripe.accounts.retrieve(id)).payouts_enabled).toBe(true);
  });

  it("a disconnected account is reported by an event and can no longer be used", async () => {
    const id = await connectAccount(context, "leaving@example.test");
    await context.stripe.oauth.deauthorize({ client_id: keys.clientId, stripe_user_id: id });
    const [told] = await context.receiver.until("account.application.deauthorized");
    expect(told?.event.account).toBe(id);
    expect(await refusal(context.stripe.accounts.retrieve(id))).toMatchObject({ code: "account_invalid" });
  });
});

it("a page of accounts is full although the newest one is disconnected", async () => {
  const [kept, newest] = [
    await connectAccount(context, "kept@example.test"),
    await connectAccount(context, "newest@example.test"),
  ];
  await context.stripe.oauth.deauthorize({ client_id: keys.clientId, stripe_user_id: newest });
  const { data } = await context.stripe.accounts.list({ limit: 1 });
  expect(data.map(({ id }) => id)).toEqual([kept]);
});

it("an Express account is set up through a link that works once", async () => {
  const account = await context.stripe.accounts.create({ type: "express", country: "GB", email: "x@example.test" });
  const link = await context.stripe.accountLinks.create({
    account: account.id,
    type: "account_onboarding",
    refresh_url: "http://127.0.0.1/again",
    return_url: "http://127.0.0.1/done",
  });
  expect(await fetch(link.url).then((one) => one.text())).toContain("Set up payouts");
  const reused = await fetch(link.url, { redirect: "manual" });
  expect(reused.headers.get("location")).toBe("http://127.0.0.1/again");
  const done = await fetch(link.url, { method: "POST", body: new URLSearchParams(), redirect: "manual" });
  expect(done.headers.get("location")).toBe("http://127.0.0.1/done");
  expect((await context.stripe.accounts.retrieve(account.id)).payouts_enabled).toBe(true);
  expect((await context.stripe.accounts.createLoginLink(account.id)).url).toContain(account.id);
});
