import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { freshEmail } from "../demo/people.ts";
import { queueEmail } from "../mail/mail.ts";
import { testServer } from "../testing/plumbline.ts";

// A mail server that answers what no mail server should, and otherwise takes every e-mail.

/** What it answers to a command instead of what it should. */
let odd: Record<string, string> = {};
const connections = new Set<Socket>();
const mailServer = createServer((connection) => {
  connections.add(connection);
  connection.on("error", () => {});
  const usual: Record<string, string> = { DATA: "354 go on", QUIT: "221 goodbye" };
  let isText = false;
  let rest = "";
  const say = (command: string) => connection.write(`${odd[command] ?? usual[command] ?? "250 yes"}\r\n`, "latin1");
  connection.write("220 here\r\n");
  connection.on("data", (bytes) => {
    const lines = (rest + bytes).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (isText && line !== ".") continue;
      const command = isText ? "text" : line.slice(0, 4);
      isText = command === "DATA";
      say(command);
    }
  });
});
const environment: Record<string, string> = { LOG_LEVEL: "silent" };
beforeAll(async () => {
  await once(mailServer.listen(0, "127.0.0.1"), "listening");
  environment["SMTP_URL"] = `smtp://127.0.0.1:${(mailServer.address() as AddressInfo).port}`;
});
const server = testServer(environment);
afterEach(() => {
  odd = {};
});
afterAll(() => {
  for (const connection of connections) connection.destroy();
  mailServer.close();
});

/** Sends an e-mail that may have its answer at once. */
async function send() {
  const to = freshEmail("odd");
  await queueEmail(server.context.db, null, {
    kind: "test",
    to,
    subject: "A test",
    greeting: "Dear you,",
    wording: { written: "correspondence" },
    paragraphs: ["Yes."],
  });
  return async () => {
    const { rows } = await server.context.db.execute(
      `select attempts, failure, failed_at is not null as failed, sent_at is not null as sent from mails where recipient = '${to}'`,
    );
    return rows[0];
  };
}

test("A-09 R21 a refusal with characters that no text may have is recorded, and the next e-mails leave", async () => {
  odd = { RCPT: "550 5.1.1 no \0 such\x07user \xff" };
  for (const state of await Promise.all(Array.from({ length: 6 }, send)))
    await expect
      .poll(state)
      .toMatchObject({ attempts: 1, failed: true, failure: expect.stringMatching(/^550 5\.1\.1 no such user/) });
  odd = {};
  await expect.poll(await send()).toMatchObject({ sent: true });
});

test("A-09 a reply whose code means nothing is no refusal for good: the e-mail is tried again", async () => {
  odd = { MAIL: "999 what is this" };
  const state = await send();
  await expect.poll(state).toMatchObject({ failed: false, failure: "999 what is this" });
  odd = {};
  await expect.poll(state, { timeout: 20_000 }).toMatchObject({ sent: true });
});
