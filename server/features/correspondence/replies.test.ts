import * as contract from "@plumbline/contract/correspondence/contract.ts";
import { sendSupportMessage } from "@plumbline/contract/support/contract.ts";
import { beforeAll, expect, test } from "vitest";
import { freshEmail, makeStaff, type Person } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { maxInboundMail } from "./inbound-mail.ts";

const secret = "a-secret-of-inbound-mail";
const server = testServer({
  REPLY_ADDRESS: "Replies@reply.example.test",
  INBOUND_MAIL_SECRET: secret,
  RATE_LIMIT: "on",
});
const without = testServer();
let ada: Person;
beforeAll(async () => {
  ada = await makeStaff(server.context, { name: "Ada Lind", role: "support" });
});

type Conversation = { id: number; email: string; to: string };

/** A conversation that staff have answered, with the address to which the answer asks for replies. */
async function answered(): Promise<Conversation> {
  const email = freshEmail("writer");
  const body = { firstname: "Marguerite", lastname: "Lacey", email, message: "Do you work with charities?" };
  await server.call(sendSupportMessage, { body });
  const { entries } = (await server.call(contract.listThreads, { query: {} }, ada.token)).body;
  const id = entries.find((one) => one.email === email)?.id as number;
  await server.call(contract.answerThread, { params: { id }, body: { text: "We do." } }, ada.token);
  const [mail] = await server.mailsTo(email);
  return { id, email, to: mail?.reply_to as string };
}

const read = async ({ id }: Conversation) =>
  (await server.call(contract.readThread, { params: { id } }, ada.token)).body;

