import type { Conversation } from "@plumbline/contract/messages/contract.ts";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { readStored } from "../../browser-storage.ts";
import { isLike } from "../../is-like.ts";
import { draftKey, draftsOf } from "../../typed.ts";
import type { Chat } from "./chats.ts";

// The outbox and the inbox, of a tab of each test's own: they hear of every later sign-in. Replaces the browser's storage,
// document, network and clock.
const openTab = async () => {
  vi.resetModules();
  return {
    ...(await import("../../session.ts")),
    ...(await import("./outbox.ts")),
    ...(await import("./inbox.ts")),
    ...(await import("./chats.ts")),
  };
};
let tab: Awaited<ReturnType<typeof openTab>>;
beforeEach(async () => {
  vi.stubGlobal("localStorage", makeStorage());
  vi.stubGlobal("sessionStorage", makeStorage());
  vi.stubGlobal("document", { documentElement: { dataset: {} }, addEventListener: () => {} });
  vi.stubGlobal("window", new EventTarget());
  vi.useFakeTimers();
  const result = { email: "a@b", state: "active" as const };
  tab = await openTab();
  tab.signIn("customer", { access_token: "t", token_type: "Bearer", expires_in: 2 * 24 * 3600, result });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
afterAll(() => void vi.resetModules());

function makeStorage() {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const customer = 1;
const advisor = 7;
const inMinutes = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * 60_000);
/** What is stored of messages that are being sent, or have failed: why they have. */
const troubles = () =>
  draftsOf("a@b")
    .filter(({ name }) => name.startsWith("sending "))
    .map(({ key }) => readStored("local", key))
    .map((stored) => (isLike({ trouble: null }, stored) ? stored.trouble : "of another shape"));

test("M-08 a message that is written without a network is sent once there is one, however long that takes", async () => {
  const network = { onLine: false };
  vi.stubGlobal("navigator", network);
  vi.stubGlobal("fetch", async () => {
    if (!network.onLine) throw new TypeError("Failed to fetch");
    return Response.json({ id: 1, sender: { id: customer }, receiver: { id: advisor } });
  });
  tab.send(advisor, { body: "Written in a tunnel", files: [] });
  await inMinutes(10);
  expect(troubles()).toEqual([null]);
  network.onLine = true;
  window.dispatchEvent(new Event("online"));
  await inMinutes(0);
  expect(troubles()).toEqual([]);
});

test("M-08 a message that the server does not take within a quarter of a minute can be sent again", async () => {
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", async () => new Response("", { status: 503 }));
  tab.send(advisor, { body: "Written during an outage", files: [] });
  await inMinutes(0.2);
  expect(troubles()).toEqual([null]);
  await inMinutes(0.1);
  expect(troubles()).toEqual([expect.stringContaining("try again")]);
});

const file = { id: 3, file: "/files/3", file_name: "a.pdf", file_size: 1, content_type: "application/pdf" };

test("M-06 M-08 what was typed, and what was not sent, is there after the tab was closed; the files for a day", async () => {
  const network = { onLine: false };
  vi.stubGlobal("navigator", network);
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(`${body}`).message.body);
    return Response.json({ id: sent.length, sender: { id: customer }, receiver: { id: advisor } });
  });
  tab.saveDraft(8, { body: "Half a thought", files: [file] });
  for (const body of ["One", "Two"]) {
    tab.send(advisor, { body, files: [] });
    await inMinutes(1);
  }
  expect(troubles()).toEqual([null, null]);
  // Nothing else is there for the next page of this browser.
  vi.stubGlobal("sessionStorage", makeStorage());
  network.onLine = true;
  const next = await openTab();
  expect(next.draftFor(8)).toMatchObject({ body: "Half a thought", files: [file] });
  await inMinutes(0);
  expect([sent, troubles()]).toEqual([["One", "Two"], []]);
  next.saveDraft(8, { body: "Half a thought, and more", files: [file] });
  await inMinutes(24 * 60);
  expect((await openTab()).draftFor(8)).toMatchObject({ body: "Half a thought, and more", files: [] });
});

test("M-06 M-08 two tabs have one draft, and a message that failed is gone in both once it was deleted in one", async () => {
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", async () => new Response("", { status: 503 }));
  tab.send(advisor, { body: "Written during an outage", files: [] });
  await inMinutes(1);
  const other = await openTab();
  /** As the browser tells every tab but the one that has written. */
  const told = (place: string) => {
    const key = draftKey(place, "a@b");
    window.dispatchEvent(Object.assign(new Event("storage"), { key, newValue: localStorage.getItem(key) }));
  };
  tab.saveDraft(8, { body: "Half a thought", files: [] });
  told("message 8");
  expect(other.draftFor(8).body).toBe("Half a thought");
  tab.send(8, tab.draftFor(8));
  told("message 8");
  expect(other.draftFor(8).body).toBe("");

  const [failed] = other.pendingFor(advisor);
  tab.discard(advisor, { clientId: failed?.clientId ?? "" });
  told(`sending ${failed?.clientId}`);
  other.saveDraft(advisor, { body: "Something else", files: [] });
  expect([other.pendingFor(advisor), (await openTab()).pendingFor(advisor)]).toEqual([[], []]);
});

