import { readConversation } from "@plumbline/contract/messages/contract.ts";
import { unreadReminderDelay } from "@plumbline/contract/messages/rules.ts";
import { changePreferences, listNotifications } from "@plumbline/contract/notifications/contract.ts";
import { expect, test } from "vitest";
import { converse } from "../../demo/messages.ts";
import { makeMember, type Person, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { sendDigests } from "../notifications/digest.ts";
import { remindOfUnread } from "./jobs.ts";

const server = testServer();

async function makePair() {
  const customer = await setUp(server.context, await makeMember(server.context, "customer", { name: "Priya Raman" }));
  const advisor = await setUp(server.context, await makeMember(server.context, "advisor", { name: "Harriet Osei" }));
  return { customer, advisor };
}
/** A pair with a conversation in which everything is read. */
async function talking() {
  const pair = await makePair();
  await converse(server.context, [[pair.customer, pair.advisor, "Hello."]]);
  await read(pair.advisor, pair.customer);
  return pair;
}
const read = (reader: Person, other: Person) =>
  server.call(readConversation, { body: { receiver_id: other.id, profile_id: reader.id } }, reader.token);
/** Advances the clock and runs the reminders. */
async function wait(milliseconds = unreadReminderDelay) {
  server.clock.advance(milliseconds);
  await remindOfUnread(server.context);
}
const reminders = async ({ email }: Person) =>
  (await server.mailsTo(email)).map(({ subject }) => subject).filter((subject) => / for you$/.test(subject));

test("N-01 the first message is notified at once; there is no reminder for messages read in time, nor for one's own", async () => {
  const { customer, advisor } = await makePair();
  await converse(server.context, [
    [customer, advisor, "Hello."],
    [customer, advisor, "Are you there?"],
  ]);
  await wait();
  expect([await reminders(advisor), await reminders(customer)]).toEqual([[], []]);
  await read(advisor, customer);
  await converse(server.context, [[advisor, customer, "Yes."]]);
  await wait(unreadReminderDelay - 60_000);
  await read(customer, advisor);
  await wait(unreadReminderDelay);
  expect([await reminders(advisor), await reminders(customer)]).toEqual([[], []]);
  // No reminder was even scheduled.
  const events = await server.context.db.query.events.findMany({
    where: (row, { eq }) => eq(row.kind, "conversation.unread"),
  });
  expect(events).toEqual([]);
});

test("N-01 a message unread for fifteen minutes gets one reminder, whichever process sends it, until it has been read", async () => {
  const { customer, advisor } = await talking();
  await converse(server.context, [[advisor, customer, "One."]]);
  await wait(unreadReminderDelay - 60_000);
  expect(await reminders(customer)).toEqual([]);
  await converse(server.context, [[advisor, customer, "Two."]]);
  server.clock.advance(60_000);
  await Promise.all([remindOfUnread(server.context), remindOfUnread(server.context)]);
  expect(await reminders(customer)).toEqual(["2 messages from Harriet Osei wait for you"]);
  const [mail] = await server.mailsTo(customer.email);
  expect(mail?.links[0]).toBe(`${server.url}/messages/${advisor.id}`);
  expect(mail?.text).toContain("Unsubscribe: ");
  // Neither on the bell, which has the icon beside it, nor again for further messages.
  expect((await server.call(listNotifications, {}, customer.token)).body.entries).toEqual([]);
  await converse(server.context, [[advisor, customer, "Three."]]);
  await wait(4 * unreadReminderDelay);
  expect(await reminders(customer)).toHaveLength(1);
  await read(customer, advisor);
  await converse(server.context, [[advisor, customer, "Four."]]);
  await wait();
  expect(await reminders(customer)).toEqual([
    "A message from Harriet Osei waits for you",
    "2 messages from Harriet Osei wait for you",
  ]);
});

test("N-01 members who turned off e-mails about messages get none, and the digest contains the reminder", async () => {
  const [without, daily] = [await talking(), await talking()];
  await server.call(changePreferences, { body: { email: { messages: false } } }, without.customer.token);
  await server.call(changePreferences, { body: { digest: true } }, daily.customer.token);
  for (const { customer, advisor } of [without, daily]) await converse(server.context, [[advisor, customer, "Well?"]]);
  await wait();
  for (const { customer } of [without, daily]) expect(await reminders(customer)).toEqual([]);
  server.clock.advanceDays(1);
  await sendDigests(server.context);
  const [digest] = await server.mailsTo(daily.customer.email);
  expect(digest?.subject).toBe("Your day: one thing happened");
  expect(digest?.text).toContain("Harriet Osei has written to you.");
  expect((await server.mailsTo(without.customer.email)).filter(({ subject }) => /Your day/.test(subject))).toEqual([]);
});
