import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import Fastify from "fastify";
import { createTransport } from "nodemailer";
import { afterEach, expect, test } from "vitest";
import { type Mailbox, startMailbox } from "./mailbox.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(file = ":memory:") {
  const mailbox = await startMailbox({ host: "127.0.0.1", port: 0, file, now: () => new Date("2026-11-21T09:30:00Z") });
  const app = Fastify();
  await app.register(mailbox.routes);
  closing.push(mailbox.close, () => app.close());
  return { mailbox, app, get: (url: string) => app.inject(url) };
}

const send = (mailbox: Mailbox, mail: { to: string; subject?: string; text?: string; html?: string; cc?: string }) =>
  createTransport(mailbox.smtpUrl).sendMail({
    from: "Plumbline <team@plumbline.test>",
    subject: "Hello",
    text: "Hi",
    ...mail,
  });

test("decision 42 a mail is refused with 451 while the mailbox is closed, and nothing of it is kept", async () => {
  const { mailbox, get } = await open();
  mailbox.refuse(true);
  await expect(send(mailbox, { to: "ann@a.test" })).rejects.toMatchObject({ responseCode: 451 });
  expect((await get("/mailbox/messages")).json()).toEqual({ entries: [] });
  mailbox.refuse(false);
  await send(mailbox, { to: "ann@a.test" });
  expect((await get("/mailbox/messages")).json().entries).toHaveLength(1);
});

test("decision 42 bad questions are answered 422, unknown mails 404", async () => {
  const { get } = await open();
  for (const query of [
    "before=soon",
    "before=-1",
    "to=nobody",
    "to=a@b.test&to=c@d.test",
    `to=${"a".repeat(400)}@b.test`,
  ]) {
    const answer = await get(`/mailbox/messages?${query}`);
    expect([query, answer.statusCode]).toEqual([query, 422]);
    expect(Object.keys(answer.json().errors)).toEqual([query.startsWith("to") ? "to" : "before"]);
  }
  for (const id of ["1", "0", "one", "9999999999999999999", "1%27%20or%201=1"])
    expect((await get(`/mailbox/messages/${id}`)).statusCode).toBe(404);
  expect((await get("/mailbox?mail=7")).statusCode).toBe(404);
  expect((await get("/mailbox?to=nobody")).statusCode).toBe(422);
});

test("decision 42 a sent mail is listed with both alternatives and its links, newest first", async () => {
  const { mailbox, get } = await open();
  await send(mailbox, { to: "Ann <Ann@a.test>", subject: "First" });
  await send(mailbox, {
    to: "ann@a.test",
    subject: "Café & “quotes”",
    text: "Open https://p.test/create-password?user=1&token=x. Thanks",
    html: '<p>Open <a class="b" href="https://p.test/create-password?user=1&amp;token=x">this</a></p>',
  });
  const { entries } = (await get("/mailbox/messages?to=ANN@a.test")).json();
  expect(entries.map((mail: { subject: string }) => mail.subject)).toEqual(["Café & “quotes”", "First"]);
  expect(entries[0]).toMatchObject({
    from: "Plumbline <team@plumbline.test>",
    to: "ann@a.test",
    links: ["https://p.test/create-password?user=1&token=x"],
    created_at: "2026-11-21T09:30:00.000Z",
  });
  expect(entries[0].html).toContain('class="b"');
  expect((await get(`/mailbox/messages/${entries[0].id}`)).json()).toEqual(entries[0]);
});

