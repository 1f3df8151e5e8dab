import { listAudit } from "@plumbline/contract/audit/contract.ts";
import { readDesk } from "@plumbline/contract/back-office/desk.ts";
import * as contract from "@plumbline/contract/disputes/contract.ts";
import { disputeTexts } from "@plumbline/contract/disputes/rules.ts";
import { listConcernedPayments, readMembership } from "@plumbline/contract/membership/contract.ts";
import { sendMessage } from "@plumbline/contract/messages/contract.ts";
import { afterEach, beforeAll, expect, test } from "vitest";
import { atNight } from "../../../tools/nightly.ts";
import { payMembership } from "../../demo/membership.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { testServer } from "../../testing/plumbline.ts";
import { sendOpenAnswers } from "./jobs.ts";
import { remindOfDisputes } from "./reminders.ts";

// Disputes of memberships' payments are answered as those of invoices are.

const server = testServer();
const bank = cardSandbox(server);
const inquiry = "4000000000001976";
let finance: Person;

beforeAll(async () => {
  finance = await makeStaff(server.context, { name: "Rosalind Hale", role: "finance" });
});
afterEach(() => bank.clearFaults());

/** A year of membership, which its payer disputes. */
async function disputed(number = "4000000000002685") {
  const { context } = server;
  const made = await makeMember(context, "customer", { name: "Priya Raman" });
  const member = await payMembership(context, made, { plan: "annual", number });
  const payment = async () =>
    (await server.call(listConcernedPayments, { query: { page: 1 } }, finance.token)).body.entries.find(
      (entry) => entry.member.id === member.id,
    );
  await expect.poll(async () => (await payment())?.dispute?.id).toBeDefined();
  const dispute = (await payment())?.dispute;
  return { id: dispute?.id as number, providerId: dispute?.provider_id as string, member, payment };
}

const read = async (id: number) => (await server.call(contract.readDispute, { params: { id } }, finance.token)).body;
const parts = ["sign_up", "membership", "bills", "use", "cancellation", "mails", "sign_ins"];
const form = (given: object = {}) =>
  ({ parts, words: "It was used.", files: [], version: 0, state: "open", ...given }) as never;
const save = (id: number, given: object = {}) =>
  server.call(contract.saveDisputeAnswer, { params: { id }, body: form(given) }, finance.token);
const send = (id: number, given: object = {}) =>
  server.call(contract.sendDisputeAnswer, { params: { id }, body: form(given) }, finance.token);
const accept = (id: number) =>
  server.call(
    contract.acceptDispute,
    { params: { id }, body: { reason: "They are right.", state: "open" } },
    finance.token,
  );
const atBank = (providerId: string) => server.context.cards.stripe.disputes.retrieve(providerId);
const isMember = async ({ token }: Person) => (await server.call(readMembership, {}, token)).body.stripe_setup;

test("G-99 staff see member, plan and payment of a disputed membership and what its history shows, and no word of messages", async () => {
  const { id, member } = await disputed();
  const advisor = await setUp(server.context, await makeMember(server.context, "advisor", { name: "Harriet Osei" }));
  await setUp(server.context, member);
  const body = { receiver_id: advisor.id, message: { body: "Between the two of us." } } as never;
  expect((await server.call(sendMessage, { body }, member.token)).status).toBe(201);
  const shown = await read(id);
  expect(shown).toMatchObject({
    ...{ amount: 2500, reason: "work that was not received", state: "open", answer: null, refused: null },
    customer: { id: member.id, name: "Priya Raman" },
    ...{ invoice: null, project: null, advisor: null },
    membership: { plan: expect.any(String), bill: expect.any(String), paid: 2500, ended: false },
    allowed_actions: ["save", "answer", "accept"],
  });
  const lines = new Map(shown.proposed.map((each) => [each.part, each.lines.map(({ text }) => text).join("\n")]));
  expect(lines.get("membership")).toMatch(/£2,500.00 on .*\n.* to .*\n/);
  expect(lines.get("membership")).toContain("“Renews annually, cancel anytime”");
  expect(lines.get("bills")).toMatch(/£2,500.00, paid, the disputed one/);
  expect(lines.get("cancellation")).toContain("They have not cancelled.");
  expect(lines.get("use")).toContain("1 message to an advisor");
  expect([...lines.keys()]).not.toContain("invoice");
  expect(JSON.stringify(shown)).not.toContain("Between the two of us.");
});

test("G-99 an answer about a membership reaches the bank once with its documents, and stands in the audit", async () => {
  const { id, providerId, member } = await disputed();
  const file = (
    await server.call(
      contract.uploadDisputeFile,
      { files: [new File(["%PDF-1.7\n"], "agreement.pdf", { type: "application/pdf" })] },
      finance.token,
    )
  ).body;
  const files = [{ id: file.id, kind: "signed_agreement" }];
  expect((await save(id, { words: "A draft.", files })).status).toBe(204);
  expect((await read(id)).answer).toMatchObject({ state: "draft", version: 1, words: "A draft." });
  expect((await send(id)).errors["base"]?.[0]).toMatch(/changed this answer meanwhile/);
  expect((await send(id, { version: 1, files })).status).toBe(204);
  const file_ = /^file_/;
  const there = await atBank(providerId);
  expect([there.status, there.evidence_details.submission_count]).toEqual(["under_review", 1]);
  expect(there.evidence).toMatchObject({
    ...{ uncategorized_text: "It was used.", customer_name: "Priya Raman", customer_email_address: member.email },
    product_description: expect.stringMatching(/^Plumbline membership\. /),
    service_date: expect.stringMatching(/ to /),
    service_documentation: expect.stringMatching(file_),
    receipt: expect.stringMatching(file_),
    cancellation_policy: expect.stringMatching(file_),
    customer_signature: expect.stringMatching(file_),
  });
  const after = await read(id);
  expect([after.answer?.state, after.allowed_actions, after.respond_by]).toEqual(["done", [], null]);
  for (const again of [await send(id, { version: 2 }), await save(id, { version: 2 }), await accept(id)])
    expect([again.status, again.errors["base"]?.[0]]).toEqual([
      409,
      expect.stringMatching(/^This dispute was answered by Rosalind Hale, .* cannot be changed\.$/),
    ]);
  await server.settle();
  const owner = await makeStaff(server.context);
  const { entries } = (await server.call(listAudit, { query: { about: "membership" } }, owner.token)).body;
  expect(
    entries.filter(({ kind, subject }) => kind === "membership.dispute_answered" && subject?.id === member.id),
  ).toMatchObject([{ by: { name: "Rosalind Hale" } }]);
});

