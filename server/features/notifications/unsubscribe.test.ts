import {
  changePreferences,
  readPreferences,
  readUnsubscribe,
  resubscribe,
  unsubscribe,
} from "@plumbline/contract/notifications/contract.ts";
import { type Kind, optionalKinds, unchosen } from "@plumbline/contract/notifications/rules.ts";
import { beforeAll, expect, test } from "vitest";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { aWorld, type Mail } from "../../testing/plumbline.ts";
import { notify } from "./actions.ts";
import { unsubscribeFrom } from "./unsubscribe.ts";

const world = aWorld();
let staff: Person;
beforeAll(async () => {
  staff = await makeStaff(world.house);
});

const aMember = async () => setUp(world.house, await makeMember(world.house, "advisor", {}, staff));
const tokenOf = (member: Person, about: Parameters<typeof unsubscribeFrom>[2]) =>
  unsubscribeFrom(world.house, member.id, about).url.split("/").at(-1) as string;
const preferences = async ({ token }: Person) => (await world.call(readPreferences, {}, token)).body;
let count = 3_000_000;
const tell = (member: Person, about: Kind) =>
  notify(
    world.house,
    { id: count++, kind: "test", actorId: null, subject: "t", subjectId: 1, data: {}, createdAt: world.clock.now() },
    member.id,
    { about, message: "Told.", path: "/invoices", letter: { subject: "Told", paragraphs: ["So."], button: "See it" } },
  );
/** The newest letter of `tell`, with what mail programs read of it; none without. */
const newest = async ({ email }: Person) =>
  (await world.mailsTo(email)).find(({ subject }) => subject === "Told") as Mail;

test("N-01 a link that is made up, altered or somebody else's is not found, and nothing changes", async () => {
  const [member, other] = [await aMember(), await aMember()];
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
      (await world.call(readUnsubscribe, { params })).status,
      (await world.call(unsubscribe, { params })).status,
      (await world.call(resubscribe, { params, body: { kinds: ["reviews"] } })).status,
    ];
    expect([each, statuses]).toEqual([each, [404, 404, 404]]);
  }
  for (const each of [member, other]) expect(await preferences(each)).toEqual(unchosen);
});

test("N-01 a link takes back only what it is about", async () => {
  const member = await aMember();
  await world.call(changePreferences, { body: { email: { reviews: false, messages: false } } }, member.token);
  const params = { token: tokenOf(member, "reviews") };
  for (const kinds of [["messages"], ["reviews", "messages"]] as const) {
    const refused = await world.call(resubscribe, { params, body: { kinds: [...kinds] } });
    expect([refused.status, refused.errors]).toEqual([422, { kinds: ["are not what this link is about"] }]);
  }
  const unknown = await world.call(resubscribe, { params, body: { kinds: ["invoices"] as never } });
  expect([unknown.status, unknown.errors]).toEqual([422, { "kinds.0": ["is not a known kind"] }]);
  expect((await preferences(member)).email).toEqual({ ...unchosen.email, reviews: false, messages: false });
});

test("N-01 an e-mail that need not come says at its foot and in its headers how to stop it; one about money does not", async () => {
  const member = await aMember();
  await tell(member, "engagements");
  const mail = await newest(member);
  const token = tokenOf(member, "engagements");
  expect(mail.headers).toEqual({
    "list-unsubscribe": `<${world.url}/api/unsubscribe/${token}>`,
    "list-unsubscribe-post": "List-Unsubscribe=One-Click",
  });
  expect(mail.links).toEqual([
    `${world.url}/invoices`,
    `${world.url}/unsubscribe/${token}`,
    `${world.url}/notifications`,
  ]);
  expect(mail.text).toContain(`Unsubscribe: ${world.url}/unsubscribe/${token}`);
  // Nothing of the person stands in it but a number.
  expect(token).toMatch(/^\d+\.engagements\.[\w-]{43}$/);
  const kept = await world.house.db.query.mails.findMany({ where: (row, { eq }) => eq(row.recipient, member.email) });
  expect(kept.map(({ unsubscribeUrl }) => unsubscribeUrl)).toEqual(kept.map(() => null));
  await tell(member, "invoices");
  expect([(await newest(member)).headers, (await newest(member)).text]).toEqual([
    {},
    expect.not.stringContaining("nsubscribe"),
  ]);
});

test("N-01 looking changes nothing; one click as a mail program sends it stops the e-mails, once, and may be taken back", async () => {
  const member = await aMember();
  await tell(member, "proposals");
  const address = (await newest(member)).headers["list-unsubscribe"]?.slice(1, -1) as string;
  for (let time = 0; time < 3; time++)
    expect(await (await fetch(address)).json()).toEqual({
      about: "proposals",
      kinds: ["proposals"],
      on: ["proposals"],
    });
  expect(await preferences(member)).toEqual(unchosen);
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
  expect(await preferences(member)).toEqual({ ...unchosen, email: { ...unchosen.email, proposals: false } });
  const before = (await world.mailsTo(member.email)).length;
  await tell(member, "proposals");
  expect((await world.mailsTo(member.email)).length).toBe(before);
  const back = await world.call(resubscribe, {
    params: { token: tokenOf(member, "proposals") },
    body: { kinds: ["proposals"] },
  });
  expect(back.body.on).toEqual(["proposals"]);
  await tell(member, "proposals");
  expect((await world.mailsTo(member.email)).length).toBe(before + 1);
});

test("N-01 the digest's link stops all that may be stopped, and says which were on so that just those come back", async () => {
  const member = await aMember();
  await world.call(changePreferences, { body: { email: { reviews: false } } }, member.token);
  const params = { token: tokenOf(member, "all") };
  const { body } = await world.call(unsubscribe, { params });
  expect(body).toEqual({
    about: "all",
    kinds: [...optionalKinds],
    on: [],
    turned_off: ["proposals", "engagements", "messages"],
  });
  await world.call(resubscribe, { params, body: { kinds: body.turned_off } });
  expect((await preferences(member)).email).toEqual({ ...unchosen.email, reviews: false });
});

test("N-01 forms are taken where they are declared and nowhere else", async () => {
  const answer = await fetch(`${world.url}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "email=a@b&password=x",
  });
  expect(answer.status).toBe(415);
});
