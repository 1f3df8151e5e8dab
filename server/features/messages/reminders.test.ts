import { readConversation } from "@plumbline/contract/messages/contract.ts";
import { unreadPatience } from "@plumbline/contract/messages/rules.ts";
import { changePreferences, listNotifications } from "@plumbline/contract/notifications/contract.ts";
import { expect, test } from "vitest";
import { converse } from "../../demo/messages.ts";
import { makeMember, type Person, setUp } from "../../demo/people.ts";
import { aWorld } from "../../testing/plumbline.ts";
import { sendDigests } from "../notifications/digest.ts";
import { remindOfUnread } from "./jobs.ts";

const world = aWorld();

async function aPair() {
  const customer = await setUp(world.house, await makeMember(world.house, "customer", { name: "Priya Raman" }));
  const advisor = await setUp(world.house, await makeMember(world.house, "advisor", { name: "Harriet Osei" }));
  return { customer, advisor };
}
/** A pair who have begun and read all. */
async function talking() {
  const pair = await aPair();
  await converse(world.house, [[pair.customer, pair.advisor, "Hello."]]);
  await read(pair.advisor, pair.customer);
  return pair;
}
const read = (reader: Person, other: Person) =>
  world.call(readConversation, { body: { receiver_id: other.id, profile_id: reader.id } }, reader.token);
/** A quarter of an hour later, whoever has not read is reminded. */
async function wait(milliseconds = unreadPatience) {
  world.clock.advance(milliseconds);
  await remindOfUnread(world.house);
}
const reminders = async ({ email }: Person) =>
  (await world.mailsTo(email)).map(({ subject }) => subject).filter((subject) => / for you$/.test(subject));

test("N-01 the first message of a conversation tells of itself; what is read in time, and one's own, is not reminded of", async () => {
  const { customer, advisor } = await aPair();
  await converse(world.house, [
    [customer, advisor, "Hello."],
    [customer, advisor, "Are you there?"],
  ]);
  await wait();
  expect([await reminders(advisor), await reminders(customer)]).toEqual([[], []]);
  await read(advisor, customer);
  await converse(world.house, [[advisor, customer, "Yes."]]);
  await wait(unreadPatience - 60_000);
  await read(customer, advisor);
  await wait(unreadPatience);
  expect([await reminders(advisor), await reminders(customer)]).toEqual([[], []]);
  // Nobody was even thought of.
  const events = await world.house.db.query.events.findMany({
    where: (row, { eq }) => eq(row.kind, "conversation.unread"),
  });
  expect(events).toEqual([]);
});

test("N-01 a message that waits a quarter of an hour is reminded of once, by whoever looks, until it has been read", async () => {
  const { customer, advisor } = await talking();
  await converse(world.house, [[advisor, customer, "One."]]);
  await wait(unreadPatience - 60_000);
  expect(await reminders(customer)).toEqual([]);
  await converse(world.house, [[advisor, customer, "Two."]]);
  world.clock.advance(60_000);
  await Promise.all([remindOfUnread(world.house), remindOfUnread(world.house)]);
  expect(await reminders(customer)).toEqual(["2 messages from Harriet Osei wait for you"]);
  const [mail] = await world.mailsTo(customer.email);
  expect(mail?.links[0]).toBe(`${world.url}/messages/${advisor.id}`);
  expect(mail?.text).toContain("Unsubscribe: ");
  // Neither the bell, which has the icon beside it, nor again for what comes on top.
  expect((await world.call(listNotifications, {}, customer.token)).body.entries).toEqual([]);
  await converse(world.house, [[advisor, customer, "Three."]]);
  await wait(4 * unreadPatience);
  expect(await reminders(customer)).toHaveLength(1);
  await read(customer, advisor);
  await converse(world.house, [[advisor, customer, "Four."]]);
  await wait();
  expect(await reminders(customer)).toEqual([
    "A message from Harriet Osei waits for you",
    "2 messages from Harriet Osei wait for you",
  ]);
});

test("N-01 who wants no e-mails about messages gets none, and who reads a digest finds it there", async () => {
  const [without, daily] = [await talking(), await talking()];
  await world.call(changePreferences, { body: { email: { messages: false } } }, without.customer.token);
  await world.call(changePreferences, { body: { digest: true } }, daily.customer.token);
  for (const { customer, advisor } of [without, daily]) await converse(world.house, [[advisor, customer, "Well?"]]);
  await wait();
  for (const { customer } of [without, daily]) expect(await reminders(customer)).toEqual([]);
  world.clock.advance(24 * 3_600_000);
  await sendDigests(world.house);
  const [digest] = await world.mailsTo(daily.customer.email);
  expect(digest?.subject).toBe("Your day: one thing happened");
  expect(digest?.text).toContain("Harriet Osei has written to you.");
  expect((await world.mailsTo(without.customer.email)).filter(({ subject }) => /Your day/.test(subject))).toEqual([]);
});