test("decision 42 the filter finds every recipient and nobody else's mail, in bounded pages", async () => {
  const { mailbox, get } = await open();
  const post = createTransport({ url: mailbox.smtpUrl, pool: true, maxConnections: 1 });
  closing.push(() => post.close());
  await send(mailbox, { to: "ann@a.test", cc: "bob@b.test", subject: "Both" });
  for (let number = 1; number <= 104; number++)
    await post.sendMail({ from: "t@p.test", to: "cat@c.test", subject: `No ${number}`, text: "x" });
  expect((await get("/mailbox/messages?to=bob@b.test")).json().entries).toMatchObject([{ subject: "Both" }]);
  const latest = (await get("/mailbox/messages?to=cat@c.test")).json().entries;
  expect([latest.length, latest[0].subject, latest.at(-1).subject]).toEqual([100, "No 104", "No 5"]);
  const rest = (await get(`/mailbox/messages?to=cat@c.test&before=${latest.at(-1).id}`)).json().entries;
  expect(rest.map((mail: { subject: string }) => mail.subject)).toEqual(["No 4", "No 3", "No 2", "No 1"]);
  const page = (await get("/mailbox?to=cat@c.test")).body;
  expect(page.match(/<li>/g)).toHaveLength(30);
  expect(page).toContain("Older mail");
});

test("decision 42 what mail programs read to offer an unsubscribe button is listed too, and nothing of other headers", async () => {
  const { mailbox, get } = await open();
  const headers = { "List-Unsubscribe": "<https://p.test/u/1>", "X-Other": "kept to itself" };
  await createTransport(mailbox.smtpUrl).sendMail({
    from: "t@p.test",
    to: "ann@a.test",
    subject: "A",
    text: "x",
    headers,
  });
  await send(mailbox, { to: "ann@a.test" });
  const { entries } = (await get("/mailbox/messages?to=ann@a.test")).json();
  expect(entries.map((mail: { headers: object }) => mail.headers)).toEqual([
    {},
    { "list-unsubscribe": "<https://p.test/u/1>" },
  ]);
});

test("decision 42 a box of an earlier version opens, and what was in it has no headers", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mailbox-"));
  closing.push(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "mail.sqlite");
  const first = await startMailbox({ host: "127.0.0.1", port: 0, file });
  await send(first, { to: "ann@a.test", subject: "Old" });
  await first.close();
  const old = new DatabaseSync(file);
  old.exec("alter table mail drop column headers");
  old.close();
  const { get } = await open(file);
  expect((await get("/mailbox/messages")).json().entries).toMatchObject([{ subject: "Old", headers: {} }]);
});

test("decision 42 mail is still there after the mailbox was stopped and started", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mailbox-"));
  closing.push(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "mail.sqlite");
  const first = await startMailbox({ host: "127.0.0.1", port: 0, file });
  await send(first, { to: "ann@a.test", subject: "Kept" });
  await first.close();
  const { get } = await open(file);
  expect((await get("/mailbox/messages")).json().entries).toMatchObject([{ subject: "Kept" }]);
});

test("decision 42 the page shows a mail without running anything in it", async () => {
  const { mailbox, get } = await open();
  expect((await get("/mailbox")).body).toContain("No mail yet");
  await send(mailbox, {
    to: "ann@a.test",
    subject: "<script>alert(1)</script>",
    text: "See <b> https://p.test/a?b=1&c=2, then https://p.test/d.",
    html: '<script>alert(1)</script><a href="https://p.test/x" target="_top">x</a>"><img src=x onerror=alert(1)>',
  });
  const answer = await get("/mailbox?mail=1");
  expect(answer.statusCode).toBe(200);
  expect(answer.body).not.toContain("<script>alert");
  expect(answer.body).not.toContain("<img src=x");
  expect(answer.body).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
  expect(answer.body).toContain("&lt;a target=&quot;_blank&quot; rel=&quot;noopener&quot; href");
  expect(answer.headers["content-security-policy"]).toMatch(/default-src 'none'.*script-src 'nonce-/);
  const text = (await get("/mailbox?mail=1&view=text")).body;
  expect(text).not.toContain("<iframe");
  expect(text).toContain(
    'See &lt;b&gt; <a href="https://p.test/a?b=1&amp;c=2" target="_blank" rel="noopener">https://p.test/a?b=1&amp;c=2</a>, then <a',
  );
});
