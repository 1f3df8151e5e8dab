import { listAudit } from "@plumbline/contract/audit/contract.ts";
import { readDesk } from "@plumbline/contract/back-office/desk.ts";
import { dayMs } from "@plumbline/contract/dates.ts";
import * as contract from "@plumbline/contract/disputes/contract.ts";
import { disputeTexts } from "@plumbline/contract/disputes/rules.ts";
import * as invoices from "@plumbline/contract/invoices/contract.ts";
import * as staffInvoices from "@plumbline/contract/invoices/staff-contract.ts";
import { afterEach, beforeAll, expect, test } from "vitest";
import { connectPayouts } from "../../demo/membership.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { makePaidInvoice } from "../../testing/paid-invoice.ts";
import { testServer } from "../../testing/plumbline.ts";
import { sendOpenAnswers } from "./jobs.ts";
import { remindOfDisputes } from "./reminders.ts";

const server = testServer();
const bank = cardSandbox(server);
let finance: Person;
let advisor: Person;

beforeAll(async () => {
  const { context } = server;
  finance = await makeStaff(context, { name: "Rosalind Hale", role: "finance" });
  advisor = await setUp(context, await makeMember(context, "advisor", { name: "Harriet Osei" }));
  await connectPayouts(context, advisor);
});
afterEach(() => bank.clearFaults());

/** A payment of £1,000 that its payer disputes. */
async function disputed(card = "4000000000002685") {
  const { id: invoiceId, customer } = await makePaidInvoice(server, { advisor, card, lines: [["Work", 1, 1000]] });
  const invoice = async () =>
    (await server.call(staffInvoices.readAnyInvoice, { params: { id: invoiceId } }, finance.token)).body;
  await expect.poll(async () => (await invoice()).dispute?.id).toBeDefined();
  const id = (await invoice()).dispute?.id as number;
  const providerId = (await invoice()).dispute?.provider_id as string;
  return { id, invoiceId, customer, invoice, providerId };
}

const read = async (id: number) => (await server.call(contract.readDispute, { params: { id } }, finance.token)).body;
const form = (given: object = {}) => ({
  parts: ["terms", "invoice"],
  words: "It was done.",
  files: [],
  version: 0,
  state: "open",
  ...given,
});
const save = (id: number, given: object = {}, by = finance) =>
  server.call(contract.saveDisputeAnswer, { params: { id }, body: form(given) as never }, by.token);
const send = (id: number, given: object = {}, by = finance) =>
  server.call(contract.sendDisputeAnswer, { params: { id }, body: form(given) as never }, by.token);
const accept = (id: number, { state = "open" }: { state?: contract.DisputeCase["state"] } = {}, by = finance) =>
  server.call(contract.acceptDispute, { params: { id }, body: { reason: "They are right.", state } }, by.token);
const upload = (file: File, by = finance) => server.call(contract.uploadDisputeFile, { files: [file] }, by.token);
const atBank = (providerId: string) => server.context.cards.stripe.disputes.retrieve(providerId);
const pdf = (bytes = 2000) => new File(["%PDF-1.7\n".padEnd(bytes, " ")], "agreement.pdf", { type: "application/pdf" });

test("G-99 a dispute is answered by those who may handle money; bad input and an empty answer are refused and change nothing", async () => {
  const { id, providerId, customer } = await disputed();
  const support = await makeStaff(server.context, { role: "support" });
  expect((await server.call(contract.readDispute, { params: { id } }, support.token)).status).toBe(200);
  expect((await save(id, {}, support)).status).toBe(404);
  expect((await send(id, {}, support)).status).toBe(404);
  expect((await accept(id, {}, support)).status).toBe(404);
  expect((await server.call(contract.readDispute, { params: { id } }, customer.token)).status).toBe(404);
  expect((await server.call(contract.readDispute, { params: { id: 999_999 } }, finance.token)).status).toBe(404);
  expect((await send(id, { wrods: "typo" })).errors).toHaveProperty("wrods");
  expect((await send(id, { parts: ["gossip"] })).status).toBe(422);
  expect((await send(id, { words: "x".repeat(20_001) })).errors).toHaveProperty("words");
  expect((await send(id, { files: [{ id: 999_999, kind: "other" }] })).errors).toEqual({
    files: [disputeTexts.notYours],
  });
  expect((await send(id, { parts: [], words: "  " })).errors).toEqual({ base: [disputeTexts.nothing] });
  expect((await read(id)).answer).toBeNull();
  expect((await atBank(providerId)).evidence_details).toMatchObject({ has_evidence: false, submission_count: 0 });
});

