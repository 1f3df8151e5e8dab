import { sendSupportMessage, subscribe } from "@plumbline/contract/support/contract.ts";
import { supportTexts } from "@plumbline/contract/support/rules.ts";
import { describe, expect, test } from "vitest";
import { freshEmail } from "../../demo/people.ts";
import { aWorld } from "../../testing/plumbline.ts";

const world = aWorld({ RATE_LIMIT: "on", TEAM_EMAIL: "team@support.test" });
const letter = (email: string, message = "May we talk about a finance director?") => ({
  firstname: "Priya",
  lastname: "Raman",
  email,
  message,
});
const toTeam = async (email: string) =>
  (await world.mailsTo("team@support.test")).filter(({ text }) => text.includes(email));

describe("writing to the team", () => {
  test("F-01 an empty message is refused with the specification's words, and reaches nobody", async () => {
    const refused = await world.call(sendSupportMessage, {
      body: { firstname: " ", lastname: "", email: "", message: "" },
    });
    expect(refused.status).toBe(422);
    expect(refused.errors).toEqual({
      firstname: ["Please enter your First Name"],
      lastname: ["Please enter your Last Name"],
      email: ["Please enter your email"],
      message: ["Please enter a message."],
    });
    const wrong = await world.call(sendSupportMessage, { body: letter("not an address") });
    expect([wrong.status, wrong.errors]).toEqual([422, { email: ["Please enter valid E-mail."] }]);
    expect(await world.mailsTo("team@support.test")).toEqual([]);
  });

  test("F-02 a robot that fills in the hidden field is thanked, and reaches nobody", async () => {
    const email = freshEmail("robot");
    const answer = await world.call(sendSupportMessage, { body: { ...letter(email), website: "https://spam.test" } });
    expect([answer.status, answer.body.message]).toEqual([200, supportTexts.sent]);
    expect(await toTeam(email)).toEqual([]);
  });

  test("F-02 a message reaches the team's mailbox once, though the button was pressed twice", async () => {
    const email = freshEmail("priya");
    const sent = await world.call(sendSupportMessage, { body: letter(email) });
    await world.call(sendSupportMessage, { body: letter(email) });
    expect(sent.body.message).toBe("Your message has been sent and one of the Plumbline team will be in touch.");
    const [mail, ...more] = await toTeam(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("A message from Priya Raman");
    expect(mail?.text).toContain("finance director");
  });

  test("F-02 one address may write five times an hour", async () => {
    const email = freshEmail("often");
    const { receiveMessage } = await import("./actions.ts");
    for (let time = 0; time < 5; time += 1) await receiveMessage(world.house, letter(email, `Message ${time}`));
    await expect(receiveMessage(world.house, letter(email, "One more"))).rejects.toMatchObject({ status: 429 });
    world.clock.advance(61 * 60_000);
    await receiveMessage(world.house, letter(email, "An hour later"));
  });

  test("F-02 F-03 one source may not send without end", async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 12; time += 1)
      statuses.push((await world.call(subscribe, { body: { name: "", email: "" } })).status);
    expect(statuses[0]).toBe(422);
    expect(statuses.at(-1)).toBe(429);
  });
});

test("F-03 a subscriber is kept once, and a known address is answered like a new one", async () => {
  const { addSubscriber } = await import("./actions.ts");
  const email = freshEmail("reader");
  const first = await addSubscriber(world.house, { name: "Ada", email });
  const second = await addSubscriber(world.house, { name: "Ada", email: email.toUpperCase() });
  expect(first).toEqual({ message: "Thanks, you’re now subscribed!" });
  expect(second).toEqual(first);
  expect(await toTeam(email)).toHaveLength(1);
});
