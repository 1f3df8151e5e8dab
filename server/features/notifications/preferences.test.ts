import { changePreferences, listNotifications, readPreferences } from "@plumbline/contract/notifications/contract.ts";
import { kinds, type PreferencesChange, unchosen } from "@plumbline/contract/notifications/rules.ts";
import { beforeAll, expect, test } from "vitest";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import type { Event } from "../../platform/events.ts";
import { identifierOf, openLine } from "../../testing/cable-clients.ts";
import { aWorld } from "../../testing/plumbline.ts";
import { updateMember } from "../accounts/store.ts";
import { notify } from "./actions.ts";

const world = aWorld();
let staff: Person;
beforeAll(async () => {
  staff = await makeStaff(world.house);
});

const aMember = async () => setUp(world.house, await makeMember(world.house, "customer", {}, staff));
let count = 2_000_000;
const anEvent = (): Event => ({
  id: count++,
  kind: "test",
  actorId: null,
  subject: "test",
  subjectId: 1,
  data: {},
  createdAt: world.clock.now(),
});
const letter = { subject: "A proposal has arrived", paragraphs: ["Read it."], button: "Read the proposal" };
const tell = (member: Person, about: keyof typeof kinds, event = anEvent()) =>
  notify(world.house, event, member.id, { about, message: "It happened.", path: "/engagements", letter });
const change = ({ token }: Person, body: PreferencesChange) => world.call(changePreferences, { body }, token);
const preferences = async ({ token }: Person) => (await world.call(readPreferences, {}, token)).body;
const bell = async ({ token }: Person) => (await world.call(listNotifications, {}, token)).body;

test("N-01 what cannot be turned off, is not known or is no yes or no is refused by its name and changes nothing", async () => {
  const member = await aMember();
  const refusals: [unknown, Record<string, string[]>][] = [
    [{ email: { invoices: false } }, { "email.invoices": [`cannot be turned off. ${kinds.invoices.always}`] }],
    [{ app: { account: true } }, { "app.account": [`cannot be turned off. ${kinds.account.always}`] }],
    [{ email: { gossip: false } }, { email: ["is not a set of known kinds"] }],
    [{ email: { reviews: "no" } }, { "email.reviews": ["must be true or false"] }],
    [{ digest: 1 }, { digest: ["must be true or false"] }],
    [{ digest: true, weekly: true }, { base: ["is not a change of preferences"] }],
    ["all of them", { base: ["is not a change of preferences"] }],
  ];
  for (const [body, errors] of refusals) {
    const answer = await change(member, body as PreferencesChange);
    expect([answer.status, answer.errors]).toEqual([422, errors]);
  }
  expect(await preferences(member)).toEqual(unchosen);
});

test("N-01 a switch moves alone: two tabs at the same moment both have their way, and nobody else's move", async () => {
  const [member, other] = [await aMember(), await aMember()];
  await Promise.all([
    change(member, { email: { reviews: false } }),
    change(member, { app: { messages: false } }),
    change(member, { digest: true }),
    change(member, { email: { messages: false } }),
  ]);
  const expected = {
    digest: true,
    app: { ...unchosen.app, messages: false },
    email: { ...unchosen.email, reviews: false, messages: false },
  };
  expect(await preferences(member)).toEqual(expected);
  expect((await change(member, { email: { reviews: true } })).body).toEqual({
    ...expected,
    email: { ...unchosen.email, messages: false },
  });
  expect(await preferences(other)).toEqual(unchosen);
});

test("N-01 with the bell off nothing rings, the e-mail leaves, and open pages hear that something changed", async () => {
  const member = await aMember();
  await change(member, { app: { proposals: false } });
  const line = await openLine(world.url, member);
  await line.subscribe(identifierOf("NotificationsChannel"));
  const event = anEvent();
  for (let time = 0; time < 2; time++) await tell(member, "proposals", event);
  const { id } = (await line.frames.next(({ message }) => message !== undefined)).message as { id: number };
  expect(line.frames.all.at(-1)?.message).toEqual({ type: "changed", id });
  expect(await bell(member)).toEqual({ entries: [], unread_count: 0, latest_id: id });
  expect((await world.mailsTo(member.email)).filter(({ subject }) => subject === letter.subject)).toHaveLength(1);
  await change(member, { app: { proposals: true } });
  expect((await line.frames.next()).message).toEqual({ type: "changed" });
  await tell(member, "proposals");
  expect((await bell(member)).entries.map(({ message }) => message)).toEqual(["It happened."]);
  line.close();
});

test("N-01 with the e-mails of a kind off the bell rings alone; other kinds and money are e-mailed all the same", async () => {
  const member = await aMember();
  const before = (await world.mailsTo(member.email)).length;
  await change(member, { email: { proposals: false } });
  await tell(member, "proposals");
  expect([(await world.mailsTo(member.email)).length - before, (await bell(member)).unread_count]).toEqual([0, 1]);
  await tell(member, "reviews");
  await change(member, {
    digest: true,
    app: { proposals: false, engagements: false, reviews: false, messages: false },
    email: { proposals: false, engagements: false, reviews: false, messages: false },
  });
  for (const about of ["reviews", "invoices", "membership"] as const) await tell(member, about);
  expect([(await world.mailsTo(member.email)).length - before, (await bell(member)).unread_count]).toEqual([3, 4]);
});

test("N-01 a member whose account is closed is written to about their money and nothing else", async () => {
  const member = await aMember();
  const before = (await world.mailsTo(member.email)).length;
  await updateMember(world.house.db, member.id, { state: "suspended" });
  await tell(member, "proposals");
  await tell(member, "invoices");
  expect((await world.mailsTo(member.email)).length - before).toBe(1);
});
