import { AsyncLocalStorage } from "node:async_hooks";
import type { AddressInfo } from "node:net";
import { type Declaration, mayCall, urlOf } from "@plumbline/contract/endpoint.ts";
import { readHealth } from "@plumbline/contract/health/contract.ts";
import { defaultCard, listPlans, readMembership, refreshMembership } from "@plumbline/contract/membership/contract.ts";
import { readSiteText, readSiteTextVersion } from "@plumbline/contract/site-texts/contract.ts";
import { contentRoutes } from "@plumbline/sandbox/content/routes.ts";
import { PgDialect } from "drizzle-orm/pg-core";
import Fastify from "fastify";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { routes } from "../app.ts";
import { makeAnnouncements } from "../demo/announcements.ts";
import { makeEngagement } from "../demo/engagements.ts";
import { makeInvoice } from "../demo/invoices.ts";
import { sendAdvisorRequest } from "../demo/matching.ts";
import { connectPayouts, payMembership } from "../demo/membership.ts";
import { converse } from "../demo/messages.ts";
import { makeMember, makeStaff, type Person } from "../demo/people.ts";
import { answerOnboarding, completeAdvisor } from "../demo/profiles.ts";
import { makeAppeal, makeReport, makeSanction } from "../demo/sanctions.ts";
import { entriesOf } from "../features/reference/store.ts";
import { cardSandbox } from "../testing/card-sandbox.ts";
import { makeDispute } from "../testing/dispute-requests.ts";
import { kindOfId } from "../testing/path-ids.ts";
import { testServer } from "../testing/plumbline.ts";
import { sampleFor } from "../testing/sample-inputs.ts";
import { timeoutFor } from "../testing/size.ts";
import { startTcpProxy } from "../testing/tcp-proxy.ts";

// No read waits for another company (ADR-019): every GET of the contract is sent while the card provider cannot be reached
// and the content service accepts connections and never answers.

const service = Fastify();
await service.register(contentRoutes, { contentKey: "unused" });
await service.listen({ host: "127.0.0.1", port: 0 });
const content = await startTcpProxy({ host: "127.0.0.1", port: (service.server.address() as AddressInfo).port });
const server = testServer(
  { CONTENT_URL: `http://127.0.0.1:${content.port}`, LOG_LEVEL: "silent" },
  { skipNotifications: true },
);

/** Counts the calls to the provider and the statements that a request causes, whether or not it waits for them. */
const ofRequest = new AsyncLocalStorage<{ providerCalls: number; statementsBuilt: number }>();
const nothing = { providerCalls: 0, statementsBuilt: 0 };
const people: Record<string, Person> = {};
const ids: Record<string, number> = {};

beforeAll(async () => {
  const { context } = server;
  const advisor = await connectPayouts(context, await completeAdvisor(context, await makeMember(context, "advisor")));
  const customer = await payMembership(context, await answerOnboarding(context, await makeMember(context, "customer")));
  await converse(context, [[customer, advisor, "Good morning."]]);
  const engagement = await makeEngagement(context, { advisor, customer, status: "in_progress" });
  const invoice = await makeInvoice(context, { advisor, engagementId: engagement });
  Object.assign(people, { customer, advisor, staff: await makeStaff(context) });
  const [country] = (await entriesOf(context.db, ["countries"])).get("countries") ?? [];
  Object.assign(ids, { engagement, invoice, customer: customer.id, advisor: advisor.id, country: country?.id });
  const staff = people["staff"] as Person;
  await sendAdvisorRequest(context, customer, "Somebody who has sold a bakery.");
  const thread = await context.db.query.threads.findFirst();
  ids["staff"] = staff.id;
  ids["correspondence"] = thread?.id as number;
  ids["announcements"] = await makeAnnouncements(context, staff, [customer, advisor]);
  ids["reports"] = await makeReport(context, customer, advisor);
  ids["disputes"] = await makeDispute(server);
  ids["appeals"] = await makeAppeal(context, advisor, await makeSanction(context, staff, advisor));
}, 120_000);
afterAll(async () => {
  await content.close();
  await service.close();
});

/** From now on the provider cannot be reached. */
function cutProvider() {
  const { cards } = server.context;
  const client = Stripe.createNodeHttpClient();
  client.makeRequest = async () => {
    const request = ofRequest.getStore();
    if (request) request.providerCalls += 1;
    throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  };
  cards.stripe = new Stripe(cards.settings.secretKey, { httpClient: client, maxNetworkRetries: 0 });
}

/** Links for one use: they are refused without their token, while the provider is there too. */
const oneOff = new Set([
  "/api/{role}/confirmation",
  "/api/unsubscribe/{token}",
  "/api/application_status/{token}",
  "/api/reference/{token}",
]);
/** Texts that are refused because another content service has them. */
const hadElsewhere = new Set<string>([readSiteText.path, readSiteTextVersion.path]);
/** All but the files of lists, which are made of the lists' own answers and written into the audit. */
const reads = () =>
  routes(server.context).flatMap(({ declaration }) =>
    declaration.method === "GET" && !declaration.exportOf ? [declaration] : [],
  );
const callersOf = ({ for: caller }: Declaration) =>
  Object.values(people).filter(({ role }) => mayCall(caller, role) && !(caller === "anyone" && role === "staff"));

