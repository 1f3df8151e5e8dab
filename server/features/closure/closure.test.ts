import { confirmEmail, createPassword, requestReset, signIn } from "@plumbline/contract/accounts/contract.ts";
import { signInRefusals } from "@plumbline/contract/accounts/rules.ts";
import { twoStepTexts } from "@plumbline/contract/accounts/two-step-rules.ts";
import { importMembers } from "@plumbline/contract/back-office/import.ts";
import { writeMemberNote } from "@plumbline/contract/back-office/members.ts";
import {
  closeMemberAccount,
  closeOwnAccount,
  copyOwnData,
  readMemberClosure,
  readOwnClosure,
  reopenMemberAccount,
} from "@plumbline/contract/closure/contract.ts";
import { formerMember, graceDays, texts } from "@plumbline/contract/closure/rules.ts";
import { addDays, dayInLondon, formatLong } from "@plumbline/contract/dates.ts";
import { acceptProject, readProject } from "@plumbline/contract/engagements/contract.ts";
import { matchedAdvisors } from "@plumbline/contract/matching/contract.ts";
import { readMembership } from "@plumbline/contract/membership/contract.ts";
import { listConversations } from "@plumbline/contract/messages/contract.ts";
import { eq, is, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { jobs } from "../../app.ts";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice, makePaid } from "../../demo/invoices.ts";
import { connectPayouts, payMembership } from "../../demo/membership.ts";
import { converse } from "../../demo/messages.ts";
import { freshEmail, makeMember, makeStaff, type Person, personOf } from "../../demo/people.ts";
import { answerOnboarding, completeAdvisor } from "../../demo/profiles.ts";
import { queueEmail } from "../../mail/mail.ts";
import { personalData } from "../../personal-data.ts";
import * as schema from "../../schema.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { testServer } from "../../testing/plumbline.ts";
import { withTwoSteps } from "../../testing/two-steps.ts";
import { findByEmail, insertApplicant } from "../accounts/store.ts";

const server = testServer();
const password = "correct horse battery";

const close = (person: Person, body: object = {}) =>
  server.call(closeOwnAccount, { body: { current_password: password, ...body } }, person.token);
const enter = ({ email, role }: Person) =>
  server.call(signIn, { body: { email, password, owner_type: role, grant_type: "password" } });
const eraseDue = () => jobs.find(({ name }) => name.startsWith("erase the data"))?.run(server.context);
const advisorWith = async () =>
  connectPayouts(
    server.context,
    await completeAdvisor(server.context, await makeMember(server.context, "advisor", { password })),
  );
const customerWith = async () =>
  payMembership(
    server.context,
    await answerOnboarding(server.context, await makeMember(server.context, "customer", { password })),
  );

test("G-53 an account is closed with its password, and its code where it has one; anything else changes nothing", async () => {
  const member = await makeMember(server.context, "customer", { password });
  expect((await close(member, { current_password: "wrong" })).errors).toEqual({ current_password: ["is not right"] });
  expect((await close(member, { current_password: "" })).status).toBe(422);
  expect((await close(member, { resaon: "misspelt" })).status).toBe(422);
  expect((await close(member, { reason: "x".repeat(2001) })).errors).toHaveProperty("reason");
  const { person, code, wrong } = await withTwoSteps(server);
  expect((await server.call(readOwnClosure, {}, person.token)).body.needs_code).toBe(true);
  expect((await close(person)).errors).toEqual({ otp: [twoStepTexts.needed] });
  expect((await close(person, { otp: wrong() })).errors).toEqual({ otp: [twoStepTexts.wrongCode] });
  expect((await close(person, { otp: code(1) })).status).toBe(200);
  expect((await enter(member)).status).toBe(200);
});

test("G-53 while work runs, or an invoice waits, the account stays open and says what has to be settled", async () => {
  const [advisor, customer] = [await advisorWith(), await customerWith()];
  const engagementId = await makeEngagement(server.context, {
    advisor,
    customer,
    status: "in_progress",
    name: "Board pack",
  });
  const invoiceId = await makeInvoice(server.context, { advisor, engagementId });
  for (const person of [advisor, customer]) {
    const { obstacles } = (await server.call(readOwnClosure, {}, person.token)).body;
    expect(obstacles).toEqual([
      { kind: "engagement", id: engagementId, label: "Board pack", path: `/project/${engagementId}` },
      { kind: "invoice", id: invoiceId, label: "INV-0001", path: `/invoices/${invoiceId}` },
    ]);
    const refused = await close(person);
    expect([refused.status, refused.errors]).toEqual([409, { base: [texts.notYet] }]);
  }
  expect((await enter(customer)).status).toBe(200);
});

