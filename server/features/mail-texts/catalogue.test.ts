import { readFileSync } from "node:fs";
import { mailTextNames, mailTexts, writtenMails } from "@plumbline/contract/mail-texts/catalogue.ts";
import * as contract from "@plumbline/contract/mail-texts/contract.ts";
import { expect, test } from "vitest";
import { sourceFiles } from "../../../tools/source-files.ts";
import { makeStaff } from "../../demo/people.ts";
import { type EmailContent, queueEmail } from "../../mail/mail.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer();

const sources = sourceFiles()
  .filter((path) => path.startsWith("server/") && path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

test("G-96 no e-mail leaves outside the catalogue: one function queues them, and it takes none without its wording", () => {
  const queuing = sources.filter(({ text }) => /insert\(\s*mails\b|insert into mails\b/i.test(text));
  expect(queuing.map(({ path }) => path)).toEqual(["server/mail/mail.ts"]);
  // The compiler refuses it; the call is never made.
  const withoutWording = (email: Omit<EmailContent, "wording">) =>
    // @ts-expect-error An e-mail names its wording, or which of those that people write it is.
    queueEmail(server.context.db, null, email);
  expect(withoutWording).toBeTypeOf("function");
});

test("G-96 every wording of the catalogue is that of an e-mail which is sent, and so is every reason for having none", () => {
  // The kind of an event often has the name of its e-mail.
  const code = sources.map(({ text }) => text.replace(/\b(notification|ofStarted|ofUnread)\(\s*"[^"]+"/g, "")).join();
  const worded = [...code.matchAll(/\b(?:worded\w*|verification)\(([^{)]*)/g)].map(([, given]) => given).join();
  for (const name of mailTextNames) expect(worded, name).toContain(`"${name}"`);
  for (const name of Object.keys(writtenMails)) expect(code, name).toContain(`written: "${name}"`);
});

test("G-96 every e-mail is listed, and previewed in its example without a placeholder left", async () => {
  const { token } = await makeStaff(server.context, { role: "operations" });
  const { entries, written } = (await server.call(contract.listMailTexts, {}, token)).body;
  expect(entries.map(({ name }) => name)).toEqual(mailTextNames);
  expect(written).toEqual(Object.values(writtenMails));
  for (const name of mailTextNames) {
    const { subject, body } = mailTexts[name];
    const previewed = await server.call(contract.previewMailText, { params: { name }, body: { subject, body } }, token);
    expect([name, previewed.status]).toEqual([name, 200]);
    expect([name, /[{}]|^$/.test(previewed.body.subject + previewed.body.text)]).toEqual([name, false]);
  }
});
