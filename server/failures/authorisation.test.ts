import { type Declaration, mayCall, urlOf } from "@plumbline/contract/endpoint.ts";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { routes } from "../app.ts";
import { endSessions, sessionsChanged, startSession } from "../auth/members.ts";
import { makeEngagement } from "../demo/engagements.ts";
import { makeInvoice } from "../demo/invoices.ts";
import { sendAdvisorRequest } from "../demo/matching.ts";
import { converse } from "../demo/messages.ts";
import { apply, freshEmail, makeMember, makeStaff, type Person, setUp } from "../demo/people.ts";
import { makeReview } from "../demo/reviews.ts";
import { makeSanction } from "../demo/sanctions.ts";
import { findByEmail, updateMember } from "../features/accounts/store.ts";
import { kindOfId } from "../testing/path-ids.ts";
import { testServer } from "../testing/plumbline.ts";
import { sampleFor } from "../testing/sample-inputs.ts";

// Every call of the contract, by every caller it is not for: what they read, what they change, and what they can
// distinguish.

const server = testServer({}, { skipNotifications: true });
/** The content of every private field of the two members whom all other callers try to reach. */
const canary = "zqcanary";
const missing = 2_147_480_001;

type Ids = Record<string, number>;
type Asked = { status: number; text: string };
let owners: { customer: Person; advisor: Person };
let ids: Ids;
/** How the other callers sign in, anew where a call may have ended their session. Null for no token. */
let others: Record<string, () => Promise<string | null>>;

const all = () => routes(server.context).map(({ declaration }) => declaration);
const named = ({ method, path }: Declaration) => `${method} ${path}`;

beforeAll(async () => {
  const { context } = server;
  const pair = async () => ({
    customer: await setUp(context, await makeMember(context, "customer")),
    advisor: await setUp(context, await makeMember(context, "advisor")),
  });
  owners = await pair();
  const { customer, advisor } = owners;
  for (const { id } of [customer, advisor])
    await context.db.execute(
      sql`update profiles set company_name = ${canary}, phone_number = ${canary}, address_1 = ${canary}, postcode = ${canary} where member_id = ${id}`,
    );
  for (const each of [customer, advisor])
    await updateMember(context.db, each.id, { email: `${canary}.${each.role}@example.test` });
  const words = { name: canary, description: canary, collaborators: [canary] };
  await converse(context, [[customer, advisor, canary]]);
  const engagement = await makeEngagement(context, { ...owners, status: "in_progress", ...words, message: canary });
  const completed = await makeEngagement(context, { ...owners, status: "completed", ...words });
  const invoice = await makeInvoice(context, { advisor, engagementId: engagement, lines: [[canary, 1, 100]] });
  const review = await makeReview(context, { engagementId: completed, customer, rating: 4, body: "In public." });
  await sendAdvisorRequest(context, customer, canary);
  await context.db.execute(
    sql`insert into notifications (member_id, event_id, message, action) select ${customer.id}, max(id), ${canary}, '/' from events`,
  );
  const { rows } = await context.db.execute<{ notification: number; session: number; mail: number | null }>(
    sql`select (select max(id) from notifications) notification, (select max(id) from sessions where member_id = ${customer.id}) session, (select max(id) from mails) mail`,
  );
  ids = {
    engagement,
    invoice,
    review,
    advisor: advisor.id,
    customer: customer.id,
    notification: rows[0]?.notification ?? missing,
    session: rows[0]?.session ?? missing,
    mail: rows[0]?.mail ?? missing,
  };

  ids["sanction"] = await makeSanction(context, await makeStaff(context), advisor, { reason: canary });
  const strangers = await pair();
  const waiting = freshEmail("waiting");
  await apply(context, "advisor", { email: waiting, name: "Owen Price" });
  const suspended = await makeMember(context, "customer");
  const session = (id: number) => startSession(context.db, id, context.clock.now(), null);
  const staff = await makeStaff(context);
  others = {
    visitor: async () => null,
    "another customer": () => session(strangers.customer.id),
    "another advisor": () => session(strangers.advisor.id),
    "somebody not approved": async () => session((await findByEmail(context.db, waiting))?.id as number),
    "somebody suspended": async () => {
      const token = await session(suspended.id);
      await updateMember(context.db, suspended.id, { state: "suspended" });
      sessionsChanged(context, suspended.id);
      return token;
    },
    "somebody logged out": async () => {
      const token = await session(strangers.customer.id);
      await endSessions(context.db, strangers.customer.id);
      sessionsChanged(context, strangers.customer.id);
      return token;
    },
    staff: () => session(staff.id),
  };
});

const byField: Record<string, string> = {
  project_id: "engagement",
  conversation_id: "advisor",
  receiver_id: "advisor",
  profile_id: "advisor",
  customer_id: "customer",
  advisor_id: "advisor",
};

