import { createPassword } from "@plumbline/contract/accounts/contract.ts";
import { approveApplication, rejectApplication } from "@plumbline/contract/back-office/contract.ts";
import * as queue from "@plumbline/contract/back-office/queue.ts";
import { dayMs } from "@plumbline/contract/dates.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { expect, test } from "vitest";
import { apply, applyVerified, freshEmail, makeStaff } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { findByEmail } from "../accounts/store.ts";

const server = testServer();
/** An application that waits for a decision, unless its address is not verified. */
async function applicant({
  role = "advisor",
  name = "Tom Ashdown",
  verified = true,
}: {
  role?: Role;
  name?: string;
  verified?: boolean;
} = {}) {
  const { context } = server;
  const email = freshEmail("applicant");
  if (verified) return { id: await applyVerified(context, role, { email, name }), email };
  await apply(context, role, { email, name });
  return { id: (await findByEmail(context.db, email))?.id as number, email };
}

const tokenIn = async (email: string, path: string) => {
  const link = (await server.mailsTo(email)).flatMap(({ links }) => links).find((each) => each.includes(path));
  return new URL(link as string).pathname.split("/").at(-1) as string;
};

test("G-25 the queue is filtered by role, size, words, age and who works on it, oldest first", async () => {
  const { token } = await makeStaff(server.context);
  const [one, two, three] = [
    await applicant({ name: "Uma Oldest" }),
    await applicant({ name: "Uma Middle", role: "customer" }),
    await applicant({ name: "Uma Newest" }),
  ];
  await applicant({ name: "Uma Unverified", verified: false });
  const list = async (query: object) =>
    (await server.call(queue.listQueue, { query: { q: "uma", ...query } }, token)).body.entries;
  const ids = async (query: object) => (await list(query)).map(({ id }) => id);
  expect(await ids({})).toEqual([one.id, two.id, three.id]);
  expect(await ids({ role: "customer" })).toEqual([two.id]);
  expect(await ids({ after: one.id })).toEqual([two.id, three.id]);
  expect((await list({ state: "pending_verification" })).map(({ name }) => name)).toEqual(["Uma Unverified"]);
  const assign = { params: { id: three.id }, body: { to: "me" as const } };
  await server.call(queue.assignApplication, assign, token);
  expect(await ids({ with: "me" })).toEqual([three.id]);
  expect(await ids({ with: "nobody" })).toEqual([one.id, two.id]);
  const sized = (await list({ role: "customer" }))[0];
  expect(sized?.company_size).toBeTruthy();
  expect(await ids({ age: "overdue" })).toEqual([]);
  server.clock.advance(5 * dayMs + 60_000);
  expect((await list({})).map(({ overdue }) => overdue)).toEqual([true, true, true]);
  expect(await ids({ age: "overdue" })).toHaveLength(3);
  const { body } = await server.call(queue.changePromise, { body: { decide_within_days: 9 } }, token);
  expect(body.decide_within_days).toBe(9);
  expect(await ids({ age: "overdue" })).toEqual([]);
  for (const days of [0, 61])
    expect((await server.call(queue.changePromise, { body: { decide_within_days: days } }, token)).status).toBe(422);
  await server.call(queue.changePromise, { body: { decide_within_days: 5 } }, token);
});

