import {
  listNotifications,
  readAllNotifications,
  readNotification,
} from "@plumbline/contract/notifications/contract.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { makeMember, makeStaff, type Person } from "../../demo/people.ts";
import { identifierOf, openSocket } from "../../testing/cable-clients.ts";
import { buses, testServer } from "../../testing/plumbline.ts";
import { type NotifiedEvent, notify } from "./actions.ts";
import { notificationTopic } from "./topics.ts";

describe.each(buses)("in %s", (_, environment) => {
  const server = testServer(environment, { secondProcess: true });
  let staff: Person;
  beforeAll(async () => {
    staff = await makeStaff(server.context);
  });

  const newMember = () => makeMember(server.context, "customer", {}, staff);
  let count = 1_000_000;
  const newEvent = (): NotifiedEvent => ({
    id: count++,
    kind: "mail.retried",
    createdAt: server.clock.now(),
  });
  const bell = async ({ token }: Person, before?: number) =>
    (await server.call(listNotifications, { query: { before } }, token)).body;

  test("N-01 visitors get 401, staff 404, and members can neither read nor mark the notifications of others", async () => {
    const [mine, other] = [await newMember(), await newMember()];
    await notify(server.context, newEvent(), mine.id, {
      about: "proposals",
      message: "Something happened.",
      path: "/engagements",
    });
    const [note] = (await bell(mine)).entries;
    const mark = (token?: string) =>
      server.call(readNotification, { params: { id: note?.id as number }, body: { isRead: true } }, token);
    expect((await server.call(listNotifications, {})).status).toBe(401);
    expect((await server.call(listNotifications, {}, staff.token)).status).toBe(404);
    expect((await mark()).status).toBe(401);
    expect((await mark(other.token)).status).toBe(404);
    expect(await bell(other)).toEqual({ entries: [], more: false, unread_count: 0, latest_id: 0, banner: null });
    expect((await bell(mine)).unread_count).toBe(1);
  });

  test("N-01 an invalid isRead and an invalid id are refused", async () => {
    const { token } = await newMember();
    const wrong = await server.call(readNotification, { params: { id: 1 }, body: { isRead: "yes" } as never }, token);
    expect([wrong.status, wrong.errors]).toEqual([422, { isRead: ["must be true or false"] }]);
    expect((await server.call(readNotification, { params: { id: "x" }, body: { isRead: true } }, token)).status).toBe(
      404,
    );
  });

  test("N-01 an event notifies once, unread, however often it is delivered; marked read, it stays read", async () => {
    const member = await newMember();
    const event = newEvent();
    for (let time = 0; time < 3; time++)
      await notify(server.context, event, member.id, {
        about: "proposals",
        message: "Your invoice was paid.",
        path: "/invoices/7",
      });
    const { entries, unread_count } = await bell(member);
    expect([entries, unread_count]).toEqual([
      [
        {
          id: expect.any(Number),
          message: "Your invoice was paid.",
          action: "/invoices/7",
          isRead: false,
          created_at: expect.any(String),
        },
      ],
      1,
    ]);
    const marked = await server.call(
      readNotification,
      { params: { id: entries[0]?.id as number }, body: { isRead: true } },
      member.token,
    );
    expect(marked.body).toEqual({ ...entries[0], isRead: true });
    expect(await bell(member)).toEqual({
      entries: [{ ...entries[0], isRead: true }],
      more: false,
      unread_count: 0,
      latest_id: entries[0]?.id,
      banner: null,
    });
  });

  test("N-01 the list has the newest fifty, older ones follow by key, and the count is of all", async () => {
    const member = await newMember();
    for (let number = 0; number < 53; number++)
      await notify(server.context, newEvent(), member.id, {
        about: "proposals",
        message: `Number ${number}`,
        path: "/",
      });
    const newest = await bell(member);
    expect([newest.entries.length, newest.entries[0]?.message, newest.unread_count]).toEqual([50, "Number 52", 53]);
    const older = await bell(member, newest.entries.at(-1)?.id as number);
    expect(older.entries.map(({ message }) => message)).toEqual(["Number 2", "Number 1", "Number 0"]);
    expect([newest.more, older.more]).toEqual([true, false]);
    const last = await bell(member, newest.entries[2]?.id as number);
    expect([last.entries.length, last.more]).toEqual([50, false]);
  });

  test("N-01 decision 51 closing the bell marks read what it showed, not what arrived meanwhile, and only the member's own", async () => {
    const [member, other] = [await newMember(), await newMember()];
    const notifyMember = (whom: Person, message: string) =>
      notify(server.context, newEvent(), whom.id, { about: "proposals", message, path: "/" });
    for (let number = 0; number < 12; number++) await notifyMember(member, `Number ${number}`);
    await notifyMember(other, "Not yours");
    const [seen] = (await bell(member)).entries;
    await notifyMember(member, "Came while the bell was open");
    const line = await openSocket(server.secondProcess.url, member);
    await line.subscribe(identifierOf("NotificationsChannel"));
    const upTo = seen?.id as number;
    const readAll = (body: object, token?: string) =>
      server.call(readAllNotifications, { body } as never, token ?? member.token);
    expect((await readAll({ isRead: false, up_to: upTo })).errors).toEqual({ isRead: ["must be true"] });
    expect((await readAll({ isRead: true })).errors).toHaveProperty("up_to");
    expect((await readAll({ isRead: true, up_to: upTo }, staff.token)).status).toBe(404);
    expect((await bell(member)).unread_count).toBe(13);
    expect((await readAll({ isRead: true, up_to: upTo })).body).toEqual({ unread_count: 1 });
    expect((await bell(member)).entries.map(({ isRead }) => isRead)).toEqual([false, ...Array(12).fill(true)]);
    expect((await bell(other)).unread_count).toBe(1);
    // The second process may still announce what came before.
    const isRead = ({ message }: { message?: unknown }) => (message as { type?: string } | undefined)?.type === "read";
    expect((await line.frames.next(isRead)).message).toEqual({ type: "read", up_to: upTo });
    line.close();
  });

  test("N-01 new and newly read notifications reach the member's open pages and no others", async () => {
    const [member, other] = [await newMember(), await newMember()];
    const [line, elsewhere] = [
      await openSocket(server.secondProcess.url, member),
      await openSocket(server.secondProcess.url, other),
    ];
    for (const each of [line, elsewhere]) await each.subscribe(identifierOf("NotificationsChannel"));
    await notify(server.context, newEvent(), member.id, {
      about: "proposals",
      message: "A proposal has arrived.",
      path: "/project/1",
    });
    const rung = (await line.frames.next(({ message }) => message !== undefined)).message as { id: number };
    expect(rung).toMatchObject({
      type: "notification",
      message: "A proposal has arrived.",
      action: "/project/1",
      isRead: false,
    });
    await server.call(readNotification, { params: { id: rung.id }, body: { isRead: true } }, member.token);
    expect((await line.frames.next()).message).toEqual({ ...rung, isRead: true });
    // As announced by another process: with the id alone.
    server.context.bus.publish(notificationTopic, { id: rung.id, memberId: member.id });
    expect((await line.frames.next()).message).toEqual({ ...rung, isRead: true });
    await elsewhere.subscribe(identifierOf("ConversationsChannel"));
    expect(elsewhere.frames.all.filter(({ message }) => message)).toEqual([]);
    for (const each of [line, elsewhere]) each.close();
  });
});
