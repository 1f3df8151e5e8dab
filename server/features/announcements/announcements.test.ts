import * as contract from "@plumbline/contract/announcements/contract.ts";
import { dayMs } from "@plumbline/contract/dates.ts";
import { changePreferences, listNotifications } from "@plumbline/contract/notifications/contract.ts";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { events } from "../../outbox/schema.ts";
import { testServer } from "../../testing/plumbline.ts";
import { beginDue, sendBatch } from "./actions.ts";
import { announcementReceipts } from "./schema.ts";

const server = testServer();
let staff: Person;
let customer: Person;
let quiet: Person;
let advisor: Person;
beforeAll(async () => {
  const { context } = server;
  staff = await makeStaff(context, { name: "Ada Lind", role: "operations" });
  customer = await setUp(context, await makeMember(context, "customer"));
  quiet = await setUp(context, await makeMember(context, "customer"));
  advisor = await makeMember(context, "advisor");
  await server.call(changePreferences, { body: { email: { announcements: false } } }, quiet.token);
});

const news = {
  title: "Statements by month",
  text: "Your earnings have statements now.\n\nOpen <b>Earnings</b> to read them.",
  link: "/spending",
  role: "customer" as const,
  state: "any" as const,
  by_email: true,
  banner: true,
};
const announce = (change: object = {}) => server.call(contract.announce, { body: { ...news, ...change } }, staff.token);
const bell = async (by: Person) => (await server.call(listNotifications, {}, by.token)).body;
const about = async (by: Person, title: string) =>
  (await bell(by)).entries.filter(({ message }) => message === title).length;
const inDays = (days: number) => new Date(server.clock.now().getTime() + days * dayMs).toISOString();

test("G-94 refused: no title, a link that leaves the site, a moment that has passed, another's announcement, stopping what is sent", async () => {
  expect((await announce({ title: " " })).errors).toEqual({ title: ["Please give a title."] });
  for (const link of [
    "https://elsewhere.example",
    "//elsewhere.example",
    "/\\elsewhere.example",
    "javascript:alert(1)",
  ])
    expect(Object.keys((await announce({ link })).errors), link).toEqual(["link"]);
  expect(Object.keys((await announce({ send_at: inDays(-1) })).errors)).toEqual(["send_at"]);
  expect(Object.keys((await announce({ role: "staff" })).errors)).toEqual(["role"]);
  const { body } = await announce({ title: "Refused", role: "advisor", by_email: false });
  await server.settle();
  const params = { id: body.id };
  expect((await server.call(contract.readAnnounced, { params }, customer.token)).status).toBe(404);
  expect((await server.call(contract.dismissAnnouncement, { params }, customer.token)).status).toBe(404);
  expect((await server.call(contract.stopAnnouncement, { params }, staff.token)).errors).toEqual({
    base: ["This announcement was sent to everybody already."],
  });
});

test("G-94 an announcement reaches each of its receivers once: on the bell, as a banner until it is dismissed, and by e-mail unless they turned it off", async () => {
  const counted = await server.call(contract.countReceivers, { query: { role: "customer" } }, staff.token);
  expect(counted.body).toEqual({ count: 2, more: false });
  const { status, body } = await announce();
  expect([status, body.receivers]).toEqual([201, 2]);
  await server.settle();
  const read = await server.call(contract.readAnnouncement, { params: { id: body.id } }, staff.token);
  expect(read.body).toMatchObject({ state: "sent", reached: 2, by: "Ada Lind", can_stop: false });
  // The event that began it, told again.
  const event = { id: 0, kind: "announcement.batch", actorId: null, subjectId: body.id, createdAt: server.clock.now() };
  await sendBatch(server.context, { ...event, kind: "announcement.batch", data: { after: 0 } });
  expect([await about(customer, news.title), await about(quiet, news.title), await about(advisor, news.title)]).toEqual(
    [1, 1, 0],
  );
  const mails = await server.mailsTo(customer.email);
  expect(mails.filter(({ subject }) => subject === news.title)).toHaveLength(1);
  expect(mails[0]?.html).toContain("Open &lt;b&gt;Earnings&lt;/b&gt;");
  expect(mails[0]?.headers["list-unsubscribe"]).toBeDefined();
  expect((await server.mailsTo(quiet.email)).filter(({ subject }) => subject === news.title)).toEqual([]);

  const params = { id: body.id };
  expect((await bell(customer)).banner).toMatchObject({ id: body.id, title: news.title, link: "/spending" });
  expect((await server.call(contract.readAnnounced, { params }, customer.token)).body.text).toBe(news.text);
  await server.call(contract.dismissAnnouncement, { params }, customer.token);
  expect((await bell(customer)).banner).toBeNull();
  expect((await bell(quiet)).banner?.id).toBe(body.id);
  await server.context.db.update(announcementReceipts).set({ bannerUntil: new Date(0) });
  expect((await bell(quiet)).banner).toBeNull();
});

