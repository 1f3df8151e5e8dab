import { type Declaration, mayCall, urlOf } from "@plumbline/contract/endpoint.ts";
import { channels, jobs, routes } from "../app.ts";
import { makeAnnouncements } from "../demo/announcements.ts";
import { makeEngagement } from "../demo/engagements.ts";
import { makeInvoice } from "../demo/invoices.ts";
import { saveSearch, sendAdvisorRequest } from "../demo/matching.ts";
import { converse } from "../demo/messages.ts";
import { choices, makeMember, makeStaff, type Person, personOf, setUp } from "../demo/people.ts";
import { makeReview } from "../demo/reviews.ts";
import { makeAppeal, makeReport, makeSanction } from "../demo/sanctions.ts";
import { insertLink } from "../features/accounts/store.ts";
import { insertReceipts } from "../features/announcements/store.ts";
import { unsubscribeFrom } from "../features/notifications/unsubscribe.ts";
import { jsonSchemaOf } from "../http/json-schemas.ts";
import { identifierOf, openSocket } from "./cable-clients.ts";
import { received } from "./content-requests.ts";
import { referenceToken } from "./desk-requests.ts";
import { makeDispute } from "./dispute-requests.ts";
import type { TestServer } from "./plumbline.ts";
import { requestName } from "./writing-request.ts";
import { writingRequests } from "./writing-requests.ts";

/**
 * Uses the whole program once: every endpoint as each role that may call it, reads also with each of their query
 * parameters; every channel, also after a gap of the bus; every job; the metrics. Throws when an endpoint has refused all its calls.
 */
