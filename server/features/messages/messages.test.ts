import { uploadProjectFiles } from "@plumbline/contract/engagements/contract.ts";
import {
  listConversations,
  listMessages,
  readConversation,
  sendMessage,
  uploadMessageFile,
} from "@plumbline/contract/messages/contract.ts";
import { texts } from "@plumbline/contract/messages/rules.ts";
import { listNotifications } from "@plumbline/contract/notifications/contract.ts";
import { beforeAll, expect, test } from "vitest";
import { sessionsTopic } from "../../auth/topics.ts";
import { converse } from "../../demo/messages.ts";
import { choices, makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { updateMember } from "../accounts/store.ts";
import { findOwnCustomers, insertEngagement } from "../engagements/store.ts";

const server = testServer();
let staff: Person;
beforeAll(async () => {
  staff = await makeStaff(server.context);
});

const newMember = async (role: "customer" | "advisor", name?: string) =>
  setUp(server.context, await makeMember(server.context, role, name ? { name } : {}, staff));
const makePair = async () => ({
  customer: await newMember("customer", "Priya Raman"),
  advisor: await newMember("advisor", "Harriet Osei"),
});
const write = (
  from: Person,
  to: { id: number },
  body: string,
  more: { attachment_ids?: number[]; client_id?: string } = {},
) => server.call(sendMessage, { body: { receiver_id: to.id, message: { body, ...more } } }, from.token);
const read = (reader: Person, other: { id: number }, query: { before?: number; after?: number; limit?: number } = {}) =>
  server.call(listMessages, { query: { receiver_id: other.id, ...query } }, reader.token);
const upload = (who: Person, name = "notes.txt", content = "some notes", type = "text/plain") =>
  server.call(uploadMessageFile, { files: [new File([content], name, { type })] }, who.token);
const bodies = (answer: { body: { entries: { body: string }[] } }) => answer.body.entries.map(({ body }) => body);

test("M-11 M-12 visitors get 401 from every call, staff 404", async () => {
  const body = { receiver_id: 1, message: { body: "Hello" } };
  expect((await server.call(listConversations, {})).status).toBe(401);
  expect((await server.call(listMessages, {}, "no such token")).status).toBe(401);
  expect((await server.call(sendMessage, { body })).status).toBe(401);
  expect((await server.call(sendMessage, { body }, staff.token)).status).toBe(404);
});

test("M-18 advisor to advisor, customer to customer, to oneself, to staff and to an unknown id: refused as not found", async () => {
  const { customer, advisor } = await makePair();
  const others = [
    [advisor, await newMember("advisor")],
    [customer, await newMember("customer")],
    [customer, customer],
    [customer, staff],
    [customer, { id: 2_000_000_000 }],
  ] as const;
  for (const [from, to] of others) {
    expect((await write(from, to, "Hello")).status).toBe(404);
    expect((await read(from, to)).status).toBe(404);
  }
  expect((await server.call(listConversations, {}, customer.token)).body).toEqual([]);
});

test("M-18 an advisor cannot write to a customer who is not theirs, nor find out that they exist", async () => {
  const { customer, advisor } = await makePair();
  expect((await write(advisor, customer, "May I offer my services?")).status).toBe(404);
  expect((await read(advisor, customer)).status).toBe(404);
  await converse(server.context, [[customer, advisor, "Good morning"]]);
  expect((await write(advisor, customer, "Good morning to you")).status).toBe(201);
});

test("M-10 without stripe_setup a member can read but not write or upload, and gets the reason", async () => {
  const { customer, advisor } = await makePair();
  await converse(server.context, [[customer, advisor, "Before the membership ended"]]);
  await updateMember(server.context.db, customer.id, { stripeSetup: false });
  await updateMember(server.context.db, advisor.id, { stripeSetup: false });
  server.context.bus.publish(sessionsTopic, customer.id);
  server.context.bus.publish(sessionsTopic, advisor.id);
  const refused = await write(customer, advisor, "After it");
  expect([refused.status, refused.errors]).toEqual([409, { base: [texts.closedForCustomer] }]);
  expect((await write(advisor, customer, "And I?")).errors).toEqual({ base: [texts.closedForAdvisor] });
  expect((await upload(customer)).status).toBe(409);
  const history = await read(customer, advisor);
  expect(bodies(history)).toEqual(["Before the membership ended"]);
  expect(history.body.conversation?.closed_because).toBe(texts.closedForCustomer);
});

test("M-18 a suspended advisor receives no messages, but earlier ones stay readable", async () => {
  const { customer, advisor } = await makePair();
  await converse(server.context, [[customer, advisor, "Hello"]]);
  await updateMember(server.context.db, advisor.id, { state: "suspended" });
  const refused = await write(customer, advisor, "Are you there?");
  expect([refused.status, refused.errors]).toEqual([409, { base: [texts.receiverAway] }]);
  expect(bodies(await read(customer, advisor))).toEqual(["Hello"]);
});

test("M-08 an empty message, one that is too long, and one for no id are refused by field", async () => {
  const { customer, advisor } = await makePair();
  const blank = await write(customer, advisor, " \n ");
  expect([blank.status, blank.errors]).toEqual([422, { "message.body": [texts.empty] }]);
  expect((await write(customer, advisor, "x".repeat(10_001))).errors).toEqual({ "message.body": [texts.tooLong] });
  const nobody = await server.call(
    sendMessage,
    { body: { receiver_id: "somebody", message: { body: "Hello" } } as never },
    customer.token,
  );
  expect([nobody.status, nobody.errors]).toEqual([422, { receiver_id: ["is not an id"] }]);
  expect((await server.call(sendMessage, { body: { receiver_id: advisor.id } as never }, customer.token)).status).toBe(
    422,
  );
  expect(bodies(await read(customer, advisor))).toEqual([]);
});

test("M-09 a file that was uploaded for a proposal is not attached to a message", async () => {
  const { customer, advisor } = await makePair();
  await write(customer, advisor, "Hello");
  const file = new File(["scope"], "scope.txt", { type: "text/plain" });
  const [scope] = (await server.call(uploadProjectFiles, { files: [file] }, advisor.token)).body;
  const forProposals = await write(advisor, customer, "Look", { attachment_ids: [scope?.id as number] });
  expect([forProposals.status, forProposals.errors]).toEqual([422, { "message.attachment_ids": [texts.foreignFile] }]);
  expect(bodies(await read(customer, advisor))).toEqual(["Hello"]);
});

test("M-09 M-08 another member's file, an unknown one and more than ten are refused; nothing is stored", async () => {
  const { customer, advisor } = await makePair();
  const theirs = (await upload(advisor)).body.id;
  const refused = await write(customer, advisor, "Look", { attachment_ids: [theirs] });
  expect([refused.status, refused.errors]).toEqual([422, { "message.attachment_ids": [texts.foreignFile] }]);
  expect((await write(customer, advisor, "Look", { attachment_ids: [2_000_000_000] })).status).toBe(422);
  const many = await write(customer, advisor, "Look", {
    attachment_ids: Array.from({ length: 11 }, (_, index) => index + 1),
  });
  expect(many.errors).toEqual({ "message.attachment_ids": ["Please attach at most 10 files."] });
  expect((await upload(customer, "page.html", "<script>alert(1)</script>", "text/html")).status).toBe(422);
  expect(bodies(await read(customer, advisor))).toEqual([]);
});

test("M-09 M-03 an uploaded file is answered as {id, file} with name, size and type, and can be downloaded", async () => {
  const { customer, advisor } = await makePair();
  const uploaded = await upload(customer, "figures.csv", "a".repeat(1536));
  expect(uploaded.body).toMatchObject({ file_name: "figures.csv", file_size: 1536, content_type: "text/plain" });
  const sent = await write(customer, advisor, "", { attachment_ids: [uploaded.body.id] });
  expect(sent.body).toMatchObject({ body: "", attachments: [{ id: uploaded.body.id, file_size: 1536 }] });
  const received = (await read(advisor, customer)).body.entries[0]?.attachments[0];
  const file = await fetch(server.url + received?.file);
  expect([file.status, (await file.text()).length]).toEqual([200, 1536]);
  expect(file.headers.get("content-disposition")).toMatch(/^attachment/);
  expect((await fetch(`${server.url}/files/${uploaded.body.id}/figures.csv`)).status).toBe(404);
});

test("M-08 M-12 M-05 a message is stored once, and both members read it with sender, receiver and type", async () => {
  const { customer, advisor } = await makePair();
  const sent = await write(customer, advisor, "  Two spaces before, a line\nbreak after  ");
  expect(sent.status).toBe(201);
  expect(sent.body).toEqual({
    id: expect.any(Number),
    conversation_id: expect.any(Number),
    body: "  Two spaces before, a line\nbreak after  ",
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    sender: { id: customer.id, name: "Priya Raman", type: "customer" },
    receiver: { id: advisor.id, name: "Harriet Osei", type: "advisor" },
    removed: null,
    attachments: [],
    client_id: null,
  });
  expect((await read(customer, advisor)).body.entries).toEqual([sent.body]);
  expect((await read(advisor, customer)).body.entries).toEqual([sent.body]);
});

test("M-08 a retry with the same client_id stores one message, also concurrently and as the first message", async () => {
  const { customer, advisor } = await makePair();
  const answers = await Promise.all([1, 2, 3].map(() => write(customer, advisor, "Once", { client_id: "draft-1" })));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  expect(bodies(await read(customer, advisor))).toEqual(["Once"]);
  await updateMember(server.context.db, customer.id, { stripeSetup: false });
  server.context.bus.publish(sessionsTopic, customer.id);
  expect((await write(customer, advisor, "Once", { client_id: "draft-1" })).status).toBe(201);
  const [conversation] = (await server.call(listConversations, {}, advisor.token)).body;
  expect(conversation?.unread_count).toBe(1);
});

test("M-08 two members who write their first message to each other at the same moment share one conversation, and ids grow in it", async () => {
  const { customer, advisor } = await makePair();
  await converse(server.context, [[customer, advisor, "first"]]);
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      index % 2 ? write(customer, advisor, `c${index}`) : write(advisor, customer, `a${index}`),
    ),
  );
  const { entries } = (await read(customer, advisor)).body;
  const ids = entries.map(({ id }) => id);
  expect(ids).toEqual([...ids].sort((one, other) => one - other));
  expect(new Set(ids).size).toBe(13);
  expect(new Set(entries.map((entry) => entry.conversation_id)).size).toBe(1);
});