test("G-26 of two members of staff who decide at once one wins, and the other reads who decided and why", async () => {
  const [ada, ben] = [
    await makeStaff(server.context, { name: "Ada Lind" }),
    await makeStaff(server.context, { name: "Ben Rowe" }),
  ];
  for (let race = 0; race < 5; race++) {
    const { id, email } = await applicant();
    const answers = await Promise.all([
      server.call(approveApplication, { params: { id }, body: { reason: "Known in the trade." } }, ada.token),
      server.call(rejectApplication, { params: { id }, body: { reason: "Not based here." } }, ben.token),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    const [winner, words] =
      statuses[0] === 200
        ? ["approved already by Ada Lind", "Known in the trade."]
        : ["rejected already by Ben Rowe", "Not based here."];
    const loser = answers.find(({ status }) => status === 409);
    expect(JSON.stringify(loser?.body)).toContain(winner);
    expect(JSON.stringify(loser?.body)).toContain(words);
    const told = (await server.mailsTo(email)).filter(({ subject }) =>
      /create your password|Your application/.test(subject),
    );
    expect(told).toHaveLength(1);
  }
});

test("G-26 of two members of staff who take an application at once one has it, and only its holder's colleagues read whose it is", async () => {
  const [ada, ben] = [
    await makeStaff(server.context, { name: "Ada Lind" }),
    await makeStaff(server.context, { name: "Ben Rowe" }),
  ];
  const { id } = await applicant();
  const take = (token: string) => server.call(queue.assignApplication, { params: { id }, body: { to: "me" } }, token);
  const answers = await Promise.all([take(ada.token), take(ben.token)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const winner = answers[0]?.status === 200 ? "Ada Lind" : "Ben Rowe";
  expect(JSON.stringify(answers.find(({ status }) => status === 409)?.body)).toContain(winner);
  const put = { params: { id }, body: { to: "nobody" as const } };
  expect((await server.call(queue.assignApplication, put, ada.token)).body.assigned).toBeNull();
});

test("G-27 several are decided alike, each on its own, and the answer says which could not be and why", async () => {
  const staff = await makeStaff(server.context, { name: "Ada Lind" });
  const [one, two] = [await applicant(), await applicant()];
  await server.call(rejectApplication, { params: { id: two.id }, body: { reason: "Not this time." } }, staff.token);
  const body = { ids: [one.id, two.id, one.id, 2 ** 31 - 1], decision: "approved" as const, reason: "A good fit." };
  const answer = await server.call(queue.decideSeveral, { body }, staff.token);
  expect(answer.body.decided).toEqual([one.id]);
  expect(answer.body.failed.map(({ id }) => id)).toEqual([two.id, 2 ** 31 - 1]);
  expect(answer.body.failed[0]?.why).toContain("rejected already by Ada Lind");
  expect((await server.call(queue.decideSeveral, { body: { ...body, ids: [] } }, staff.token)).status).toBe(422);
  expect((await server.call(queue.decideSeveral, { body: { ...body, reason: "" } }, staff.token)).status).toBe(422);
});

test("G-28 the applicant is asked for more, answers once on the page of the link, and the promise waits meanwhile", async () => {
  const staff = await makeStaff(server.context, { name: "Ada Lind" });
  const { id, email } = await applicant();
  const unverified = await applicant({ verified: false });
  const ask = (whom: number) =>
    server.call(
      queue.askApplicant,
      { params: { id: whom }, body: { question: "Which firms have you advised?" } },
      staff.token,
    );
  expect((await ask(unverified.id)).status).toBe(409);
  expect((await ask(id)).body).toMatchObject({ asked: true, waiting_since: null, asked_by: "Ada Lind" });
  const token = await tokenIn(email, "/application/");
  const status = await server.call(queue.readApplicationStatus, { params: { token } }, null);
  expect(status.body).toMatchObject({ first_name: "Tom", open: true, question: "Which firms have you advised?" });
  expect((await server.call(queue.readApplicationStatus, { params: { token: "unknown" } }, null)).status).toBe(404);
  server.clock.advance(60_000);
  const answer = { params: { token }, body: { answer: "Two breweries." } };
  const answers = await Promise.all([
    server.call(queue.answerQuestion, answer, null),
    server.call(queue.answerQuestion, answer, null),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { body } = await server.call(queue.readCase, { params: { id } }, staff.token);
  expect(body).toMatchObject({ asked: false, answer: "Two breweries.", waiting_since: body.answered_at });
});

test("G-28 neither a colleague's question nor an answer is replaced unseen, and no answer is taken for one to another question", async () => {
  const staff = await makeStaff(server.context, { name: "Ada Lind" });
  const { id, email } = await applicant();
  const ask = (question: string, version?: number) =>
    server.call(queue.askApplicant, { params: { id }, body: { question, version } }, staff.token);
  const version = async () => (await server.call(queue.readCase, { params: { id } }, staff.token)).body.version;
  const first = await version();
  expect(first).toBe(0);
  expect((await ask("Which firms?", first)).status).toBe(200);
  const token = await tokenIn(email, "/application/");
  const shown = (await server.call(queue.readApplicationStatus, { params: { token } }, null)).body;
  server.clock.advance(60_000);
  const overColleague = await ask("Since when?", first);
  expect([overColleague.status, overColleague.errors["base"]?.[0]]).toEqual([
    409,
    expect.stringContaining("Ada Lind has asked by now: “Which firms?”"),
  ]);
  expect((await ask("Since when?", await version())).status).toBe(200);
  const answer = (of: number) =>
    server.call(queue.answerQuestion, { params: { token }, body: { answer: "Two breweries.", version: of } }, null);
  expect((await answer(shown.version)).status).toBe(409);
  const now = (await server.call(queue.readApplicationStatus, { params: { token } }, null)).body;
  expect(now).toMatchObject({ question: "Since when?", answer: null, open: true });
  server.clock.advance(60_000);
  expect((await answer(now.version)).status).toBe(200);
  const overAnswer = await ask("And where?", now.version);
  expect([overAnswer.status, overAnswer.errors["base"]?.[0]]).toEqual([
    409,
    expect.stringContaining("answered by now: “Two breweries.”"),
  ]);
  expect((await server.call(queue.readCase, { params: { id } }, staff.token)).body).toMatchObject({
    question: "Since when?",
    answer: "Two breweries.",
  });
});

test("G-29 an approval is undone until the password was created, a rejection for thirty days, and the applicant is told", async () => {
  const staff = await makeStaff(server.context);
  const decide = (id: number, how: typeof approveApplication | typeof rejectApplication) =>
    server.call(how, { params: { id }, body: { reason: "As we said." } }, staff.token);
  const undo = (id: number) =>
    server.call(queue.undoDecision, { params: { id }, body: { reason: "The wrong person." } }, staff.token);
  const [approved, opened, rejected, late] = [
    await applicant(),
    await applicant(),
    await applicant(),
    await applicant(),
  ];
  expect((await undo(approved.id)).status).toBe(409);
  for (const { id } of [approved, opened]) await decide(id, approveApplication);
  for (const { id } of [rejected, late]) await decide(id, rejectApplication);
  const linkTo = async (email: string) =>
    new URL(
      (await server.mailsTo(email))
        .flatMap(({ links }) => links)
        .find((each) => each.includes("create-password")) as string,
    ).searchParams.get("token") as string;
  const create = (token: string) =>
    server.call(
      createPassword,
      { params: { role: "advisors" }, body: { reset_password_token: token, password: "a long passphrase" } },
      null,
    );
  const token = await linkTo(approved.email);
  expect((await undo(approved.id)).body).toMatchObject({ decision: null, state: "pending_review" });
  expect((await create(token)).status).toBe(422);
  expect((await server.mailsTo(approved.email))[0]?.text).toContain("The wrong person.");
  expect((await create(await linkTo(opened.email))).status).toBe(200);
  expect((await undo(opened.id)).status).toBe(409);
  expect((await undo(rejected.id)).body.state).toBe("pending_review");
  server.clock.advance(31 * dayMs);
  // Sessions have ended meanwhile.
  const later = (await makeStaff(server.context)).token;
  const tooLate = { params: { id: late.id }, body: { reason: "The wrong person." } };
  expect((await server.call(queue.undoDecision, tooLate, later)).status).toBe(409);
  server.clock.advance(-31 * dayMs);
  // Raced against the password, one of the two wins.
  for (let race = 0; race < 4; race++) {
    const { id, email } = await applicant();
    await decide(id, approveApplication);
    const link = await linkTo(email);
    const [undone, created] = await Promise.all([undo(id), create(link)]);
    expect([undone.status === 200, created.status === 200].filter(Boolean)).toHaveLength(1);
  }
});

test("G-30 checks are recorded with result, and a reference is given once on the page of its link", async () => {
  const staff = await makeStaff(server.context, { name: "Ada Lind" });
  const { id, email } = await applicant();
  const check = { kind: "company_number" as const, result: "passed" as const, note: "01234567, active" };
  const checked = await server.call(queue.recordCheck, { params: { id }, body: check }, staff.token);
  expect(checked.body.checks).toMatchObject([{ ...check, by: "Ada Lind" }]);
  const referee = { name: "Maeve Doyle", email: freshEmail("referee") };
  const ask = (body: typeof referee) => server.call(queue.askReference, { params: { id }, body }, staff.token);
  expect((await ask({ ...referee, email })).status).toBe(422);
  expect((await ask(referee)).body.references).toEqual({ asked: 1, given: 0 });
  expect((await ask(referee)).status).toBe(422);
  expect((await server.mailsTo(referee.email))[0]?.text).toMatch(/^Dear Maeve,/);
  const token = await tokenIn(referee.email, "/reference/");
  const request = await server.call(queue.readReferenceRequest, { params: { token } }, null);
  expect(request.body).toEqual({ referee: "Maeve Doyle", applicant: "Tom Ashdown", role: "advisor", given: false });
  const reference = { known_as: "We ran a mill together", recommends: "yes" as const, words: "Steady." };
  const answers = await Promise.all([
    server.call(queue.giveReference, { params: { token }, body: reference }, null),
    server.call(queue.giveReference, { params: { token }, body: reference }, null),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { body } = await server.call(queue.readCase, { params: { id } }, staff.token);
  expect(body).toMatchObject({
    references: { asked: 1, given: 1 },
    referees: [{ recommends: "yes", words: "Steady." }],
  });
});