test("G-94 the same words are announced once an hour, also by two members of staff at once, and again once they are stopped", async () => {
  const again = { title: "Only once", role: "advisor", send_at: inDays(3), by_email: false };
  const both = await Promise.all([announce(again), announce(again)]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  const sentence = "The same was announced within the last hour. Please change its title or text to announce it again.";
  expect((await announce(again)).errors).toEqual({ base: [sentence] });
  for (const change of [{ text: "Other words." }, { title: "Once more" }, { role: "customer" }])
    expect((await announce({ ...again, ...change })).status).toBe(201);
  const id = both.find(({ status }) => status === 201)?.body.id ?? 0;
  await server.call(contract.stopAnnouncement, { params: { id } }, staff.token);
  expect((await announce(again)).status).toBe(201);
  server.clock.advance(3_600_000);
  expect((await announce(again)).status).toBe(201);
  await server.context.db.execute(sql`update announcements set state = 'stopped' where state = 'scheduled'`);
});

test("G-95 a scheduled announcement begins at its moment, and one that was stopped never", async () => {
  const later = (await announce({ title: "Later", send_at: inDays(2), by_email: false })).body;
  const never = (await announce({ title: "Never", send_at: inDays(2), by_email: false })).body;
  const stop = () => server.call(contract.stopAnnouncement, { params: { id: never.id } }, staff.token);
  const both = await Promise.all([stop(), stop()]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  await beginDue(server.context);
  await server.settle();
  expect(await about(customer, "Later")).toBe(0);
  server.clock.advance(3 * dayMs);
  await Promise.all([beginDue(server.context), beginDue(server.context)]);
  await server.settle();
  expect([await about(customer, "Later"), await about(customer, "Never")]).toEqual([1, 0]);
  const read = await server.call(contract.readAnnouncement, { params: { id: later.id } }, staff.token);
  expect(read.body.state).toBe("sent");
});

test("G-94 a batch that is told again after its process was killed reaches nobody twice, although others fit the audience by then", async () => {
  const { db } = server.context;
  const { rows } = await db.execute<{ id: number; email: string }>(sql`
    insert into members (role, email, state)
    select 'advisor', 'receiver-' || n || '@example.test', case n when 5 then 'suspended' else 'active' end
    from generate_series(1, 51) n returning id, email`);
  const [returning, lastOfBatch, next] = [rows[4], rows[49], rows[50]];
  const { id } = (await announce({ role: "advisor", title: "To all advisors", send_at: inDays(2) })).body;
  await db.execute(sql`update announcements set state = 'sending' where id = ${id}`);
  const createdAt = server.clock.now();
  const row = { kind: "announcement.batch", subject: "announcement", subjectId: id, createdAt, deliveredAt: createdAt };
  const [logged] = await db
    .insert(events)
    .values({ ...row, data: { after: 0 } })
    .returning({ id: events.id });
  const event = { id: logged?.id ?? 0, kind: "announcement.batch", actorId: null, subjectId: id, createdAt } as const;
  const tell = () => sendBatch(server.context, { ...event, data: { after: 0 } });
  await db.execute(sql`create function killed() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`);
  await db.execute(
    sql`create trigger killed before update of reached_id on announcements for each row execute function killed()`,
  );
  await expect(tell()).rejects.toThrow();
  await db.execute(sql`drop trigger killed on announcements`);
  // Meanwhile one has come back, and another has moved to a new address.
  await db.execute(sql`update members set state = 'active' where id = ${returning?.id}`);
  await db.execute(sql`update members set email = 'moved@example.test' where id = ${rows[0]?.id}`);
  await tell();
  await server.settle();
  const told = async (member: { id: number } | undefined) =>
    (await db.execute(sql`select from notifications where member_id = ${member?.id}`)).rows.length;
  expect([await told(rows[0]), await told(lastOfBatch), await told(next)]).toEqual([1, 1, 1]);
  const mailed = await Promise.all(
    [`${lastOfBatch?.email}`, `${next?.email}`, "moved@example.test"].map(server.mailsTo),
  );
  expect(mailed.map(({ length }) => length)).toEqual([1, 1, 0]);
});