test("M-17 what arrived since a load of the conversations began is loaded when the socket connects before its answer", async () => {
  const answers: ((conversations: object[]) => void)[] = [];
  vi.stubGlobal(
    "fetch",
    () => new Promise((resolve) => answers.push((conversations) => resolve(Response.json(conversations)))),
  );
  const loading = tab.loadInbox();
  const connecting = tab.reloadInbox();
  answers[0]?.([]);
  await loading;
  await inMinutes(0);
  answers[1]?.([{ id: 3, receiver: { id: advisor }, last_message: null }]);
  await inMinutes(0);
  expect(tab.currentInbox().conversations).toMatchObject([{ id: 3 }]);
  await connecting;
});

test("M-17 an answer that was read before a message came does not take it out of the list", async () => {
  const withLast = (id: number) => ({ id: 3, receiver: { id: advisor }, last_message: { id } }) as Conversation;
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", () => answer.promise);
  const loading = tab.loadInbox();
  tab.putConversation(withLast(12));
  answer.resolve(Response.json([withLast(11)]));
  await loading;
  expect(tab.currentInbox().conversations).toEqual([withLast(12)]);
});

/** A conversation of a hundred messages, in pages of ten, each of which is answered when the test says so. */
function hundredMessages() {
  const waiting: { asked: string; answer: () => void }[] = [];
  vi.stubGlobal("fetch", (url: string) => {
    const { searchParams } = new URL(url, "https://plumbline.test");
    const [after, before] = ["after", "before"].map((name) => Number(searchParams.get(name)));
    const first = after ? after + 1 : (before || 101) - 10;
    const ids = Array.from({ length: 10 }, (_, place) => first + place).filter((id) => id > 0 && id <= 100);
    const entries = ids.map((id) => ({ id, sender: { id: advisor }, receiver: { id: customer } }));
    const more = after ? ids.at(-1) !== 100 : ids[0] !== 1;
    return new Promise((resolve) =>
      waiting.push({
        asked: after ? `after ${after}` : before ? `before ${before}` : "newest",
        answer: () => resolve(Response.json({ entries, more, conversation: null })),
      }),
    );
  });
  return async (...asked: string[]) => {
    for (const each of asked) {
      const place = waiting.findIndex((one) => one.asked === each);
      expect(place, `${each} is asked for`).toBeGreaterThanOrEqual(0);
      waiting.splice(place, 1)[0]?.answer();
      await inMinutes(0);
    }
  };
}

/** The ids that the chat shows, whether newer ones are to come, and whether older ones may be asked for. */
const shownChat = () => {
  const { messages, newer, more, older }: Chat = tab.chatOf(advisor);
  return { from: messages[0]?.id, to: messages.at(-1)?.id, count: messages.length, newer, more, older };
};
const newest = { from: 91, to: 100, count: 10, newer: false, more: true, older: "loaded" };
const around50 = { from: 41, to: 60, count: 20, newer: true, more: true, older: "loaded" };

test("M-12 of two views of a conversation the one that was asked for last is shown, whichever comes first", async () => {
  const answer = hundredMessages();
  void tab.openAround(advisor, 20);
  void tab.openAround(advisor, 50);
  // The socket connects meanwhile.
  void tab.catchUp(advisor);
  await answer("before 51", "after 50", "before 51", "after 50", "before 21", "after 20");
  expect(shownChat()).toEqual(around50);

  void tab.openChat(advisor);
  void tab.openAround(advisor, 50);
  await answer("newest");
  expect(shownChat()).toEqual(around50);

  void tab.openAround(advisor, 20);
  void tab.openChat(advisor);
  await answer("newest", "before 21", "after 20");
  expect(shownChat()).toEqual(newest);
});

test("M-06 older, newer and missed messages are not added to a view on which they do not follow", async () => {
  const answer = hundredMessages();
  void tab.openChat(advisor);
  await answer("newest");
  void tab.loadOlder(advisor);
  void tab.catchUp(advisor);
  void tab.openAround(advisor, 50);
  await answer("before 51", "after 50", "before 91", "after 91");
  expect(shownChat()).toEqual(around50);

  void tab.openChat(advisor);
  await answer("newest");
  void tab.openAround(advisor, 50);
  void tab.catchUp(advisor);
  await answer("before 51", "after 50", "after 91");
  expect(shownChat()).toEqual(around50);

  void tab.loadNewer(advisor);
  void tab.openChat(advisor);
  await answer("newest", "after 60");
  expect(shownChat()).toEqual(newest);
});

test("M-12 what was asked for in a conversation is not shown to the member who signs in meanwhile", async () => {
  const answer = hundredMessages();
  void tab.openChat(advisor);
  await answer("newest");
  void tab.loadOlder(advisor);
  void tab.catchUp(advisor);
  tab.signOut();
  const result = { email: "c@d", state: "active" as const };
  tab.signIn("customer", { access_token: "u", token_type: "Bearer", expires_in: 3600, result });
  await answer("before 91", "after 91");
  expect(shownChat()).toMatchObject({ count: 0 });
});