test("G-99 only files that a bank takes are taken, within the provider's limit for all of them together", async () => {
  const { id, providerId } = await disputed();
  expect((await upload(new File(["a,b"], "figures.csv"))).errors).toEqual({ file: [disputeTexts.wrongType] });
  expect((await upload(pdf(5_000_000))).errors).toEqual({ file: [disputeTexts.tooLarge] });
  const [one, other] = [(await upload(pdf(2_500_000))).body, (await upload(pdf(2_400_000))).body];
  const both = [
    { id: one.id, kind: "signed_agreement" },
    { id: other.id, kind: "other" },
  ];
  expect((await send(id, { files: both })).errors).toEqual({ files: [disputeTexts.tooLarge] });
  expect((await send(id, { files: [both[0], { ...both[1], kind: "signed_agreement" }] })).status).toBe(422);
  expect((await atBank(providerId)).status).toBe("needs_response");
});

test("G-99 staff see the reason, the sum, the deadline and what the history shows, and no word of the messages", async () => {
  const { id, customer } = await disputed();
  const shown = await read(id);
  expect(shown).toMatchObject({
    ...{ amount: 1000, reason: "work that was not received", state: "open", answer: null, refused: null },
    customer: { id: customer.id, name: "Priya Raman" },
    advisor: { name: "Harriet Osei" },
    allowed_actions: ["save", "answer", "accept"],
  });
  expect(shown.respond_by).toEqual(expect.any(String));
  const parts = new Map(shown.proposed.map(({ part, lines }) => [part, lines.map(({ text }) => text).join("\n")]));
  expect(parts.get("terms")).toContain("Engagement accepted, by Priya Raman");
  // As many units as make the total.
  const [, units, fee, total] = /^([\d.]+) × £([\d,.]+), \w+: £([\d,.]+)$/m.exec(parts.get("terms") ?? "") ?? [];
  const pounds = (text = "") => Number(text.replaceAll(",", ""));
  expect(pounds(units) * pounds(fee)).toBeCloseTo(pounds(total), 2);
  expect(pounds(total)).toBeGreaterThan(0);
  expect(parts.get("timeline")).toContain("Invoice paid, by Priya Raman");
  expect(parts.get("invoice")).toContain("£1,000.00");
});

test("G-99 a draft is kept with its files, and a colleague's newer draft is never overwritten", async () => {
  const { id, providerId } = await disputed();
  const file = (await upload(pdf())).body;
  await save(id, { files: [{ id: file.id, kind: "signed_agreement" }] });
  const saved = await read(id);
  expect(saved.answer).toMatchObject({ state: "draft", version: 1, words: "It was done.", by: "Rosalind Hale" });
  expect(saved.answer?.files.map(({ kind, file_name: name }) => [kind, name])).toEqual([
    ["signed_agreement", "agreement.pdf"],
  ]);
  const colleague = await makeStaff(server.context, { name: "Ada Lind" });
  const theirs = { version: 1, words: "Better.", files: [{ id: file.id, kind: "signed_agreement" }] };
  expect((await save(id, theirs, colleague)).status).toBe(204);
  expect((await read(id)).answer).toMatchObject({ version: 2, by: "Ada Lind" });
  const refused = await save(id, { version: 1 });
  expect([refused.status, refused.errors["base"]?.[0]]).toEqual([
    409,
    expect.stringMatching(/^Ada Lind has changed this answer meanwhile/),
  ]);
  expect((await atBank(providerId)).evidence_details.has_evidence).toBe(false);
});

test("G-99 an answer reaches the bank once with its documents, both parties see it, and nothing can be changed", async () => {
  const { id, providerId, invoiceId, customer } = await disputed();
  const file = (await upload(pdf())).body;
  const parts = ["terms", "timeline", "messages", "invoice", "mails", "sign_ins"];
  const sent = await send(id, { parts, files: [{ id: file.id, kind: "signed_agreement" }] });
  const after = await read(id);
  expect([sent.status, after.answer?.state, after.allowed_actions]).toEqual([204, "done", []]);
  const there = await atBank(providerId);
  expect([there.status, there.evidence_details.submission_count]).toEqual(["under_review", 1]);
  const file_ = /^file_/;
  expect(there.evidence).toMatchObject({
    ...{ uncategorized_text: "It was done.", customer_name: "Priya Raman" },
    service_documentation: expect.stringMatching(file_),
    receipt: expect.stringMatching(file_),
    customer_signature: expect.stringMatching(file_),
  });
  const document = await server.context.cards.stripe.files.retrieve(there.evidence.service_documentation as string);
  expect([document.purpose, document.type, document.size > 5000]).toEqual(["dispute_evidence", "pdf", true]);
  for (const person of [customer, advisor]) {
    const { body } = await server.call(invoices.readInvoice, { params: { id: invoiceId } }, person.token);
    expect(body.dispute?.answered_at).toEqual(expect.any(String));
  }
  for (const again of [await send(id, { version: 1 }), await save(id, { version: 1 }), await accept(id)])
    expect([again.status, again.errors["base"]?.[0]]).toEqual([
      409,
      expect.stringMatching(/^This dispute was answered by Rosalind Hale, .* cannot be changed\.$/),
    ]);
  await server.settle();
  const owner = await makeStaff(server.context);
  const { entries } = (await server.call(listAudit, { query: { about: "invoice" } }, owner.token)).body;
  expect(
    entries.find(({ kind, subject }) => kind === "invoice.dispute_answered" && subject?.id === invoiceId),
  ).toMatchObject({ by: { name: "Rosalind Hale" } });
});

