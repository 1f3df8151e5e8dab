import { sendSupportMessage, subscribe } from "@plumbline/contract/support/contract.ts";
import { supportTexts } from "@plumbline/contract/support/rules.ts";
import { describe, expect, test } from "vitest";
import { freshEmail } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer({ RATE_LIMIT: "on", TEAM_EMAIL: "team@support.test" });
const input = (email: string, message = "May we talk about a finance director?") => ({
  firstname: "Priya",
  lastname: "Raman",
  email,
  message,
});
const toTeam = async (email: string) =>
  (await server.mailsTo("team@support.test")).filter(({ text }) => text.includes(email));

describe("writing to the team", () => {
  test("F-01 an empty message is refused with the specification's words, and is not sent", async () => {
    const refused = await server.call(sendSupportMessage, {
      body: { firstname: " ", lastname: "", email: "", message: "" },
    });
    expect(refused.status).toBe(422);
    expect(refused.errors).toEqual({
      firstname: ["Please enter your First Name"],
      lastname: ["Please enter your Last Name"],
      email: ["Please enter your email"],
      message: ["Please enter a message."],
    });
    const wrong = await server.call(sendSupportMessage, { body: input("not an address") });
    expect([wrong.status, wrong.errors]).toEqual([422, { email: ["Please enter valid E-mail."] }]);
    expect(await server.mailsTo("team@support.test")).toEqual([]);
  });

  test("F-02 a robot that fills in the hidden field gets the same answer, and nothing is sent", async () => {
    const email = freshEmail("robot");
    const answer = await server.call(sendSupportMessage, { body: { ...input(email), website: "https://spam.test" } });
    expect([answer.status, answer.body.message]).toEqual([200, supportTexts.sent]);
    expect(await toTeam(email)).toEqual([]);
  });

  test("F-02 a message reaches the team's mailbox once, even if the button is pressed twice", async () => {
    const email = freshEmail("priya");
    const sent = await server.call(sendSupportMessage, { body: input(email) });
    await server.call(sendSupportMessage, { body: input(email) });
    expect(sent.body.message).toBe("Your message has been sent and one of the Plumbline team will be in touch.");
    const [mail, ...more] = await toTeam(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("A message from Priya Raman");
    expect(mail?.text).toContain("finance director");
  });

  test("F-02 one address may write five times an hour", async () => {
    const email = freshEmail("often");
    const { receiveMessage } = await import("./actions.ts");
    for (let time = 0; time < 5; time += 1) await receiveMessage(server.context, input(email, `Message ${time}`));
    await expect(receiveMessage(server.context, input(email, "One more"))).rejects.toMatchObject({ status: 429 });
    server.clock.advance(61 * 60_000);
    await receiveMessage(server.context, input(email, "An hour later"));
  });

  test("F-02 F-03 the requests of one source are limited", async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 12; time += 1)
      statuses.push((await server.call(subscribe, { body: { name: "", email: "" } })).status);
    expect(statuses[0]).toBe(422);
    expect(statuses.at(-1)).toBe(429);
  });
});

test("F-03 a subscriber is stored once, and a known address is answered like a new one", async () => {
  const { addSubscriber } = await import("./actions.ts");
  const email = freshEmail("reader");
  const first = await addSubscriber(server.context, { name: "Ada", email });
  const second = await addSubscriber(server.context, { name: "Ada", email: email.toUpperCase() });
  expect(first).toEqual({ message: "Thanks, you’re now subscribed!" });
  expect(second).toEqual(first);
  expect(await toTeam(email)).toHaveLength(1);
});