test("M-11 conversations are the caller's own, the latest first, with the other member, the last message and the unread count", async () => {
  const { customer, advisor } = await makePair();
  const second = await newMember("advisor", "Owen Price");
  await converse(server.context, [
    [customer, advisor, "One"],
    [customer, second, "Two"],
    [advisor, customer, "Three"],
    [advisor, customer, "Four"],
  ]);
  const mine = (await server.call(listConversations, {}, customer.token)).body;
  expect(
    mine.map(({ receiver, last_message, unread_count }) => [receiver.name, last_message?.body, unread_count]),
  ).toEqual([
    ["Harriet Osei", "Four", 2],
    ["Owen Price", "Two", 0],
  ]);
  expect(mine[0]).toMatchObject({
    advisor_id: advisor.id,
    customer_id: customer.id,
    receiver: { id: advisor.id },
    last_message: { conversation_id: mine[0]?.id },
  });
  expect((await server.call(listConversations, {}, second.token)).body.map(({ receiver }) => receiver.name)).toEqual([
    "Priya Raman",
  ]);
  const older = await server.call(listConversations, { query: { before: mine[0]?.last_message?.id } }, customer.token);
  expect(older.body.map(({ id }) => id)).toEqual([mine[1]?.id]);
  expect(await findOwnCustomers(server.context.db, advisor.id)).toEqual([customer.id]);
});