/** A sample input for a call about `theirs`, or about ids that do not exist. */
function sendingAbout(declaration: Declaration, theirs: Ids | null) {
  const id = (kind: string) => (theirs ? (theirs[kind] ?? missing) : missing);
  const about = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(about);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, byField[name] ? id(byField[name]) : about(each)]),
    );
  };
  const { params, query, body, files } = sampleFor(declaration, () => "word") as {
    params?: Record<string, unknown>;
    query?: object;
    body?: object;
    files?: File[];
  };
  const named = Object.fromEntries(
    Object.keys(params ?? {}).map((name) => [name, name === "id" ? id(kindOfId(declaration.path)) : params?.[name]]),
  );
  return { params: named, query: about(query) as object, body: about(body), files };
}

async function ask(declaration: Declaration, theirs: Ids | null, token: string | null): Promise<Asked> {
  const { params, query, body, files } = sendingAbout(declaration, theirs);
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  let sent: FormData | string | null = null;
  if (declaration.upload) {
    sent = new FormData();
    for (const file of files ?? []) sent.append(declaration.upload.field, file);
  } else if (body !== undefined) {
    headers["content-type"] = "application/json";
    sent = JSON.stringify(body);
  }
  const { method } = declaration;
  const answer = await fetch(server.url + urlOf(declaration, { params, query }), { method, headers, body: sent });
  return { status: answer.status, text: await answer.text() };
}

/** Everything that is stored about the two. */
async function stored(): Promise<string> {
  const { customer, advisor } = owners;
  const both = sql`(${customer.id}, ${advisor.id})`;
  const tables = [
    sql`select to_jsonb(t) from members t where id in ${both}`,
    sql`select to_jsonb(t) from profiles t where member_id in ${both}`,
    sql`select to_jsonb(t) from engagements t where customer_id = ${customer.id} and advisor_id = ${advisor.id} order by id`,
    sql`select to_jsonb(t) from invoices t where advisor_id = ${advisor.id} order by id`,
    sql`select to_jsonb(t) from reviews t where advisor_id = ${advisor.id} order by id`,
    sql`select to_jsonb(t) from messages t where sender_id in ${both} order by id`,
    sql`select to_jsonb(t) from notifications t where member_id in ${both} order by id`,
    sql`select to_jsonb(t) from sessions t where member_id in ${both} order by id`,
  ];
  const found = [];
  for (const table of tables) found.push((await server.context.db.execute(table)).rows);
  return JSON.stringify(found);
}

/**
 * What other members may know to exist, so that it may differ from what does not exist: an advisor's page, and writing
 * to them.
 */
const known = new Set([
  "GET /api/public/{role}/{id}",
  "GET /api/public/advisors/{id}/reviews",
  "POST /api/messages",
  "GET /api/messages",
  "POST /api/conversations/read",
]);

test("R6 the two read their own data, without which the other tests would prove nothing", async () => {
  const seen: string[] = [];
  for (const { id } of Object.values(owners)) {
    const token = await startSession(server.context.db, id, server.clock.now(), null);
    for (const declaration of all().filter(({ method }) => method === "GET"))
      if ((await ask(declaration, ids, token)).text.includes(canary)) seen.push(declaration.path);
  }
  for (const path of ["/api/projects/{id}", "/api/invoices/{id}", "/api/messages", "/api/{role}/profile"])
    expect(seen).toContain(path);
});

test("R6 no call shows anybody else a private field, distinguishes foreign from missing, or changes anything", async () => {
  const before = await stored();
  const wrong: string[] = [];
  for (const declaration of all()) {
    for (const [who, enter] of Object.entries(others)) {
      // Staff may read what is for staff.
      if (who === "staff" && declaration.for === "staff") continue;
      const where = `${named(declaration)} by ${who}`;
      const token = await enter();
      const foreign = await ask(declaration, ids, token);
      // Anew if the first call may have ended the session.
      const absent = await ask(declaration, null, foreign.status < 400 ? await enter() : token);
      // Members may read who reviewed whom (decision 45); visitors may not.
      const shown = named(declaration) === "GET /api/public/advisors/{id}/reviews" && who !== "visitor";
      if (foreign.text.includes(canary) && !shown) wrong.push(`${where} shows a private field`);
      if (foreign.status >= 500) wrong.push(`${where} answers ${foreign.status}`);
      const nobody = ["visitor", "somebody not approved", "somebody suspended", "somebody logged out"].includes(who);
      const refused = nobody && (declaration.for !== "anyone" || who !== "visitor");
      if (refused && foreign.status !== 401) wrong.push(`${where} answers ${foreign.status} without a session`);
      const role = who === "another customer" ? "customer" : who === "another advisor" ? "advisor" : "staff";
      if (!nobody && !mayCall(declaration.for, role) && foreign.status !== 404)
        wrong.push(`${where} answers ${foreign.status} to the wrong role`);
      const naming =
        /"id"/.test(JSON.stringify(Object.keys(sendingAbout(declaration, ids).params))) || declaration.body;
      if (naming && !known.has(named(declaration)) && foreign.status !== absent.status)
        wrong.push(`${where} tells foreign (${foreign.status}) from missing (${absent.status})`);
      if (
        foreign.status >= 400 &&
        absent.status >= 400 &&
        !known.has(named(declaration)) &&
        foreign.text !== absent.text
      )
        wrong.push(`${where} answers foreign and missing in other words: ${foreign.text} / ${absent.text}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await stored()).toBe(before);
}, 240_000);
