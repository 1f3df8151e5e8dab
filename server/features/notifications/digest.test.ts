import { hourInLondon } from "@plumbline/contract/dates.ts";
import { changePreferences } from "@plumbline/contract/notifications/contract.ts";
import { digestHour, type Kind, type PreferencesChange } from "@plumbline/contract/notifications/rules.ts";
import { beforeAll, expect, test } from "vitest";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { aWorld } from "../../testing/plumbline.ts";
import { notify } from "./actions.ts";
import { sendDigests } from "./digest.ts";

const world = aWorld();
let staff: Person;
beforeAll(async () => {
  staff = await makeStaff(world.house);
});

const hour = 3_600_000;
/** Moves the clock on to the next time it is this hour in London. */
function until(wanted: number) {
  const now = world.clock.now();
  const hours = (wanted - hourInLondon(now) + 24) % 24 || 24;
  world.clock.advance(hours * hour - (now.getTime() % hour));
}

const choose = ({ token }: Person, body: PreferencesChange) => world.call(changePreferences, { body }, token);
async function aReader(change: PreferencesChange = {}) {
  const member = await setUp(world.house, await makeMember(world.house, "customer", {}, staff));
  await choose(member, { digest: true, ...change });
  return member;
}
let count = 4_000_000;
const tell = (member: Person, about: Kind, message: string, path = "/engagements", letter = true) =>
  notify(
    world.house,
    { id: count++, kind: "test", actorId: null, subject: "t", subjectId: 1, data: {}, createdAt: world.clock.now() },
    member.id,
    {
      about,
      message,
      path,
      ...(letter && { letter: { subject: `At once: ${message}`, paragraphs: ["So."], button: "See" } }),
    },
  );
const morning = async () => {
  until(digestHour);
  await sendDigests(world.house);
};
/** What came since the account stood, oldest first. */
const subjects = async ({ email }: Person) =>
  (await world.mailsTo(email))
    .map(({ subject }) => subject)
    .filter((subject) => /^(Your day|At once)/.test(subject))
    .reverse();
const digests = async ({ email }: Person) =>
  (await world.mailsTo(email)).filter(({ subject }) => subject.startsWith("Your day"));

test("N-01 no digest leaves when nothing happened, before eight, or to whom every event is e-mailed", async () => {
  const [quiet, early, other] = [await aReader(), await aReader(), await aReader({ digest: false })];
  until(12);
  await tell(quiet, "proposals", "Only the bell rings for this.", "/", false);
  await tell(other, "proposals", "A proposal");
  await tell(early, "proposals", "A proposal");
  await sendDigests(world.house);
  until(digestHour - 1);
  await sendDigests(world.house);
  expect([await subjects(quiet), await subjects(early)]).toEqual([[], []]);
  await morning();
  expect([await subjects(quiet), await subjects(other), (await subjects(early)).length]).toEqual([
    [],
    ["At once: A proposal"],
    1,
  ]);
});

test("N-01 what would have been an e-mail each is one in the morning, by kind, with links; money comes at once", async () => {
  const member = await aReader();
  until(10);
  await tell(member, "proposals", "Harriet sent you a proposal: Board <pack>", "/project/7");
  await tell(member, "reviews", "Harriet asks you for a review", "/project/8");
  await tell(member, "proposals", "Harriet changed the proposal", "/project/7");
  await tell(member, "invoices", "Invoice 12");
  expect(await subjects(member)).toEqual(["At once: Invoice 12"]);
  await morning();
  expect(await subjects(member)).toEqual(["At once: Invoice 12", "Your day: 3 things happened"]);
  const [mail] = await digests(member);
  expect(mail?.links).toEqual([
    `${world.url}/project/7`,
    `${world.url}/project/8`,
    `${world.url}/customer-home`,
    expect.stringMatching(/\/unsubscribe\/\d+\.all\./),
    `${world.url}/notifications`,
  ]);
  expect(mail?.html).toContain("Harriet sent you a proposal: Board &lt;pack&gt;");
  expect(mail?.text).toMatch(/PROPOSALS\s+- Harriet sent[\s\S]+- Harriet changed[\s\S]+REVIEWS\s+- Harriet asks/);
  expect(mail?.text).not.toContain("Invoice 12");
});

test("N-01 a day has one digest, however often and by however many it is asked for; what comes after it waits", async () => {
  const member = await aReader();
  await tell(member, "proposals", "First");
  until(digestHour);
  await Promise.all([sendDigests(world.house), sendDigests(world.house), sendDigests(world.house)]);
  expect(await subjects(member)).toEqual(["Your day: one thing happened"]);
  until(9);
  await tell(member, "proposals", "Second");
  await sendDigests(world.house);
  until(23);
  await sendDigests(world.house);
  expect(await digests(member)).toHaveLength(1);
  await morning();
  const [second] = await digests(member);
  expect([second?.text.includes("Second"), second?.text.includes("First")]).toEqual([true, false]);
  // A clock that went back cannot make a second one of a day: what it says waits for the next.
  world.clock.advance(-24 * hour);
  await tell(member, "proposals", "Third");
  world.clock.advance(24 * hour);
  await sendDigests(world.house);
  expect(await digests(member)).toHaveLength(2);
  await morning();
  expect((await digests(member))[0]?.text).toContain("Third");
});

test("N-01 days that were missed come as one, and a digest that was interrupted is sent whole, once", async () => {
  const member = await aReader();
  for (const message of ["On Monday", "On Tuesday", "On Wednesday"]) {
    await tell(member, "engagements", message);
    world.clock.advance(24 * hour);
  }
  until(digestHour);
  await world.house.db.execute("alter table mails rename to mails_away");
  await expect(sendDigests(world.house)).rejects.toThrow();
  await world.house.db.execute("alter table mails_away rename to mails");
  await sendDigests(world.house);
  await sendDigests(world.house);
  expect(await subjects(member)).toEqual(["Your day: 3 things happened"]);
});

test("N-01 a kind turned off since is left out; the digest turned off, what waits comes as a last one", async () => {
  const [less, none, last] = [await aReader(), await aReader(), await aReader()];
  for (const member of [less, none, last]) {
    await tell(member, "reviews", "A review");
    await tell(member, "proposals", "A proposal");
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
  await tell(last, "reviews", "A review");
  expect((await subjects(last)).at(-1)).toBe("At once: A review");
});

test("N-01 a long day shows the latest fifty and says how many more there are", async () => {
  const member = await aReader();
  for (let number = 1; number <= 53; number++) await tell(member, "proposals", `Number ${number}.`);
  await morning();
  const [mail] = await digests(member);
  expect(mail?.subject).toBe("Your day: 53 things happened");
  expect(mail?.text).toContain("the latest 50; 3 more are on your pages");
  expect([mail?.text.includes("Number 3."), mail?.text.includes("Number 4.")]).toEqual([false, true]);
});