test("M-12 history is paged upwards by id with a limit, and missed messages are listed in order", async () => {
  const { customer, advisor } = await makePair();
  await converse(
    server.context,
    Array.from({ length: 60 }, (_, index) => [customer, advisor, `m${index}`] as const),
  );
  const newest = await read(advisor, customer);
  expect([newest.body.entries.length, newest.body.entries[0]?.body, newest.body.more]).toEqual([50, "m10", true]);
  const older = await read(advisor, customer, { before: newest.body.entries[0]?.id as number });
  expect([bodies(older).length, bodies(older).at(-1), older.body.more]).toEqual([10, "m9", false]);
  const missed = await read(advisor, customer, { after: newest.body.entries[46]?.id as number, limit: 2 });
  expect([bodies(missed), missed.body.more]).toEqual([["m57", "m58"], true]);
  expect((await read(advisor, customer, { limit: 51 })).errors).toEqual({ limit: ["must be 1 to 50"] });
  const all = await server.call(listMessages, { query: { limit: 3 } }, customer.token);
  expect([bodies(all), all.body.conversation]).toEqual([["m57", "m58", "m59"], null]);
});

test("M-18 M-14 an advisor can write first to a customer they have proposed to, and to no other", async () => {
  const { customer, advisor } = await makePair();
  const other = await newMember("customer");
  await insertEngagement(server.context.db, {
    advisorId: advisor.id,
    customerId: customer.id,
    name: "Pricing",
    description: "Prices",
    themeId: (await choices(server.context.db))("expertise_areas"),
    startDate: "2026-12-01",
    endDate: "2026-12-31",
    status: "proposed",
    paymentType: "daily",
    unitPricePence: 90_000,
    unitsHundredths: 300,
    totalPence: 270_000,
  });
  expect((await read(advisor, customer)).body.conversation?.id).toBe(0);
  expect((await write(advisor, customer, "About my proposal")).status).toBe(201);
  expect((await write(advisor, other, "About my proposal")).status).toBe(404);
});