type Headers = Record<string, string>;
let numbered = 0;
/** A reply as a mail program sends it; headers may be replaced, and `undefined` leaves one out. */
const replyTo = ({ to, email }: Conversation, text: string, headers: Record<string, string | undefined> = {}) => {
  const all = {
    From: `Marguerite Lacey <${email}>`,
    To: `Plumbline <${to}>`,
    Subject: "Re: Your message to us",
    "Message-ID": `<${numbered++}@mail.example.test>`,
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=utf-8",
    ...headers,
  };
  const head = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${value}`));
  return [...head, "", text.replaceAll("\n", "\r\n")].join("\r\n");
};

async function post(raw: string | Uint8Array<ArrayBuffer>, headers: Headers = {}, url = server.url) {
  const answer = await fetch(`${url}/webhooks/mail`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "message/rfc822", ...headers },
    body: raw,
  });
  return { status: answer.status, ...((await answer.json()) as { outcome?: string; errors?: object }) };
}
const outcome = async (raw: string) => (await post(raw)).outcome;

test("G-97 refused: without the secret, with another, where none is set up, what is no e-mail, and more than 10 MB", async () => {
  const thread = await answered();
  const raw = replyTo(thread, "Hello.");
  for (const authorization of ["", "Bearer another", `Token ${secret}`, `Basic ${btoa("mail:another")}`])
    expect((await post(raw, { authorization })).status).toBe(401);
  expect((await post(raw, {}, without.url)).status).toBe(404);
  expect((await post(raw, { "content-type": "application/json" })).status).toBe(415);
  expect((await post(new Uint8Array(maxInboundMail + 1))).status).toBe(413);
  expect((await read(thread)).messages).toHaveLength(2);
});

test("G-97 put aside and changing nothing: bounces, absence notes, lists, our own, an address we have not signed, nothing said", async () => {
  const thread = await answered();
  const automatic: Record<string, string | undefined>[] = [
    { "Auto-Submitted": "auto-replied" },
    { "Auto-Submitted": "auto-generated; type=x" },
    { Precedence: "bulk" },
    { "List-Id": "<members.example.test>" },
    { "Return-Path": "<>" },
    { From: "MAILER-DAEMON@example.test" },
    { From: "Plumbline <hello@plumbline.test>" },
    { From: undefined },
    { "Content-Type": "multipart/report; report-type=delivery-status; boundary=x" },
  ];
  for (const headers of automatic)
    expect([headers, await outcome(replyTo(thread, "I am away.", headers))]).toEqual([headers, "automatic"]);
  const [, id, signature] = /\+(\d+)\.(\w+)@/.exec(thread.to) as unknown as [string, string, string];
  const other = `${Number(id) + 1}`;
  for (const to of [
    `replies+${other}.${signature}@reply.example.test`,
    "replies@reply.example.test",
    "ada@example.test",
  ])
    expect(await outcome(replyTo({ ...thread, to }, "Hello."))).toBe("unknown");
  expect(await outcome(replyTo(thread, " \n "))).toBe("empty");
  expect(await read(thread)).toMatchObject({ state: "answered", messages: [{}, {}] });
});

test("G-97 a reply reaches its conversation, which is open again, once, with what it quotes folded away", async () => {
  const thread = await answered();
  await server.call(contract.closeThread, { params: { id: thread.id }, body: {} }, ada.token);
  const raw = replyTo(
    thread,
    "Thank you.\n\nWhen can we talk?\n\nOn 3 March 2027 at 10:02, Ada Lind\n<hello@plumbline.test> wrote:\n> We do.",
  );
  const both = await Promise.all([post(raw), post(raw, { authorization: `Basic ${btoa(`mail:${secret}`)}` })]);
  expect(both.map((each) => each.outcome).sort()).toEqual(["kept", "known"]);
  const { state, messages } = await read(thread);
  expect([state, messages.length]).toEqual(["open", 3]);
  expect(messages[2]).toMatchObject({
    from: null,
    sender: null,
    attachments: [],
    text: "Thank you.\n\nWhen can we talk?",
    quoted: expect.stringMatching(/^On 3 March[\s\S]+> We do\.$/),
  });
  // Servers on the way may change the case of an address, and name it elsewhere.
  const from = {
    From: "partner@example.test",
    To: "undisclosed-recipients:;",
    "Delivered-To": thread.to.toUpperCase(),
  };
  expect(await outcome(replyTo(thread, "And on Friday?", from))).toBe("kept");
  expect((await read(thread)).messages[3]).toMatchObject({ text: "And on Friday?", sender: "partner@example.test" });
  // Our answer goes to the conversation's address, and quotes what came from there.
  await server.call(contract.answerThread, { params: { id: thread.id }, body: { text: "On Friday." } }, ada.token);
  await server.settle();
  const mail = (await server.mailsTo(thread.email)).find(({ text }) => text.includes("On Friday."));
  expect(mail?.text).toContain("You wrote: Thank you.\n\nWhen can we talk?");
  expect(mail?.html).toContain("You wrote: Thank you.<br><br>When can we talk?");
});

test("G-97 HTML is read as text alone, and files are named and not kept", async () => {
  const thread = await answered();
  const html = `<p>We are <b>two</b> &amp; grow.</p><script>alert(1)</script><img src=x onerror=alert(1)><p>&lt;i&gt;</p>`;
  await post(replyTo(thread, html, { "Content-Type": "text/html; charset=utf-8" }));
  const said = (await read(thread)).messages[2]?.text ?? "";
  expect(said).toContain("We are two & grow.\n");
  expect(said).toContain("<i>");
  expect(said).not.toMatch(/script|alert|onerror/);
  const parts = [
    "--x\r\nContent-Type: text/plain\r\n\r\nHere is our plan.",
    `--x\r\nContent-Type: application/pdf; name="plan.pdf"\r\nContent-Disposition: attachment; filename="../plan.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\n${btoa("%PDF-1.7")}`,
    "--x--",
  ].join("\r\n");
  await post(replyTo(thread, "", { "Content-Type": "multipart/mixed; boundary=x" }).concat(parts));
  expect((await read(thread)).messages[3]).toMatchObject({
    text: "Here is our plan.",
    attachments: [{ name: "../plan.pdf", bytes: 8 }],
  });
});

test("G-97 the name of an attached file is cut between characters, so that the reply is kept", async () => {
  const thread = await answered();
  const name = `${"x".repeat(199)}📈.csv`;
  const raw = [
    replyTo(thread, "", { "Content-Type": "multipart/mixed; boundary=x" }),
    `--x\r\nContent-Type: text/csv; charset=utf-8\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n1\r\n--x--`,
  ].join("");
  expect(await outcome(raw)).toBe("kept");
  expect((await read(thread)).messages[2]?.attachments).toMatchObject([{ name: "x".repeat(199) }]);
});

test("G-97 the server goes on while an e-mail of very many lines is read, and one of too many is put aside", async () => {
  const thread = await answered();
  const kept = outcome(replyTo(thread, "Yes.").concat("\n>".repeat(150_000)));
  let others = 0;
  const after = kept.then(() => "read");
  while ((await Promise.race([after, fetch(`${server.url}/readyz`)])) !== "read") others += 1;
  expect(others).toBeGreaterThan(10);
  expect(await kept).toBe("kept");
  expect(await outcome(replyTo(thread, "\n".repeat(200_001)))).toBe("unreadable");
});

test("G-97 one conversation takes thirty replies an hour, and whoever hands over more is asked to come again", async () => {
  const thread = await answered();
  const statuses = await Promise.all(
    Array.from({ length: 31 }, (_, number) => post(replyTo(thread, `Number ${number}.`)).then(({ status }) => status)),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect((await read(thread)).messages).toHaveLength(32);
});