test("G-99 two members of staff send at once: one answer is sent, the other reads by whom", async () => {
  const { id, providerId } = await disputed();
  const colleague = await makeStaff(server.context, { name: "Ada Lind" });
  const both = await Promise.all([send(id), send(id, { words: "Mine." }, colleague)]);
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
  const loser = both.find(({ status }) => status === 409);
  expect(loser?.errors["base"]?.[0]).toMatch(/answered by (Ada Lind|Rosalind Hale)/);
  expect((await atBank(providerId)).evidence_details.submission_count).toBe(1);
});

test("G-98 the provider goes away in the middle: the answer is carried through once when it is back", async () => {
  for (const path of ["/v1/files", "/v1/disputes/*"])
    for (const kind of ["timeout_after", "500_after", "timeout_before"] as const) {
      const { id, providerId } = await disputed();
      await bank.fault({ kind, path, method: "POST", times: 8 });
      const lost = await send(id);
      expect([path, kind, lost.status === 204 || lost.status === 409]).toEqual([path, kind, true]);
      await bank.clearFaults();
      await sendOpenAnswers(server.context);
      expect((await read(id)).answer).toMatchObject({ state: "done", words: "It was done." });
      const there = await atBank(providerId);
      expect([there.status, there.evidence_details.submission_count]).toEqual(["under_review", 1]);
    }
});

test("G-98 an answer that the provider refuses is a draft again and says so", async () => {
  const { id, providerId } = await disputed();
  await server.context.cards.stripe.disputes.update(providerId, {
    evidence: { uncategorized_text: "There." },
    submit: true,
  });
  expect((await send(id)).status).toBe(409);
  const shown = await read(id);
  expect(shown.answer?.state ?? "draft").toBe("draft");
  expect(shown.refused).toMatch(/answered at the card provider/);
});

test("G-98 an inquiry that has become a dispute unseen is neither conceded nor answered as an inquiry", async () => {
  for (const act of [accept, send]) {
    const { id, providerId } = await disputed("4000000000001976");
    await bank.fault({ kind: "drop_webhooks", times: 50 });
    await bank.control("POST", `disputes/${providerId}/escalate`);
    expect((await read(id)).state).toBe("inquiry");
    const refused = await act(id, { state: "inquiry" });
    expect([refused.status, refused.errors]).toEqual([409, { base: [disputeTexts.becameDispute] }]);
    const there = await atBank(providerId);
    expect([there.status, there.evidence_details.submission_count]).toEqual(["needs_response", 0]);
    expect(await read(id)).toMatchObject({
      ...{ state: "open", answer: null, refused: null },
      allowed_actions: ["save", "answer", "accept"],
    });
    await bank.clearFaults();
    expect((await send(id)).status).toBe(204);
    expect((await atBank(providerId)).status).toBe("under_review");
  }
});

test("G-98 whoever still sees the inquiry neither accepts, answers nor overwrites the dispute that is recorded by now", async () => {
  const { id, providerId } = await disputed("4000000000001976");
  const [file] = [(await upload(pdf())).body];
  const files = [{ id: file.id, kind: "signed_agreement" }];
  expect((await save(id, { state: "inquiry", files })).status).toBe(204);
  await bank.control("POST", `disputes/${providerId}/escalate`);
  await expect.poll(async () => (await read(id)).state).toBe("open");
  const before = await read(id);
  const shown = { state: "inquiry", files, version: 1 } as const;
  for (const act of [accept, send, save]) {
    const refused = await act(id, shown);
    expect([refused.status, refused.errors]).toEqual([409, { base: [disputeTexts.becameDispute] }]);
  }
  expect(await read(id)).toEqual(before);
  const there = await atBank(providerId);
  expect([there.status, there.evidence_details.submission_count]).toEqual(["needs_response", 0]);
});