test("M-14 without messages a conversation is empty with id 0; the first message makes it real for both, and notifies once", async () => {
  const { customer, advisor } = await makePair();
  const before = await read(customer, advisor);
  expect(before.body).toEqual({
    entries: [],
    more: false,
    conversation: expect.objectContaining({ id: 0, last_message: null, unread_count: 0, closed_because: null }),
  });
  expect(before.body.conversation?.receiver).toMatchObject({ id: advisor.id, name: "Harriet Osei" });
  expect(
    (
      await server.call(
        readConversation,
        { body: { receiver_id: advisor.id, profile_id: customer.id } },
        customer.token,
      )
    ).status,
  ).toBe(204);
  await write(customer, advisor, "Hello");
  await write(customer, advisor, "Are you free on Tuesday?");
  const after = (await read(advisor, customer)).body.conversation;
  expect([after?.id ?? 0, after?.unread_count]).toEqual([expect.any(Number), 2]);
  expect(after?.id).toBeGreaterThan(0);
  expect((await server.mailsTo(advisor.email)).map(({ subject }) => subject)).toContain(
    "Priya Raman has written to you",
  );
  const bell = (await server.call(listNotifications, {}, advisor.token)).body.entries;
  expect(bell.map(({ message, action }) => [message, action])).toEqual([
    ["Priya Raman has started a conversation with you.", `/messages/${customer.id}`],
  ]);
});

test("M-13 opening a conversation marks it read for the reader alone, with their own profile id", async () => {
  const { customer, advisor } = await makePair();
  await converse(server.context, [
    [customer, advisor, "One"],
    [advisor, customer, "Two"],
  ]);
  const mark = (who: Person, receiver_id: number, profile_id: number) =>
    server.call(readConversation, { body: { receiver_id, profile_id } }, who.token);
  expect((await mark(advisor, customer.id, customer.id)).status).toBe(404);
  expect((await mark(advisor, staff.id, advisor.id)).status).toBe(404);
  expect((await mark(advisor, customer.id, advisor.id)).status).toBe(204);
  expect((await mark(advisor, customer.id, advisor.id)).status).toBe(204);
  const [seenByAdvisor] = (await server.call(listConversations, {}, advisor.token)).body;
  const [seenByCustomer] = (await server.call(listConversations, {}, customer.token)).body;
  expect([seenByAdvisor?.unread_count, seenByCustomer?.unread_count]).toEqual([0, 1]);
  expect(seenByCustomer?.receiver_read_id).toBe(seenByCustomer?.last_message?.id);
});
