import { hourInLondon } from "@plumbline/contract/dates.ts";
import { changePreferences } from "@plumbline/contract/notifications/contract.ts";
import { digestHour, type Kind, type PreferencesChange } from "@plumbline/contract/notifications/rules.ts";
import { beforeAll, expect, test } from "vitest";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { notify } from "./actions.ts";
import { sendDigests } from "./digest.ts";

const server = testServer();
let staff: Person;
beforeAll(async () => {
  staff = await makeStaff(server.context);
});

const hour = 3_600_000;
/** Moves the clock forward to the next time it is this hour in London. */
function until(wanted: number) {
  // An hour at a time, because a day on which the clocks change has one more or less.
  do server.clock.advance(hour - (server.clock.now().getTime() % hour));
  while (hourInLondon(server.clock.now()) !== wanted);
}

const choose = ({ token }: Person, body: PreferencesChange) => server.call(changePreferences, { body }, token);
async function makeReader(change: PreferencesChange = {}) {
  const member = await setUp(server.context, await makeMember(server.context, "customer", {}, staff));
  await choose(member, { digest: true, ...change });
  return member;
}
let count = 4_000_000;
const notifyReader = (member: Person, about: Kind, message: string, path = "/engagements", email = true) =>
  notify(
    server.context,
    {
      id: count++,
      kind: "mail.retried",
      createdAt: server.clock.now(),
    },
    member.id,
    {
      about,
      message,
      path,
      ...(email && {
        email: {
          wording: { written: "announcement" },
          subject: `At once: ${message}`,
          paragraphs: ["So."],
          action: "See",
        },
      }),
    },
  );
const morning = async () => {
  until(digestHour);
  await sendDigests(server.context);
};
/** The subjects of a member's e-mails since the account was made, oldest first. */
const subjects = async ({ email }: Person) =>
  (await server.mailsTo(email))
    .map(({ subject }) => subject)
    .filter((subject) => /^(Your day|At once)/.test(subject))
    .reverse();
const digests = async ({ email }: Person) =>
  (await server.mailsTo(email)).filter(({ subject }) => subject.startsWith("Your day"));

test("N-01 no digest is sent without events, before eight o'clock, or to members who get an e-mail for each event", async () => {
  const [quiet, early, other] = [await makeReader(), await makeReader(), await makeReader({ digest: false })];
  until(12);
  await notifyReader(quiet, "proposals", "Only the bell rings for this.", "/", false);
  await notifyReader(other, "proposals", "A proposal");
  await notifyReader(early, "proposals", "A proposal");
  await sendDigests(server.context);
  until(digestHour - 1);
  await sendDigests(server.context);
  expect([await subjects(quiet), await subjects(early)]).toEqual([[], []]);
  await morning();
  expect([await subjects(quiet), await subjects(other), (await subjects(early)).length]).toEqual([
    [],
    ["At once: A proposal"],
    1,
  ]);
});

test("N-01 the digest lists by kind, with links, what would have been an e-mail each; money is e-mailed at once", async () => {
  const member = await makeReader();
  until(10);
  await notifyReader(member, "proposals", "Harriet sent you a proposal: Board <pack>", "/project/7");
  await notifyReader(member, "reviews", "Harriet asks you for a review", "/project/8");
  await notifyReader(member, "proposals", "Harriet changed the proposal", "/project/7");
  await notifyReader(member, "invoices", "Invoice 12");
  expect(await subjects(member)).toEqual(["At once: Invoice 12"]);
  await morning();
  expect(await subjects(member)).toEqual(["At once: Invoice 12", "Your day: 3 things happened"]);
  const [mail] = await digests(member);
  expect(mail?.links).toEqual([
    `${server.url}/project/7`,
    `${server.url}/project/8`,
    `${server.url}/customer-home`,
    expect.stringMatching(/\/unsubscribe\/\d+\.all\./),
    `${server.url}/notifications/preferences`,
  ]);
  expect(mail?.html).toContain("Harriet sent you a proposal: Board &lt;pack&gt;");
  expect(mail?.text).toMatch(/PROPOSALS\s+- Harriet sent[\s\S]+- Harriet changed[\s\S]+REVIEWS\s+- Harriet asks/);
  expect(mail?.text).not.toContain("Invoice 12");
});

test("N-01 a day has one digest, however often and by how many processes it is run; later events wait for the next", async () => {
  const member = await makeReader();
  await notifyReader(member, "proposals", "First");
  until(digestHour);
  await Promise.all([sendDigests(server.context), sendDigests(server.context), sendDigests(server.context)]);
  expect(await subjects(member)).toEqual(["Your day: one thing happened"]);
  until(9);
  await notifyReader(member, "proposals", "Second");
  await sendDigests(server.context);
  until(23);
  await sendDigests(server.context);
  expect(await digests(member)).toHaveLength(1);
  await morning();
  const [second] = await digests(member);
  expect([second?.text.includes("Second"), second?.text.includes("First")]).toEqual([true, false]);
  // After the clock was set back a day gets no second digest: its events wait for the next.
  server.clock.advanceDays(-1);
  await notifyReader(member, "proposals", "Third");
  server.clock.advanceDays(1);
  await sendDigests(server.context);
  expect(await digests(member)).toHaveLength(2);
  await morning();
  expect((await digests(member))[0]?.text).toContain("Third");
});

test("N-01 missed days are sent as one digest, and a digest that was interrupted is sent whole, once", async () => {
  const member = await makeReader();
  for (const message of ["On Monday", "On Tuesday", "On Wednesday"]) {
    await notifyReader(member, "engagements", message);
    server.clock.advanceDays(1);
  }
  until(digestHour);
  await server.context.db.execute("alter table mails rename to mails_away");
  await expect(sendDigests(server.context)).rejects.toThrow();
  await server.context.db.execute("alter table mails_away rename to mails");
  await sendDigests(server.context);
  await sendDigests(server.context);
  expect(await subjects(member)).toEqual(["Your day: 3 things happened"]);
});

test("N-01 a kind turned off since is left out; after the digest is turned off, what is waiting is sent in a last one", async () => {
  const [less, none, last] = [await makeReader(), await makeReader(), await makeReader()];
  for (const member of [less, none, last]) {
    await notifyReader(member, "reviews", "A review");
    await notifyReader(member, "proposals", "A proposal");
  }
  await choose(less, { email: { reviews: false } });
  await choose(none, { email: { reviews: false, proposals: false } });
  await choose(last, { digest: false });
  await morning();
  expect([await subjects(less), await subjects(none), await subjects(last)]).toEqual([
    ["Your day: one thing happened"],
    [],
    ["Your day: 2 things happened"],
  ]);
  await notifyReader(last, "reviews", "A review");
  expect((await subjects(last)).at(-1)).toBe("At once: A review");
});

test("N-01 a long digest shows the latest fifty and says how many more there are", async () => {
  const member = await makeReader();
  for (let number = 1; number <= 53; number++) await notifyReader(member, "proposals", `Number ${number}.`);
  await morning();
  const [mail] = await digests(member);
  expect(mail?.subject).toBe("Your day: 53 things happened");
  expect(mail?.text).toContain("the latest 50; 3 more are on your pages");
  expect([mail?.text.includes("Number 3."), mail?.text.includes("Number 4.")]).toEqual([false, true]);
});
