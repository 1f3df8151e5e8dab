import {
  changePreferences,
  readPreferences,
  readUnsubscribe,
  resubscribe,
  unsubscribe,
} from "@plumbline/contract/notifications/contract.ts";
import { defaultPreferences, type Kind, optionalKinds } from "@plumbline/contract/notifications/rules.ts";
import { beforeAll, expect, test } from "vitest";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { type Mail, testServer } from "../../testing/plumbline.ts";
import { notify } from "./actions.ts";
import { unsubscribeFrom } from "./unsubscribe.ts";

const server = testServer();
let staff: Person;
beforeAll(async () => {
  staff = await makeStaff(server.context);
});

const newMember = async () => setUp(server.context, await makeMember(server.context, "advisor", {}, staff));
const tokenOf = (member: Person, about: Parameters<typeof unsubscribeFrom>[2]) =>
  unsubscribeFrom(server.context, member.id, about).url.split("/").at(-1) as string;
const preferences = async ({ token }: Person) => (await server.call(readPreferences, {}, token)).body;
let count = 3_000_000;
const notifyMember = (member: Person, about: Kind) =>
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
      message: "Told.",
      path: "/invoices",
      email: { wording: { written: "announcement" }, subject: "Told", paragraphs: ["So."], action: "See it" },
    },
  );
/** The newest e-mail of `tell`, with the headers that mail programs use; undefined without any. */
const newest = async ({ email }: Person) =>
  (await server.mailsTo(email)).find(({ subject }) => subject === "Told") as Mail;

test("N-01 a forged, altered or foreign token is not found and changes nothing", async () => {
  const [member, other] = [await newMember(), await newMember()];
  const token = tokenOf(member, "reviews");
  const [id, about, signature = ""] = token.split(".") as [string, string, string];
  const forged = [
    "x",
    "..",
    `${id}.${about}`,
    `${other.id}.${about}.${signature}`,
    `${id}.all.${signature}`,
    `${id}.invoices.${signature}`,
    `${id}.${about}.${signature.slice(1)}A`,
    `0${token}`,
    `${token}x`,
    "a".repeat(300),
  ];
  for (const each of forged) {
    const params = { token: each };
    const statuses = [
      (await server.call(readUnsubscribe, { params })).status,
      (await server.call(unsubscribe, { params })).status,
      (await server.call(resubscribe, { params, body: { kinds: ["reviews"] } })).status,
    ];
    expect([each, statuses]).toEqual([each, [404, 404, 404]]);
  }
  for (const each of [member, other]) expect(await preferences(each)).toEqual(defaultPreferences);
});

test("N-01 a link re-enables only the kinds it is about", async () => {
  const member = await newMember();
  await server.call(changePreferences, { body: { email: { reviews: false, messages: false } } }, member.token);
  const params = { token: tokenOf(member, "reviews") };
  for (const kinds of [["messages"], ["reviews", "messages"]] as const) {
    const refused = await server.call(resubscribe, { params, body: { kinds: [...kinds] } });
    expect([refused.status, refused.errors]).toEqual([422, { kinds: ["are not what this link is about"] }]);
  }
  const unknown = await server.call(resubscribe, { params, body: { kinds: ["invoices"] as never } });
  expect([unknown.status, unknown.errors]).toEqual([422, { "kinds.0": ["is not a known kind"] }]);
  expect((await preferences(member)).email).toEqual({ ...defaultPreferences.email, reviews: false, messages: false });
});

test("N-01 an optional e-mail says in its footer and headers how to unsubscribe; one about money does not", async () => {
  const member = await newMember();
  await notifyMember(member, "engagements");
  const mail = await newest(member);
  const token = tokenOf(member, "engagements");
  expect(mail.headers).toEqual({
    "list-unsubscribe": `<${server.url}/api/unsubscribe/${token}>`,
    "list-unsubscribe-post": "List-Unsubscribe=One-Click",
  });
  expect(mail.links).toEqual([
    `${server.url}/invoices`,
    `${server.url}/unsubscribe/${token}`,
    `${server.url}/notifications/preferences`,
  ]);
  expect(mail.text).toContain(`Unsubscribe: ${server.url}/unsubscribe/${token}`);
  // The token contains no personal data but a number.
  expect(token).toMatch(/^\d+\.engagements\.[\w-]{43}$/);
  const kept = await server.context.db.query.mails.findMany({
    where: (row, { eq }) => eq(row.recipient, member.email),
  });
  expect(kept.map(({ unsubscribeUrl }) => unsubscribeUrl)).toEqual(kept.map(() => null));
  await notifyMember(member, "invoices");
  expect([(await newest(member)).headers, (await newest(member)).text]).toEqual([
    {},
    expect.not.stringContaining("nsubscribe"),
  ]);
});

test("N-01 opening the link changes nothing; the one-click request of a mail program unsubscribes, once, and can be undone", async () => {
  const member = await newMember();
  await notifyMember(member, "proposals");
  const address = (await newest(member)).headers["list-unsubscribe"]?.slice(1, -1) as string;
  for (let time = 0; time < 3; time++)
    expect(await (await fetch(address)).json()).toEqual({
      about: "proposals",
      kinds: ["proposals"],
      on: ["proposals"],
    });
  expect(await preferences(member)).toEqual(defaultPreferences);
  const click = (body: string | FormData, type?: string) =>
    fetch(address, { method: "POST", body, ...(type ? { headers: { "content-type": type } } : {}) });
  const first = await click("List-Unsubscribe=One-Click", "application/x-www-form-urlencoded");
  expect([first.status, await first.json()]).toEqual([
    200,
    { about: "proposals", kinds: ["proposals"], on: [], turned_off: ["proposals"] },
  ]);
  const form = new FormData();
  form.append("List-Unsubscribe", "One-Click");
  expect(await (await click(form)).json()).toMatchObject({ on: [], turned_off: [] });
  expect(await preferences(member)).toEqual({
    ...defaultPreferences,
    email: { ...defaultPreferences.email, proposals: false },
  });
  const before = (await server.mailsTo(member.email)).length;
  await notifyMember(member, "proposals");
  expect((await server.mailsTo(member.email)).length).toBe(before);
  const back = await server.call(resubscribe, {
    params: { token: tokenOf(member, "proposals") },
    body: { kinds: ["proposals"] },
  });
  expect(back.body.on).toEqual(["proposals"]);
  await notifyMember(member, "proposals");
  expect((await server.mailsTo(member.email)).length).toBe(before + 1);
});

test("N-01 the digest's link turns off all optional kinds and says which were on, so that only those are turned on again", async () => {
  const member = await newMember();
  await server.call(changePreferences, { body: { email: { reviews: false } } }, member.token);
  const params = { token: tokenOf(member, "all") };
  const { body } = await server.call(unsubscribe, { params });
  expect(body).toEqual({
    about: "all",
    kinds: [...optionalKinds],
    on: [],
    turned_off: ["proposals", "engagements", "messages", "announcements"],
  });
  await server.call(resubscribe, { params, body: { kinds: body.turned_off } });
  expect((await preferences(member)).email).toEqual({ ...defaultPreferences.email, reviews: false });
});

test("N-01 form bodies are accepted only by the endpoints that declare them", async () => {
  const answer = await fetch(`${server.url}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "email=a@b&password=x",
  });
  expect(answer.status).toBe(415);
});