test("G-53 a closed account is signed out everywhere, found by nobody, charged nothing, and told by when to change its mind", async () => {
  const [advisor, customer] = [await advisorWith(), await customerWith()];
  const proposed = await makeEngagement(server.context, { advisor, customer, status: "proposed" });
  const found = async () =>
    (await server.call(matchedAdvisors, {}, customer.token)).body.map(({ id }: { id: number }) => id);
  await server.settle();
  await expect.poll(found).toContain(advisor.id);
  const closed = await close(advisor, { reason: "I retire." });
  const day = addDays(dayInLondon(server.context.clock.now()), graceDays);
  expect(closed.body).toEqual({ erase_on: day });
  expect((await server.call(readOwnClosure, {}, advisor.token)).status).toBe(401);
  expect((await enter(advisor)).errors).toMatchObject({ message: signInRefusals.closed });
  const [mail] = await server.mailsTo(advisor.email);
  expect(mail?.text).toContain(`On ${formatLong(day)} we erase your data.`);
  await expect.poll(found).not.toContain(advisor.id);
  const accepted = await server.call(acceptProject, { params: { id: proposed }, body: {} }, customer.token);
  expect(accepted.status).toBe(409);
  const engagement = await server.call(readProject, { params: { id: proposed } }, customer.token);
  expect(engagement.body.allowed_actions).toEqual(["reject"]);
  // A link to reset the password would open it again.
  await server.call(requestReset, { params: { role: "advisors" }, body: { email: advisor.email } });
  expect((await server.mailsTo(advisor.email)).map(({ subject }) => subject)).toContain(mail?.subject);
  expect((await server.mailsTo(advisor.email))[0]?.subject).toBe(mail?.subject);

  await close(customer);
  await server.settle();
  await cardSandbox(server).eventsHandled();
  const { rows } = await server.context.db.execute(
    sql`select status from memberships where member_id = ${customer.id}`,
  );
  expect(rows).toEqual([{ status: "canceled" }]);
});

test("G-54 staff close a member's account with a reason and open it again as it was, until its data is erased", async () => {
  const staff = await makeStaff(server.context);
  const support = await makeStaff(server.context, { role: "support" });
  const member = await makeMember(server.context, "advisor", { password });
  const params = { id: member.id };
  const shut = (reason: string, by = staff) => server.call(closeMemberAccount, { params, body: { reason } }, by.token);
  const open = (by = staff) => server.call(reopenMemberAccount, { params, body: { reason: "They rang." } }, by.token);
  expect((await shut(" ")).errors).toEqual({ reason: [texts.reason] });
  expect((await shut("Asked by phone.", support)).status).toBe(404);
  expect(
    (await server.call(closeMemberAccount, { params: { id: staff.id }, body: { reason: "No." } }, staff.token)).status,
  ).toBe(404);
  expect((await open()).status).toBe(409);
  const shown = await shut("Asked by phone.");
  expect(shown.body).toMatchObject({ state: "closed", reason: "Asked by phone.", allowed_actions: ["reopen"] });
  expect((await shut("Again.")).errors).toEqual({ base: [texts.alreadyClosed] });
  expect((await server.mailsTo(member.email))[0]?.text).toContain("The reason: Asked by phone.");
  expect((await open()).body).toMatchObject({ state: "active", allowed_actions: ["close"] });
  expect((await enter(member)).status).toBe(200);
  expect((await server.mailsTo(member.email))[0]?.text).toContain("They rang.");
  await shut("For good.");
  server.clock.advanceDays(graceDays + 1);
  await eraseDue();
  // The session of the first one has ended meanwhile.
  const later = await makeStaff(server.context);
  expect((await open(later)).errors).toEqual({ base: [texts.erased] });
  expect((await server.call(readMemberClosure, { params }, later.token)).body).toMatchObject({
    state: "closed",
    reason: null,
    allowed_actions: [],
  });
});

