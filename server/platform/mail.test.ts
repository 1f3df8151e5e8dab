import { expect, test } from "vitest";
import { apply, freshEmail } from "../demo/people.ts";
import { aWorld } from "../testing/plumbline.ts";

const world = aWorld();

test("A-09 while the mail server refuses, an application is taken all the same, and its e-mail leaves later, once", async () => {
  const email = freshEmail("later");
  world.sandbox.mailbox?.refuse(true);
  await apply(world.house, "customer", { email, name: "Priya Raman" });
  expect(await world.mailsTo(email)).toEqual([]);
  world.sandbox.mailbox?.refuse(false);
  await expect.poll(async () => (await world.mailsTo(email)).length, { timeout: 15_000 }).toBe(1);
  await world.settle();
  expect(await world.mailsTo(email)).toHaveLength(1);
});

test("A-09 what was sent is forgotten here: the text may carry a link that signs somebody in", async () => {
  const email = freshEmail("forgotten");
  await apply(world.house, "customer", { email, name: "Priya <b>Raman</b>" });
  const [mail] = await world.mailsTo(email);
  expect(mail?.html).toContain("Dear Priya,");
  const { rows } = await world.house.db.execute<{ text: string; html: string }>(
    `select text, html from mails where recipient = '${email}'`,
  );
  expect(rows).toEqual([{ text: "", html: "" }]);
});
