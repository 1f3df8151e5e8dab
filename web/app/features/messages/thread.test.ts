import type { Conversation, Message } from "@plumbline/contract/messages/contract.ts";
import { expect, test } from "vitest";
import { named } from "./named.ts";
import { dayName, entriesOf, merged, type Pending, preview, unconfirmed, withConversation } from "./thread.ts";

const said = (id: number, from = 1, client_id: string | null = null) =>
  ({ id, client_id, sender: { id: from }, body: `m${id}` }) as Message;
const pending = (clientId: string): Pending => ({ clientId, body: "", files: [], createdAt: "", trouble: null });
const conversation = (receiverId: number, lastId: number | null, more: Partial<Conversation> = {}) =>
  ({
    id: lastId === null ? 0 : receiverId,
    receiver: { id: receiverId, name: `Name ${receiverId}` },
    last_message: lastId === null ? null : { id: lastId, body: "Hello", sender_id: receiverId, attachments: 0 },
    ...more,
  }) as Conversation;

test("M-17 messages are shown once and in order, however often and in whichever order they arrive", () => {
  const ids = (messages: readonly Message[]) => messages.map(({ id }) => id);
  expect(ids(merged([said(3), said(1)], [said(2), said(3)]))).toEqual([1, 2, 3]);
  expect(ids(merged([], []))).toEqual([]);
});

test("M-08 a pending message disappears when it arrives from the server, and keeps its place on the page", () => {
  expect(unconfirmed([pending("a"), pending("b")], [said(1, 1, "a")]).map(({ clientId }) => clientId)).toEqual(["b"]);
  const before = entriesOf([said(1)], [pending("a")], 1).map(({ key }) => key);
  const after = entriesOf([said(1), said(2, 1, "a")], [pending("a")], 1).map(({ key }) => key);
  expect([before, after]).toEqual([
    ["1", "a"],
    ["1", "a"],
  ]);
});

test("M-05 one's own messages are those whose sender is the reader", () => {
  expect(entriesOf([said(1, 7), said(2, 8)], [pending("a")], 7).map(({ mine }) => mine)).toEqual([true, false, true]);
});

test("M-02 the list is filtered by names that contain the text, ignoring case and accents", () => {
  const list = [
    conversation(1, 1, { receiver: { id: 1, name: "Owen Price", photo: null, subtitle: null } }),
    conversation(2, 2),
  ];
  expect(named(list, " oWE ").map(({ receiver }) => receiver.id)).toEqual([1]);
  expect(
    named([conversation(3, 3, { receiver: { id: 3, name: "Zoë", photo: null, subtitle: null } })], "zoe"),
  ).toHaveLength(1);
  expect(named(list, "").length).toBe(2);
  expect(named(list, "nobody")).toEqual([]);
});

test("M-01 M-14 a new conversation comes first, then the latest; the first message replaces the empty conversation", () => {
  const list = [conversation(1, 10), conversation(2, 20)].reduce<Conversation[]>(
    (all, one) => withConversation(all, one),
    [],
  );
  const seeded = withConversation(list, conversation(3, null));
  expect(seeded.map(({ receiver }) => receiver.id)).toEqual([3, 2, 1]);
  const real = withConversation(seeded, conversation(3, 15));
  expect(real.map(({ id }) => id)).toEqual([2, 3, 1]);
  expect(withConversation(real, conversation(1, 30)).map(({ receiver }) => receiver.id)).toEqual([1, 2, 3]);
});

test("M-11 the list shows the last message, and who sent it", () => {
  expect(preview(conversation(1, null))).toBe("Write the first message");
  expect(preview(conversation(1, 5))).toBe("Hello");
  const own = { id: 5, body: " ", sender_id: 9, attachments: 2 } as Conversation["last_message"];
  expect(preview(conversation(1, 5, { last_message: own }))).toBe("You: 2 files");
});

test("M-05 H-34 days are the reader's: today, yesterday, then as text", () => {
  const now = new Date("2026-07-01T23:30:00Z");
  expect(dayName("2026-07-01T23:05:00Z", now, "Europe/London")).toBe("Today");
  expect(dayName("2026-07-01T22:30:00Z", now, "Europe/London")).toBe("Yesterday");
  expect(dayName("2026-06-01T10:00:00Z", now, "Europe/London")).toBe("1 June 2026");
  expect(dayName("2026-07-01T22:30:00Z", now, "America/New_York")).toBe("Today");
  expect(dayName("2026-06-01T23:30:00Z", now, "Asia/Tokyo")).toBe("2 June 2026");
});

test.each([
  ["the clocks go back: a day of 25 hours", "2026-10-25T23:30:00Z", "2026-10-24T12:00:00Z"],
  ["the clocks go forward: a day of 23 hours", "2026-03-29T23:30:00Z", "2026-03-29T12:00:00Z"],
])("M-05 yesterday is a day of the calendar when %s", (_, now, then) => {
  expect(dayName(then, new Date(now), "Europe/London")).toBe("Yesterday");
});
