import { expect, test } from "vitest";
import { apply, freshEmail } from "../demo/people.ts";
import { testServer } from "../testing/plumbline.ts";

const server = testServer();

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
