import * as contract from "@plumbline/contract/correspondence/contract.ts";
import { requestAdvisor } from "@plumbline/contract/matching/contract.ts";
import { sendSupportMessage } from "@plumbline/contract/support/contract.ts";
import { beforeAll, expect, test } from "vitest";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer();
let ada: Person;
let ben: Person;
beforeAll(async () => {
  ada = await makeStaff(server.context, { name: "Ada Lind", role: "support" });
  ben = await makeStaff(server.context, { name: "Ben Rowe", role: "operations" });
});

const write = (message: string, email: string) =>
  server.call(sendSupportMessage, { body: { firstname: "Marguerite", lastname: "Lacey", email, message } });
const threads = async (query: object = {}, by = ada) =>
  (await server.call(contract.listThreads, { query }, by.token)).body.entries;
const found = async (email: string, query: object = {}) => (await threads(query)).find((one) => one.email === email);

test("G-72 refused: an empty answer, an answer to a closed conversation or to none, releasing another's", async () => {
  await write("Do you open late?", "refused@example.test");
  const { id } = (await found("refused@example.test")) as { id: number };
  const answer = (text: string, thread = id) =>
    server.call(contract.answerThread, { params: { id: thread }, body: { text } }, ada.token);
  expect((await answer(" ")).errors).toEqual({ text: ["Please write an answer."] });
  expect((await answer("Yes.", 2 ** 31 - 1)).status).toBe(404);
  await server.call(contract.assignThread, { params: { id } }, ben.token);
  expect((await server.call(contract.releaseThread, { params: { id } }, ada.token)).status).toBe(409);
  await server.call(contract.closeThread, { params: { id }, body: {} }, ben.token);
  expect((await answer("Yes.")).status).toBe(409);
  expect((await server.call(contract.closeThread, { params: { id }, body: {} }, ben.token)).status).toBe(409);
  expect((await server.call(contract.readThread, { params: { id } }, ada.token)).body.messages).toHaveLength(1);
  expect(await server.mailsTo("refused@example.test")).toEqual([]);
});

test("G-72 a message from the contact page waits until it is answered by e-mail, and is then the answerer's", async () => {
  const email = "marguerite@example.test";
  await write("Do you work with charities?\nWe are one.", email);
  const open = await found(email);
  expect(open).toMatchObject({ kind: "contact", name: "Marguerite Lacey", member_id: null, assigned_to: null });
  const params = { id: open?.id as number };
  const answered = await server.call(
    contract.answerThread,
    { params, body: { text: "We do.\n\nTell us more." } },
    ada.token,
  );
  expect(answered.body).toMatchObject({ state: "answered", assigned_to: { name: "Ada Lind" } });
  expect(answered.body.messages.map(({ from, text }) => [from?.name ?? null, text])).toEqual([
    [null, "Do you work with charities?\nWe are one."],
    ["Ada Lind", "We do.\n\nTell us more."],
  ]);
  expect(await found(email)).toBeUndefined();
  await server.settle();
  const [mail] = await server.mailsTo(email);
  for (const part of ["We do.", "Tell us more.", "Ada Lind", "You wrote: Do you work with charities?"])
    expect(mail?.text).toContain(part);
});

test("G-72 a customer's request for an advisor is a conversation with the member", async () => {
  const customer = await setUp(server.context, await makeMember(server.context, "customer", { name: "Priya Raman" }));
  await server.call(requestAdvisor, { body: { message: "Somebody who knows dairies." } }, customer.token);
  expect(await found(customer.email, { kind: "request" })).toMatchObject({
    name: "Priya Raman",
    member_id: customer.id,
    excerpt: "Somebody who knows dairies.",
  });
  expect(await found(customer.email, { kind: "contact" })).toBeUndefined();
});

test("G-72 two who take a conversation over at once: it is one's, and each sees whose", async () => {
  await write("Hello there.", "both@example.test");
  const { id } = (await found("both@example.test", { assigned: "nobody" })) as { id: number };
  await Promise.all([ada, ben].map(({ token }) => server.call(contract.assignThread, { params: { id } }, token)));
  const [mine, bens] = await Promise.all([ada, ben].map((by) => threads({ assigned: "me" }, by)));
  expect([mine, bens].filter((list) => list?.some((one) => one.id === id))).toHaveLength(1);
  expect(await found("both@example.test", { assigned: "nobody" })).toBeUndefined();
});

test("G-72 two who answer at once, and one who has not read what came since: one answer is sent, the others hear who wrote, and it is not closed", async () => {
  const email = "at-once@example.test";
  await write("Do you work with farms?", email);
  const params = { id: (await found(email))?.id as number };
  const seen = (await server.call(contract.readThread, { params }, ada.token)).body;
  const answer = (text: string, { token }: Person, version = seen.version) =>
    server.call(contract.answerThread, { params, body: { text, version } }, token);
  const answers = await Promise.all([answer("We do.", ada), answer("We do not.", ben)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [sent, refused] = answers[0].status === 200 ? answers : [...answers].reverse();
  const writer = sent?.body.messages.at(-1)?.from?.name;
  expect(refused?.errors).toEqual({ base: [expect.stringContaining(`${writer} has written since`)] });
  const close = await server.call(contract.closeThread, { params, body: { version: seen.version } }, ben.token);
  expect(close).toMatchObject({
    status: 409,
    errors: { base: [expect.stringContaining(`${writer} has written since`)] },
  });
  await server.settle();
  expect(await server.mailsTo(email)).toHaveLength(1);
  expect((await answer("And more.", ben, sent?.body.version)).status).toBe(200);
});
