import { expect, test } from "vitest";
import { sendAdvisorRequest } from "../demo/matching.ts";
import { apply, freshEmail, makeMember } from "../demo/people.ts";
import { testServer } from "../testing/plumbline.ts";
import { mails } from "./schema.ts";

const server = testServer({
  MAIL_FROM: "Smith: advisors (UK) <hello@smith.example>",
  TEAM_EMAIL: "The team <team@smith.example>",
});

test("A-09 an application succeeds while the mail server refuses, and its e-mail is sent once later", async () => {
  const email = freshEmail("later");
  server.sandbox.mailbox?.refuse(true);
  await apply(server.context, "customer", { email, name: "Priya Raman" });
  expect(await server.mailsTo(email)).toEqual([]);
  server.sandbox.mailbox?.refuse(false);
  await expect.poll(async () => (await server.mailsTo(email)).length).toBe(1);
  await server.settle();
  expect(await server.mailsTo(email)).toHaveLength(1);
});

test("decision 44 whatever stands in the names of MAIL_FROM and TEAM_EMAIL, e-mails have that sender and reach that address", async () => {
  const member = await makeMember(server.context, "customer");
  await sendAdvisorRequest(server.context, member, "Somebody who knows cheese.");
  await server.settle();
  const answer = await fetch(`${server.url}/mailbox/messages?to=team@smith.example`);
  expect(await answer.json()).toMatchObject({
    entries: [{ from: "Smith: advisors (UK) <hello@smith.example>", to: "team@smith.example", reply_to: member.email }],
  });
});

test("A-09 the text of a sent e-mail is deleted, because it may contain a sign-in link", async () => {
  const email = freshEmail("forgotten");
  await apply(server.context, "customer", { email, name: "Priya <b>Raman</b>" });
  const [mail] = await server.mailsTo(email);
  expect(mail?.html).toContain("Dear Priya,");
  const { rows } = await server.context.db.execute<{ text: string; html: string }>(
    `select text, html from mails where recipient = '${email}'`,
  );
  expect(rows).toEqual([{ text: "", html: "" }]);
});

test("G-56 the address of whoever wrote to the team is deleted from an e-mail that was sent", async () => {
  const member = await makeMember(server.context, "customer");
  await sendAdvisorRequest(server.context, member, "Somebody who knows fish.");
  const repliesGoTo = async () =>
    (await server.context.db.select().from(mails)).filter(({ replyTo }) => replyTo === member.email).length;
  const sent = (await server.mailsTo(server.context.settings.teamEmail)).filter(({ text }) => text.includes("fish"));
  expect(sent.map(({ reply_to }) => reply_to)).toEqual([member.email]);
  expect(await repliesGoTo()).toBe(0);
});