test("G-54 an account that was closed before its first sign-in is open again with the link that its closure ended", async () => {
  const staff = await makeStaff(server.context);
  const reopen = async (id: number) => {
    await server.call(closeMemberAccount, { params: { id }, body: { reason: "Asked by phone." } }, staff.token);
    return server.call(reopenMemberAccount, { params: { id }, body: { reason: "They rang." } }, staff.token);
  };
  const linkTo = async (email: string) => {
    const [mail] = await server.mailsTo(email);
    expect(mail?.text).toContain("They rang.");
    return (
      new URL(mail?.links.find((link) => link.includes("token=")) ?? "http://none").searchParams.get("token") ?? ""
    );
  };
  const [unverified, approved] = [freshEmail("unverified"), freshEmail("approved")];
  const invited = (email: string) => `role,email,name,company\nadvisor,${email},Ada Approved,`;
  await server.call(importMembers, { body: { csv: invited(approved) } }, staff.token);
  await server.settle();
  const member = await findByEmail(server.context.db, approved);
  expect((await reopen(member?.id ?? 0)).body).toMatchObject({ state: "approved" });
  const created = await server.call(createPassword, {
    params: { role: "advisors" },
    body: { reset_password_token: await linkTo(approved), password },
  });
  expect(created.body).toMatchObject({ result: { state: "active" } });
  const applicant = { role: "advisor", email: unverified, now: server.context.clock.now() } as const;
  const id = await insertApplicant(server.context.db, applicant, { name: "Una Unverified" });
  expect((await reopen(id ?? 0)).status).toBe(200);
  const query = { confirmation_token: await linkTo(unverified) };
  expect((await server.call(confirmEmail, { params: { role: "advisors" }, query })).status).toBe(200);
});

test("G-55 the copy has what the member's pages show, as JSON, and nothing of what opens the account", async () => {
  const [advisor, customer] = [await advisorWith(), await customerWith()];
  await converse(server.context, [
    [customer, advisor, "Could you look at our forecast?"],
    [advisor, customer, "With pleasure."],
  ]);
  const answer = await fetch(`${server.url}${copyOwnData.path}`, {
    headers: { authorization: `Bearer ${customer.token}` },
  });
  expect(answer.headers.get("content-disposition")).toContain("attachment");
  const text = await answer.text();
  const copy = JSON.parse(text) as Record<string, Record<string, unknown>[]>;
  expect(copy["messages"]?.map(({ body }) => body)).toEqual(["Could you look at our forecast?", "With pleasure."]);
  expect(copy["members"]).toMatchObject([{ id: customer.id, email: customer.email }]);
  expect(copy["membership_bills"]).toHaveLength(1);
  expect(text).not.toMatch(/token_hash|password_hash|argon2/);
  expect((await server.call(copyOwnData, {}, (await makeStaff(server.context)).token)).status).toBe(404);
});

test("G-55 the copy has nothing that the other side or staff keep to themselves", async () => {
  const [advisor, customer] = [await advisorWith(), await customerWith()];
  const staff = await makeStaff(server.context);
  const engagementId = await makeEngagement(server.context, { advisor, customer, status: "in_progress" });
  await makePaid(server.context, customer, await makeInvoice(server.context, { advisor, engagementId }));
  const lines: [string, number, number][] = [["A draft that nobody has sent", 1, 10]];
  await makeInvoice(server.context, { advisor, engagementId, lines, draft: true });
  const note = { params: { id: customer.id }, body: { body: "Between ourselves." } };
  expect((await server.call(writeMemberNote, note, staff.token)).status).toBe(201);
  const copyOf = async ({ token }: Person) =>
    (await fetch(`${server.url}${copyOwnData.path}`, { headers: { authorization: `Bearer ${token}` } })).text();
  const theirs = await copyOf(customer);
  expect(theirs).not.toMatch(/A draft that nobody|Between ourselves|member\.noted/);
  const { invoices, payments, events, conversations } = JSON.parse(theirs);
  expect(invoices).toHaveLength(1);
  for (const [row] of [invoices, payments, events, conversations]) {
    expect(row).toBeDefined();
    for (const field of ["fee_pence", "destination", "origin", "advisor_read_id"])
      expect(row).not.toHaveProperty(field);
  }
  expect(await copyOf(advisor)).toContain("A draft that nobody has sent");
});

