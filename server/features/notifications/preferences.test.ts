import { unknownField } from "@plumbline/contract/fields.ts";
import { changePreferences, listNotifications, readPreferences } from "@plumbline/contract/notifications/contract.ts";
import { defaultPreferences, kinds, type PreferencesChange } from "@plumbline/contract/notifications/rules.ts";
import { beforeAll, expect, test } from "vitest";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { identifierOf, openSocket } from "../../testing/cable-clients.ts";
import { testServer } from "../../testing/plumbline.ts";
import { updateMember } from "../accounts/store.ts";
import { type NotifiedEvent, notify } from "./actions.ts";

const server = testServer();
let staff: Person;
beforeAll(async () => {
  staff = await makeStaff(server.context);
});

const newMember = async () => setUp(server.context, await makeMember(server.context, "customer", {}, staff));
let count = 2_000_000;
const newEvent = (): NotifiedEvent => ({
  id: count++,
  kind: "mail.retried",
  createdAt: server.clock.now(),
});
const email = {
  wording: { written: "announcement" },
  subject: "A proposal has arrived",
  paragraphs: ["Read it."],
  action: "Read the proposal",
} as const;
const notifyMember = (member: Person, about: keyof typeof kinds, event = newEvent()) =>
  notify(server.context, event, member.id, { about, message: "It happened.", path: "/engagements", email });
const change = ({ token }: Person, body: PreferencesChange) => server.call(changePreferences, { body }, token);
const preferences = async ({ token }: Person) => (await server.call(readPreferences, {}, token)).body;
const bell = async ({ token }: Person) => (await server.call(listNotifications, {}, token)).body;

test("N-01 a kind that is required or unknown and a value that is not boolean are refused by name and change nothing", async () => {
  const member = await newMember();
  const refusals: [unknown, Record<string, string[]>][] = [
    [{ email: { invoices: false } }, { "email.invoices": [`cannot be turned off. ${kinds.invoices.always}`] }],
    [{ app: { account: true } }, { "app.account": [`cannot be turned off. ${kinds.account.always}`] }],
    [{ email: { gossip: false } }, { "email.gossip": [unknownField] }],
    [{ email: { reviews: "no" } }, { "email.reviews": ["must be true or false"] }],
    [{ digest: 1 }, { digest: ["must be true or false"] }],
    [{ digest: true, weekly: true }, { weekly: [unknownField] }],
    ["all of them", { base: ["is not a change of preferences"] }],
  ];
  for (const [body, errors] of refusals) {
    const answer = await change(member, body as PreferencesChange);
    expect([answer.status, answer.errors]).toEqual([422, errors]);
  }
  expect(await preferences(member)).toEqual(defaultPreferences);
});

test("N-01 simultaneous changes of different switches are both kept, and other members' switches stay", async () => {
  const [member, other] = [await newMember(), await newMember()];
  await Promise.all([
    change(member, { email: { reviews: false } }),
    change(member, { app: { messages: false } }),
    change(member, { digest: true }),
    change(member, { email: { messages: false } }),
  ]);
  const expected = {
    digest: true,
    app: { ...defaultPreferences.app, messages: false },
    email: { ...defaultPreferences.email, reviews: false, messages: false },
  };
  expect(await preferences(member)).toEqual(expected);
  expect((await change(member, { email: { reviews: true } })).body).toEqual({
    ...expected,
    email: { ...defaultPreferences.email, messages: false },
  });
  expect(await preferences(other)).toEqual(defaultPreferences);
});

test("N-01 with the bell off an event is e-mailed, not listed, and open pages are told to reload", async () => {
  const member = await newMember();
  await change(member, { app: { proposals: false } });
  const line = await openSocket(server.url, member);
  await line.subscribe(identifierOf("NotificationsChannel"));
  const event = newEvent();
  for (let time = 0; time < 2; time++) await notifyMember(member, "proposals", event);
  const { id } = (await line.frames.next(({ message }) => message !== undefined)).message as { id: number };
  expect(line.frames.all.at(-1)?.message).toEqual({ type: "changed", id });
  expect(await bell(member)).toEqual({ entries: [], more: false, unread_count: 0, latest_id: id, banner: null });
  expect((await server.mailsTo(member.email)).filter(({ subject }) => subject === email.subject)).toHaveLength(1);
  await change(member, { app: { proposals: true } });
  expect((await line.frames.next()).message).toEqual({ type: "changed" });
  await notifyMember(member, "proposals");
  expect((await bell(member)).entries.map(({ message }) => message)).toEqual(["It happened."]);
  line.close();
});

test("N-01 with the e-mails of a kind off it is on the bell only; other kinds and money are still e-mailed", async () => {
  const member = await newMember();
  const before = (await server.mailsTo(member.email)).length;
  await change(member, { email: { proposals: false } });
  await notifyMember(member, "proposals");
  expect([(await server.mailsTo(member.email)).length - before, (await bell(member)).unread_count]).toEqual([0, 1]);
  await notifyMember(member, "reviews");
  await change(member, {
    digest: true,
    app: { proposals: false, engagements: false, reviews: false, messages: false },
    email: { proposals: false, engagements: false, reviews: false, messages: false },
  });
  for (const about of ["reviews", "invoices", "membership"] as const) await notifyMember(member, about);
  expect([(await server.mailsTo(member.email)).length - before, (await bell(member)).unread_count]).toEqual([3, 4]);
});

test("N-01 a member whose account is closed is e-mailed about their money and nothing else", async () => {
  const member = await newMember();
  const before = (await server.mailsTo(member.email)).length;
  await updateMember(server.context.db, member.id, { state: "suspended" });
  await notifyMember(member, "proposals");
  await notifyMember(member, "invoices");
  expect((await server.mailsTo(member.email)).length - before).toBe(1);
});
