import { mailTextNames, mailTexts, wordingErrors } from "@plumbline/contract/mail-texts/catalogue.ts";
import * as contract from "@plumbline/contract/mail-texts/contract.ts";
import { beforeAll, expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer();
let ada: Person;
let ben: Person;
beforeAll(async () => {
  ada = await makeStaff(server.context, { name: "Ada Lind", role: "operations" });
  ben = await makeStaff(server.context, { name: "Ben Rowe" });
});

const params = { name: "engagement.proposed" } as const;
const wording = { subject: "News: {name}", body: "{actor} <b>writes</b>.\n\n{message}" };
const save = (change: object = {}, by = ada) =>
  server.call(contract.saveMailText, { params, body: { ...wording, version: 0, ...change } }, by.token);
const restore = (of: number, version: number) =>
  server.call(contract.restoreMailText, { params, body: { of, version } }, ada.token);

test("G-92 refused: an unknown placeholder, a missing one, a loose brace, two lines, an older version, a version that never was", async () => {
  expect((await save({ subject: "{name} and {amount}" })).errors).toEqual({
    subject: ["This e-mail has no {amount}."],
  });
  expect((await save({ body: "{actor}" })).errors).toEqual({ body: ["Please use {message} as well."] });
  expect((await save({ body: `${wording.body} {` })).errors).toEqual({
    body: ["A brace begins or ends no placeholder."],
  });
  expect((await save({ subject: "{name}\nBcc: all" })).errors).toEqual({ subject: ["Please write it in one line."] });
  expect((await restore(7, 0)).status).toBe(404);
  const both = await Promise.all([save({}, ada), save({}, ben)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.errors["base"]?.[0]).toMatch(
    /^(Ada Lind|Ben Rowe) changed this e-mail in the meantime/,
  );
  expect((await restore(0, 1)).body).toMatchObject({ subject: mailTexts["engagement.proposed"].subject, version: 2 });
});

test("G-92 an e-mail leaves in the wording that staff gave it, escaped, and in the product's own once that is restored", async () => {
  const { context } = server;
  const advisor = await setUp(context, await makeMember(context, "advisor"));
  const proposed = async () => {
    const customer = await setUp(context, await makeMember(context, "customer"));
    await makeEngagement(context, { advisor, customer, status: "proposed", name: "Books of {actor}" });
    return (await server.mailsTo(customer.email))[0];
  };
  const before = await proposed();
  expect(before?.subject).toBe("Harriet Osei sent you a proposal");
  const { version } = (await server.call(contract.readMailText, { params }, ada.token)).body;
  const saved = await save({ version });
  const mail = await proposed();
  // What a value says is not read as a placeholder, and an empty paragraph is left out.
  expect(mail?.subject).toBe("News: Books of {actor}");
  expect(mail?.html).toContain('<p style="margin:0 0 16px">Harriet Osei &lt;b&gt;writes&lt;/b&gt;.</p>');
  expect(mail?.text).not.toContain("{message}");
  // The proposal has no message, and an e-mail without a subject looks like a mistake.
  const empty = await save({ version: saved.body.version, subject: "{message}", body: "{actor}: {name}" });
  expect((await proposed())?.subject).toBe(before?.subject);
  await restore(0, empty.body.version);
  expect(await proposed()).toMatchObject({ subject: before?.subject, html: expect.not.stringContaining("&lt;b&gt;") });
});

test("G-93 a wording is previewed in an example and sent to its writer alone", async () => {
  const previewed = await server.call(contract.previewMailText, { params, body: wording }, ada.token);
  expect(previewed.body.subject).toBe("News: Finance function for series B");
  expect(previewed.body.text).toContain("Harriet Osei <b>writes</b>.");
  const sent = await server.call(contract.testMailText, { params, body: wording }, ada.token);
  expect(sent.body).toEqual({ sent_to: ada.email });
  expect((await server.mailsTo(ada.email))[0]?.subject).toBe("News: Finance function for series B");
});

test("G-92 the product's own wordings use all of their placeholders and no other", () => {
  for (const name of mailTextNames) expect(wordingErrors(name, mailTexts[name]), name).toEqual({});
});