test("G-56 on its day the data is erased: what still has a word of the member says why, and the address is free again", async () => {
  const canary = `canary${Date.now()}`;
  const [advisor, customer] = [await advisorWith(), await customerWith()];
  await converse(server.context, [[customer, advisor, `Call me: ${canary}`]]);
  const engagementId = await makeEngagement(server.context, { advisor, customer, status: "in_progress" });
  await makePaid(server.context, customer, await makeInvoice(server.context, { advisor, engagementId }));
  await server.context.db.execute(sql`update engagements set status = 'completed' where id = ${engagementId}`);
  await server.settle();
  // Everything that is text in the rows about the member is made recognisable.
  await markRows(customer, canary);
  await close(customer, { reason: `Not for me. ${canary}` });
  await server.settle();
  const provider = await server.context.db.execute<{ id: string }>(
    sql`select provider_customer_id as id from memberships where member_id = ${customer.id}`,
  );
  server.clock.advanceDays(graceDays - 1);
  await eraseDue();
  expect(await tablesWith(canary)).toEqual(
    expect.arrayContaining(["profiles", "notifications", "messages", "closures"]),
  );
  server.clock.advanceDays(2);
  await eraseDue();
  await server.settle();

  const kept = personalData.flatMap(({ name, erase }) => (typeof erase === "function" ? [] : [name]));
  expect((await tablesWith(canary)).filter((name) => !kept.includes(name))).toEqual([]);
  // The log keeps the address of e-mails that were asked for; nothing else does.
  expect((await tablesWith(customer.email)).filter((name) => !kept.includes(name))).toEqual([]);
  const gone = await server.context.cards.stripe.customers.retrieve(provider.rows[0]?.id as string);
  expect(gone.deleted).toBe(true);
  // What happens later to what they left, such as a refund, writes to nobody.
  const former = await server.context.db.query.members.findFirst({ where: eq(schema.members.id, customer.id) });
  expect(former?.email).toMatch(/^erased-\d+@erased\.invalid$/);
  const later = {
    kind: "test",
    subject: "A refund",
    greeting: "Dear member,",
    wording: { written: "correspondence" },
  } as const;
  expect(await queueEmail(server.context.db, null, { ...later, to: former?.email ?? "", paragraphs: [] })).toBe(false);
  const { token } = await personOf(server.context, advisor.email);
  const list = await server.call(listConversations, {}, token);
  expect(JSON.stringify(list.body)).toContain(formerMember);
  const again = await makeMember(server.context, "customer", { email: customer.email, password });
  expect(again.id).not.toBe(customer.id);
  expect((await server.call(readMembership, {}, again.token)).status).toBe(200);
});

test("ADR-044 every table that refers to members says what a copy has of it, and what becomes of it", async () => {
  const { rows } = await server.context.db.execute<{ name: string }>(sql`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'members'::regclass and conparentid = 0`);
  const declared = new Set(personalData.map(({ name }) => name));
  expect(rows.map(({ name }) => name).filter((name) => !declared.has(name))).toEqual([]);
});

const tables = Object.values(schema).flatMap((each) => (is(each, PgTable) ? [each as PgTable] : []));

/** The tables of which a row has a text. */
async function tablesWith(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of tables) {
    const { rows } = await server.context.db.execute(
      sql`select 1 from ${table} where position(${text.toLowerCase()} in lower(to_jsonb(${table})::text)) > 0 limit 1`,
    );
    if (rows.length > 0) found.push(getTableConfig(table).name);
  }
  return found;
}

/** Appends the canary to every free text of the rows of the tables that belong to the member alone. */
async function markRows({ id }: Person, canary: string) {
  for (const table of tables) {
    const { columns, name, uniqueConstraints } = getTableConfig(table);
    const own = columns.find((column) => column.name === "member_id");
    if (!own || uniqueConstraints.some((each) => each.columns.length === 1)) continue;
    const free = columns.filter(
      (column) => column.columnType === "PgText" && !column.enumValues?.length && !column.isUnique && !column.primary,
    );
    for (const column of free) {
      if (
        /^(status|state|key|token|price_id|subscription|provider|account_id|type|source|lease|about)/.test(column.name)
      )
        continue;
      await server.context.db.execute(
        sql`update ${sql.identifier(name)} set ${sql.identifier(column.name)} = coalesce(${sql.identifier(column.name)}, '') || ${canary}
          where member_id = ${id}`,
      );
    }
  }
}