function urlFor(declaration: Declaration, { role }: Person): string {
  const { path } = declaration;
  const { params, query } = sampleFor(declaration, () => "growth") as unknown as Record<
    string,
    Record<string, unknown>
  >;
  const other = role === "customer" ? "advisor" : "customer";
  const known: Record<string, unknown> = {
    role: `${path.startsWith("/api/public/") ? other : role}s`,
    id: path.startsWith("/api/content/")
      ? 41
      : path.startsWith("/api/public/{role}")
        ? ids[other]
        : (ids[/\/(correspondence|appeals|reports|announcements|disputes)\//.exec(path)?.[1] ?? ""] ??
          ids[kindOfId(path)]),
    type: "insights",
    slug: "three-page-plan",
    countryId: ids["country"],
    ids: "1",
    receiver_id: ids[other],
  };
  const filled = Object.keys(params ?? {}).map((name) => [name, known[name] ?? params?.[name]]);
  const inQueries: Record<string, unknown> = { ...known, role: undefined, amount: "1.00" };
  // Its key is of its own making, and its first page needs none.
  if (path.endsWith("/ledger")) inQueries["before"] = "";
  // There is no payout after which a page could begin.
  if (path.endsWith("/back-office/payouts")) inQueries["after"] = "";
  const asked = Object.keys(query ?? {}).map((name) => [name, inQueries[name] ?? query?.[name]]);
  return urlOf(declaration, { params: Object.fromEntries(filled), query: Object.fromEntries(asked) });
}

type Answer = { path: string; read: string; status: number; body: string };

/** What may change: signatures of file addresses, and the health page, which reports when jobs ran and whom they miss. */
const stable = (path: string, body: string) =>
  path === readHealth.path ? "" : body.replace(/\?(expires|signature)=[^"]*/g, "");

async function send(method: "GET" | "POST", url: string, caller: Person | undefined) {
  // Awaited here, because the request begins only when its answer is waited for.
  return await server.app.inject({
    method,
    url,
    headers: { host: "localhost", authorization: `Bearer ${caller?.token}` },
  });
}

const everyRead = () =>
  reads().flatMap((declaration) =>
    callersOf(declaration).map((person) => ({ declaration, person, url: urlFor(declaration, person) })),
  );

async function readEverything(): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { declaration, person, url } of everyRead()) {
    const { statusCode: status, body } = await send("GET", url, person);
    answers.push({
      path: declaration.path,
      read: `${person.role}: ${url}`,
      status,
      body: stable(declaration.path, body),
    });
  }
  return answers;
}

test(
  "R21 ADR-019 every GET of the contract answers as before while provider and content service are away, and asks neither",
  async () => {
    // A webhook that arrives in between would change the answers.
    await cardSandbox(server).eventsHandled();
    const before = await readEverything();
    // Whoever adds an endpoint with ids of another kind gives it one above.
    const refused = before.filter(({ status }) => status !== 200).map(({ path }) => path);
    expect(refused.filter((path) => !oneOff.has(path) && !hadElsewhere.has(path))).toEqual([]);
    expect(before.length).toBeGreaterThan(50);
    cutProvider();
    content.freeze();
    const request = { ...nothing };
    const after = await ofRequest.run(request, readEverything);
    content.thaw();
    expect(after).toEqual(before);
    expect(request.providerCalls).toBe(0);
    // A call that is for the provider shows that the count works.
    const asking = await ofRequest.run(request, () => send("POST", refreshMembership.path, people["customer"]));
    expect([asking.statusCode, request.providerCalls]).toEqual([503, 1]);
  },
  timeoutFor(120_000),
);

test(
  "rule 21 ADR-020 a GET that was answered before puts no statement together: what it asks for is prepared",
  async () => {
    await readEverything();
    const build = PgDialect.prototype.sqlToQuery;
    vi.spyOn(PgDialect.prototype, "sqlToQuery").mockImplementation(function (this: PgDialect, ...given) {
      const request = ofRequest.getStore();
      if (request) request.statementsBuilt += 1;
      return build.apply(this, given);
    });
    const built: string[] = [];
    for (const { declaration, person, url } of everyRead()) {
      const request = { ...nothing };
      await ofRequest.run(request, () => send("GET", url, person));
      if (request.statementsBuilt > 0) built.push(`${declaration.path} ${person.role} ${request.statementsBuilt}`);
    }
    vi.restoreAllMocks();
    expect(built).toEqual([]);
  },
  timeoutFor(120_000),
);

const first = testServer({
  LOG_LEVEL: "silent",
  // Nothing answers there.
  STRIPE_API_BASE: "http://127.0.0.1:9",
  STRIPE_SECRET_KEY: "sk_test_away",
  STRIPE_PUBLISHABLE_KEY: "pk_test_away",
  STRIPE_WEBHOOK_SECRET: "whsec_away",
  STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_away_connect",
  STRIPE_CLIENT_ID: "ca_away",
});

test("R21 ADR-019 an installation whose provider is away at its first start works, but for its plans, which are 503", async () => {
  const { token } = await makeMember(first.context, "customer");
  const plans = await first.call(listPlans, {}, token);
  expect([plans.status, plans.headers.get("retry-after")]).toEqual([503, "5"]);
  expect((await first.call(readMembership, {}, token)).body).toMatchObject({ allowed_actions: ["subscribe"] });
  expect((await first.call(defaultCard, {}, token)).body).toBeNull();
});