test("G-99 the team is reminded two days before the bank's day, once, and not of what is answered", async () => {
  const [open, answered] = [await disputed(), await disputed()];
  await send(answered.id);
  const at = server.clock.now();
  const due = new Date((await read(open.id)).respond_by ?? "").getTime();
  const reminders = async () => {
    await remindOfDisputes(server.context);
    const mails = await server.mailsTo("team@plumbline.test");
    return mails.filter(
      ({ subject, text }) => /^An answer to a bank is due: invoice/.test(subject) && text.includes(open.providerId),
    );
  };
  try {
    server.clock.advance(due - 3 * dayMs - at.getTime());
    expect(await reminders()).toEqual([]);
    server.clock.advance(1.5 * dayMs);
    expect(await reminders()).toHaveLength(1);
    expect(await reminders()).toHaveLength(1);
    expect(
      (await server.mailsTo("team@plumbline.test")).some(
        ({ subject, text }) => /is due/.test(subject) && text.includes(answered.providerId),
      ),
    ).toBe(false);
  } finally {
    server.clock.advance(at.getTime() - server.clock.now().getTime());
  }
});

test("G-99 a dispute that was an inquiry has a day of its own, of which the team is reminded as well", async () => {
  const { id, providerId } = await disputed("4000000000001976");
  const at = server.clock.now();
  const reminders = async () => {
    await remindOfDisputes(server.context);
    const mails = await server.mailsTo("team@plumbline.test");
    return mails.filter(
      ({ subject, text }) => /^An answer to a bank is due/.test(subject) && text.includes(providerId),
    );
  };
  try {
    server.clock.advance(8 * dayMs);
    expect(await reminders()).toHaveLength(1);
    await bank.control("POST", `disputes/${providerId}/escalate`);
    await expect.poll(async () => (await read(id)).state).toBe("open");
    expect(await reminders()).toHaveLength(1);
    server.clock.advance(8 * dayMs);
    for (let run = 0; run < 2; run += 1) expect(await reminders()).toHaveLength(2);
  } finally {
    server.clock.advance(at.getTime() - server.clock.now().getTime());
  }
});

test("G-99 after the deadline an answer is refused with a sentence", async () => {
  const { id } = await disputed();
  const at = server.clock.now();
  server.clock.advance(10 * dayMs);
  try {
    const staff = await makeStaff(server.context, { role: "finance" });
    const late = await send(id, {}, staff);
    expect([late.status, late.errors["base"]?.[0]]).toEqual([
      409,
      expect.stringMatching(/^This dispute had to be answered by/),
    ]);
    expect((await accept(id, {}, staff)).status).toBe(409);
    const { waiting } = (await server.call(readDesk, {}, staff.token)).body;
    expect(waiting.map(({ to }) => to)).not.toContain(`/back-office/disputes/${id}`);
  } finally {
    server.clock.advance(at.getTime() - server.clock.now().getTime());
  }
});

test("G-99 a won and a lost answer: the ledger and the case say so, and it is closed", async () => {
  for (const [words, state] of [
    ["winning_evidence", "won"],
    ["losing_evidence", "lost"],
  ] as const) {
    const { id, invoice } = await disputed();
    expect((await send(id, { words })).status).toBe(204);
    await expect.poll(async () => (await invoice()).dispute?.state).toBe(state);
    expect(await read(id)).toMatchObject({ state, allowed_actions: [], answer: { state: "done", words } });
    expect((await invoice()).dispute?.answered_at).toEqual(expect.any(String));
  }
});

test("G-99 a dispute is accepted with a reason: it is lost, once, and nothing was answered", async () => {
  const { id, providerId, invoice } = await disputed();
  expect(
    (await server.call(contract.acceptDispute, { params: { id }, body: { reason: " ", state: "open" } }, finance.token))
      .status,
  ).toBe(422);
  expect((await accept(id)).status).toBe(204);
  expect((await atBank(providerId)).status).toBe("lost");
  expect((await invoice()).dispute).toMatchObject({ state: "lost", answered_at: null });
  expect((await accept(id)).status).toBe(409);
});

test("G-99 the desk leads to the dispute that waits, and no longer once it is answered", async () => {
  const { id } = await disputed();
  const waiting = async () =>
    (await server.call(readDesk, {}, finance.token)).body.kinds.find(({ name }) => name === "Disputes");
  const before = (await waiting())?.count ?? 0;
  await send(id);
  expect((await waiting())?.count).toBe(before - 1);
});