test("G-99 what an engagement has is no answer about a membership, and of two who send at once one reads by whom", async () => {
  const { id, providerId } = await disputed();
  expect((await send(id, { parts: ["terms", "invoice"], words: " " })).errors).toEqual({
    base: [disputeTexts.nothing],
  });
  const both = await Promise.all([send(id), send(id, { words: "Mine." })]);
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect((await atBank(providerId)).evidence_details.submission_count).toBe(1);
});

test.runIf(atNight)(
  "G-98 the provider goes away in the middle: the answer about a membership is carried through once when it is back",
  async () => {
    for (const [path, kind] of [
      ["/v1/files", "timeout_before"],
      ["/v1/disputes/*", "timeout_after"],
      ["/v1/disputes/*", "500_after"],
    ] as const) {
      const { id, providerId } = await disputed();
      await bank.fault({ kind, path, method: "POST", times: 8 });
      expect([204, 409]).toContain((await send(id)).status);
      await bank.clearFaults();
      await sendOpenAnswers(server.context);
      expect((await read(id)).answer).toMatchObject({ state: "done", words: "It was used." });
      const there = await atBank(providerId);
      expect([there.status, there.evidence_details.submission_count]).toEqual(["under_review", 1]);
    }
  },
);

test("G-99 the team is reminded of a membership's dispute two days before the bank's day", async () => {
  const { id } = await disputed();
  const at = server.clock.now();
  const { body } = await server.call(contract.readDispute, { params: { id } }, finance.token);
  try {
    server.clock.advance(new Date(body.respond_by ?? "").getTime() - 86_400_000 - at.getTime());
    await remindOfDisputes(server.context);
    const [mail] = (await server.mailsTo("team@plumbline.test")).filter(({ text }) => text.includes(body.provider_id));
    expect(mail?.subject).toBe("An answer to a bank is due: the membership of Priya Raman");
  } finally {
    server.clock.advance(at.getTime() - server.clock.now().getTime());
  }
});

test("G-99 after the deadline an answer about a membership is refused with a sentence", async () => {
  const { id } = await disputed();
  const at = server.clock.now();
  server.clock.advance(10 * 86_400_000);
  try {
    const staff = await makeStaff(server.context, { role: "finance" });
    const late = await server.call(contract.sendDisputeAnswer, { params: { id }, body: form() }, staff.token);
    expect([late.status, late.errors["base"]?.[0]]).toEqual([
      409,
      expect.stringMatching(/^This dispute had to be answered by/),
    ]);
  } finally {
    server.clock.advance(at.getTime() - server.clock.now().getTime());
  }
});

test("G-99 a membership goes on when its dispute is won, and ends at once when it is lost", async () => {
  for (const [words, state, goesOn] of [
    ["winning_evidence", "won", true],
    ["losing_evidence", "lost", false],
  ] as const) {
    const { id, member, payment } = await disputed();
    expect((await send(id, { words })).status).toBe(204);
    await expect.poll(async () => (await payment())?.dispute?.state).toBe(state);
    await expect.poll(() => isMember(member)).toBe(goesOn);
    expect(await read(id)).toMatchObject({
      ...{ state, allowed_actions: [], answer: { state: "done", words } },
      membership: { ended: !goesOn },
    });
  }
});

test("G-99 a membership's dispute that is accepted is lost, once, and ends the membership without waiting for a webhook", async () => {
  const { id, providerId, member, payment } = await disputed();
  await bank.fault({ kind: "drop_webhooks", times: 100 });
  expect((await accept(id)).status).toBe(204);
  expect((await atBank(providerId)).status).toBe("lost");
  expect((await payment())?.dispute).toMatchObject({ state: "lost", answered_at: null });
  expect(await isMember(member)).toBe(false);
  expect((await accept(id)).status).toBe(409);
});

test("G-99 an inquiry about a membership is answered, and closes without ending anything", async () => {
  const { id, providerId, member, payment } = await disputed(inquiry);
  expect(await read(id)).toMatchObject({ state: "inquiry", allowed_actions: ["save", "answer", "accept"] });
  expect((await send(id, { words: "winning_evidence" })).status).toBe(204);
  await expect.poll(async () => (await payment())?.dispute?.state).toBe("inquiry_closed");
  expect((await atBank(providerId)).status).toBe("warning_closed");
  expect(await isMember(member)).toBe(true);
});

test("G-31 the desk leads to a membership's dispute that waits, and no longer once it is answered", async () => {
  const waiting = async () =>
    (await server.call(readDesk, {}, finance.token)).body.kinds.find(({ name }) => name === "Disputes")?.count ?? 0;
  const before = await waiting();
  const { id } = await disputed();
  expect(await waiting()).toBe(before + 1);
  await send(id);
  expect(await waiting()).toBe(before);
});