export async function callEverything(server: TestServer): Promise<void> {
  const refused = new Set(routes(server.context).map(({ declaration }) => requestName(declaration)));
  for (const [declaration, prepare] of writingRequests) {
    const { sending, token } = await prepare(server);
    const name = requestName(declaration);
    const { status } = await server.call(declaration, sending, token, { "idempotency-key": name });
    if (status < 300) refused.delete(name);
  }
  await server.settle();
  const scene = await makeScene(server);
  for (const call of callsIn(server, scene)) {
    const { token } = await personOf(server.context, call.by.email);
    const url = server.url + urlOf(call.declaration, call.sending);
    const answer = await fetch(url, { method: call.declaration.method, headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (answer.ok) refused.delete(requestName(call.declaration));
  }
  await fetch(`${server.url}/metrics`);
  await subscribeToChannels(server, scene);
  for (const job of jobs) await job.run(server.context);
  await server.settle();
  if (refused.size > 0) throw new Error(`refused: ${[...refused].join(", ")}`);
}

/** Every read that a replica may answer (ADR-050), as each role that may call it: with no query, and with all of its parameters. */
export async function readsThatMayBeStale(server: TestServer) {
  const calls = callsIn(server, await makeScene(server), (declaration, examples) => {
    const choices = parametersOf(declaration, examples);
    return [{}, ...(choices.length > 0 ? [Object.assign({}, ...choices.map(([first]) => first))] : [])];
  });
  return calls
    .filter(({ declaration }) => declaration.mayBeStale && !declaration.exportOf)
    .map(({ declaration, by, sending }) => ({ declaration, path: urlOf(declaration, sending), by }));
}

/** The members and staff who call, and examples of what paths and queries name. */
type Scene = {
  people: Record<Person["role"], Person>;
  /** By a part of the path. */
  ids: [part: string, id: number][];
  /** Tokens of e-mailed links, by a part of the path. */
  tokens: [part: string, token: string][];
  /** By the parameter's name. */
  values: Record<string, unknown>;
};

async function makeScene(server: TestServer): Promise<Scene> {
  const { context } = server;
  const { db, clock } = context;
  const customer = await setUp(context, await makeMember(context, "customer"));
  const advisor = await setUp(context, await makeMember(context, "advisor"));
  const applicant = await makeMember(context, "customer");
  await saveSearch(context, customer);
  await converse(context, [[customer, advisor, "Good morning."]]);
  const project = await makeEngagement(context, { customer, advisor, status: "in_progress" });
  const completed = await makeEngagement(context, { customer, advisor, status: "completed" });
  const invoice = await makeInvoice(context, { advisor, engagementId: project });
  const draft = await makeInvoice(context, { advisor, engagementId: project, draft: true });
  await makeReview(context, { engagementId: completed, customer, rating: 4, body: "Clear and quick." });
  await sendAdvisorRequest(context, customer, "Somebody who has sold a bakery.");
  const staff = await makeStaff(context);
  const colleague = await makeStaff(context, { role: "support" });
  const thread = await db.query.threads.findFirst({ where: (row, { eq }) => eq(row.memberId, customer.id) });
  const appeal = await makeAppeal(context, advisor, await makeSanction(context, staff, advisor));
  const announcement = await received(context, customer.id, staff.id);
  await insertReceipts(db, announcement, [advisor.id], null);
  const report = await makeReport(context, customer, advisor);
  const link = await insertLink(db, applicant.id, "verify", clock.now(), 3600);
  const session = await db.query.sessions.findFirst({ where: (row, { eq }) => eq(row.memberId, advisor.id) });
  return {
    people: { customer, advisor, staff },
    ids: [
      ["DELETE /api/invoices/", draft],
      ["/invoices/", invoice],
      ["/projects/", project],
      ["/applications/", advisor.id],
      ["/public/advisors/", advisor.id],
      ["/back-office/staff/sessions/", colleague.member.sessionId],
      ["/back-office/staff/", staff.id],
      ["/correspondence/", thread?.id as number],
      ["/appeals/", appeal],
      ["/reports/", report],
      ["/disputes/", await makeDispute(server)],
      ["/announcements/", await makeAnnouncements(context, staff, [customer, advisor])],
      ["/announcements/", announcement],
      ["/back-office/members/", advisor.id],
      ["/sessions/", session?.id as number],
      ["/content/pages/", 41],
    ],
    tokens: [
      ["/application_status/", await insertLink(db, applicant.id, "application", clock.now(), null)],
      ["/reference/", await referenceToken(context, { memberId: applicant.id, askedBy: staff.id })],
    ],
    values: {
      type: "insights",
      slug: "three-page-plan",
      countryId: (await choices(db))("countries", "United Kingdom"),
      token: unsubscribeFrom(context, advisor.id, "messages").url.split("/").at(-1),
      confirmation_token: link,
      q: "ann",
      kind: "cities",
      name: "engagement.proposed",
      version: 0,
      ids: "1,2",
      from: "2026-01-01",
      to: "2026-12-31",
      until: "2026-11",
    },
  };
}

type Call = { declaration: Declaration; by: Person; sending: { params: object; query: object } };

/** Calls of every endpoint that reads or deletes. */
function callsIn(server: TestServer, { people, ids, tokens, values }: Scene, queries = queriesOf): Call[] {
  const calls: Call[] = [];
  const declarations = routes(server.context).map(({ declaration }) => declaration);
  const paths = new Set(declarations.map(({ path }) => path));
  const deletingLast = declarations.toSorted((one, other) => other.method.localeCompare(one.method));
  for (const declaration of deletingLast.filter(({ method }) => method === "GET" || method === "DELETE"))
    for (const by of Object.values(people).filter(({ role }) => mayCall(declaration.for, role))) {
      const other = by.role === "customer" ? people.advisor : people.customer;
      const named = requestName(declaration);
      const examples: Record<string, unknown> = {
        id: ids.find(([part]) => named.includes(part))?.[1] ?? other.id,
        role: `${named.includes("/public/") ? other.role : by.role}s`,
        receiver_id: other.id,
        ...values,
      };
      examples["token"] = tokens.find(([part]) => named.includes(part))?.[1] ?? examples["token"];
      if (named.includes("/content/{name}")) examples["name"] = "privacy-policy";
      const params = Object.fromEntries(
        Object.keys(declaration.params?.shape ?? {}).map((name) => [name, examples[name]]),
      );
      // A list that is taken away as a file is read by the statements of the list.
      const asFile = paths.has(declaration.path.replace(/\.(csv|json)$/, "")) && /\.(csv|json)$/.test(declaration.path);
      for (const query of queries(declaration, examples, !asFile))
        calls.push({ declaration, by, sending: { params, query } });
    }
  return calls;
}

/** No query parameter, each with each of its values, and each pair of two: each may make another statement. */
function queriesOf(declaration: Declaration, examples: Record<string, unknown>, inPairs: boolean): object[] {
  const byName = parametersOf(declaration, examples);
  const singles = [{}, ...byName.flat()];
  if (!inPairs) return singles;
  const pairs = byName.flatMap((ones, index) =>
    ones.flatMap((one) => byName.slice(index + 1).flatMap((others) => others.map((other) => ({ ...one, ...other })))),
  );
  return [...singles, ...pairs];
}

/** The values to send of each query parameter. */
function parametersOf(declaration: Declaration, examples: Record<string, unknown>): object[][] {
  const schema = declaration.query ? jsonSchemaOf(declaration.query, "input") : {};
  return Object.entries((schema["properties"] ?? {}) as Record<string, Schema>).map(([name, property]) => {
    const of = property.anyOf?.[0] ?? property;
    const values = of.enum ?? [examples[name] ?? of.const ?? (/integer|number/.test(String(of.type)) ? 1 : "a")];
    return values.map((value) => ({ [name]: value }));
  });
}
type Schema = { type?: string | string[]; enum?: unknown[]; const?: unknown; anyOf?: Schema[] };

async function subscribeToChannels(server: TestServer, { people }: Scene): Promise<void> {
  const { context } = server;
  const conversation = await context.db.query.conversations.findFirst({
    where: (row, { eq }) => eq(row.customerId, people.customer.id),
  });
  const { token } = await personOf(context, people.customer.email);
  const socket = await openSocket(server.url, { token });
  for (const { name } of channels(context)) {
    const identifier = identifierOf(name, { conversation_id: conversation?.id });
    const { type } = await socket.subscribe(identifier);
    if (type !== "confirm_subscription") throw new Error(`${name}: ${type}`);
  }
  await catchUpAfterGap(server, people);
  socket.close();
}

/** Opens the channels once more on a bus that delivers nothing, and reports a gap with a message and a bell in it. */
async function catchUpAfterGap({ context, settle }: TestServer, { customer, advisor }: Scene["people"]): Promise<void> {
  const catchUps: (() => unknown)[] = [];
  const bus = { ...context.bus, subscribe: () => {}, onGap: (catchUp: () => unknown) => void catchUps.push(catchUp) };
  for (const channel of channels({ ...context, bus })) channel.open?.();
  for (const catchUp of catchUps) await catchUp();
  await converse(context, [[advisor, customer, "Good afternoon."]]);
  await settle();
  for (const catchUp of catchUps) await catchUp();
  if (catchUps.length === 0) throw new Error("no channel catches up after a gap");
}
