import { listUnsentMails, readApplication, retryMail } from "@plumbline/contract/back-office/contract.ts";
import { startMailbox } from "@plumbline/sandbox/mailbox/mailbox.ts";
import Fastify from "fastify";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { apply, freshEmail, makeStaff } from "../demo/people.ts";
import { openMailDelivery } from "../mail/delivery.ts";
import { queueEmail } from "../mail/mail.ts";
import { testServer } from "../testing/plumbline.ts";
import { sized, timeoutFor } from "../testing/size.ts";
import { startTcpProxy } from "../testing/tcp-proxy.ts";

// A real SMTP server with every common fault, behind a network that fails as well.

const mailbox = await startMailbox({ host: "127.0.0.1", port: 0, file: ":memory:" });
const network = await startTcpProxy({ host: "127.0.0.1", port: mailbox.port });
const pages = Fastify();
await pages.register(mailbox.routes);
afterEach(() => {
  mailbox.misbehave({});
  network.accept();
  network.thaw();
});
afterAll(async () => {
  await network.close();
  await pages.close();
  await mailbox.close();
});

const smtpUrl = `smtp://${network.host}:${network.port}`;
const server = testServer({ SMTP_URL: smtpUrl, LOG_LEVEL: "silent" }, { secondProcess: true });

type Arrived = {
  created_at: string;
  message_id: string;
  subject: string;
  reply_to: string;
  auto_submitted: string;
  links: string[];
};
const arrivals = new Map<string, Arrived[]>();
const arrivedAt = (address: string): Arrived[] => arrivals.get(address) ?? [];
async function read(...addresses: string[]): Promise<Arrived[]> {
  for (const address of addresses) {
    const answer = await pages.inject(`/mailbox/messages?to=${encodeURIComponent(address)}`);
    arrivals.set(address, answer.json().entries);
  }
  return addresses.flatMap(arrivedAt);
}
const write = (to: string, more: { replyTo?: string } = {}) =>
  queueEmail(server.context.db, null, {
    kind: "test",
    to,
    subject: "A test",
    greeting: "Dear you,",
    wording: { written: "correspondence" } as const,
    paragraphs: ["Yes."],
    ...more,
  });
const addressesOf = (name: string, many: number) => Array.from({ length: many }, () => freshEmail(name));
const mailOf = async (address: string) =>
  (
    await server.context.db.execute<{
      id: number;
      attempts: number;
      failure: string | null;
      failed: boolean;
      sent: boolean;
    }>(
      `select id, attempts, failure, failed_at is not null as failed, sent_at is not null as sent
       from mails where recipient = '${address}' order by id desc limit 1`,
    )
  ).rows[0];
/** Waits until all e-mails have arrived; the test's timeout is the limit. */
async function allArrived(addresses: string[]): Promise<void> {
  const { secondProcess } = server;
  for (;;) {
    await Promise.all([server.settle(), secondProcess.settle()]);
    await read(...addresses);
    if (addresses.every((address) => arrivedAt(address).length > 0)) return;
    await new Promise((later) => setTimeout(later, 100));
  }
}
const metric = async (name: string) =>
  Number(new RegExp(`^${name} (\\d+)$`, "m").exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]);

describe("a slow mail server", () => {
  test(
    "R21 every e-mail is sent once, though the lease is shorter than the server is slow and other processes wait for it",
    async () => {
      mailbox.misbehave({ slow: sized(10_000, 2500) });
      const others = [1, 2].map(() => openMailDelivery(server.context, smtpUrl, { leaseSeconds: 1 }));
      const addresses = addressesOf("slow", sized(24, 12));
      for (const address of addresses) await write(address);
      await allArrived(addresses);
      await Promise.all(others.map(({ settle }) => settle()));
      await Promise.all(others.map(({ close }) => close()));
      const arrived = await read(...addresses);
      expect(arrived).toHaveLength(addresses.length);
      expect(new Set(arrived.map(({ message_id: id }) => id)).size).toBe(addresses.length);
    },
    timeoutFor(120_000),
  );

  test("A-09 several e-mails are sent at a time: a slow one does not delay the next", async () => {
    const slow = 3000;
    mailbox.misbehave({ slow });
    const addresses = addressesOf("parallel", 5);
    await Promise.all(addresses.map((address) => write(address)));
    await allArrived(addresses);
    // One that had waited for another would have arrived so much later.
    const moments = (await read(...addresses)).map(({ created_at: at }) => Date.parse(at));
    expect(Math.max(...moments) - Math.min(...moments)).toBeLessThan(slow);
  });
});

describe("a mail server that refuses", () => {
  test("A-09 a 5xx for a recipient is permanent: tried once, kept as a dead letter with the server's text, the address marked for staff", async () => {
    const staff = await makeStaff(server.context);
    const [gone, well] = addressesOf("refused", 2) as [string, string];
    const words = `5.1.1 <${gone}>: no such user here, see https://mail.example.test/why?t=canary`;
    mailbox.misbehave({ recipients: { [gone]: { code: 550, words } } });
    await apply(server.context, "customer", { email: gone, name: "Priya Raman" });
    await write(well);
    await allArrived([well]);
    expect(await mailOf(gone)).toMatchObject({ attempts: 1, failed: true, sent: false });

    const { body } = await server.call(listUnsentMails, { query: { state: "failed" } }, staff.token);
    const [dead] = body.entries.filter(({ to }) => to === gone);
    expect(dead).toMatchObject({ state: "failed", attempts: 1, allowed_actions: ["retry"] });
    expect(dead?.reason).toBe("550 5.1.1 <(address)>: no such user here, see (link)");
    expect(JSON.stringify(body)).not.toMatch(/token|canary/);
    const { rows } = await server.context.db.execute<{ id: number }>(`select id from members where email = '${gone}'`);
    const id = rows[0]?.id as number;
    const application = () => server.call(readApplication, { params: { id } }, staff.token);
    expect((await application()).body.email_refused).toBe(dead?.reason);
    expect(await metric("plumbline_mails_failed")).toBeGreaterThanOrEqual(1);
    expect(await metric("plumbline_addresses_refused")).toBe(1);

    mailbox.misbehave({});
    const mail = { params: { id: dead?.id as number } };
    const again = await server.call(retryMail, mail, staff.token);
    expect([again.status, again.body.state, again.body.allowed_actions]).toEqual([200, "waiting", []]);
    await allArrived([gone]);
    expect((await application()).body.email_refused).toBeNull();
    expect((await server.call(retryMail, mail, staff.token)).status).toBe(404);
    expect(arrivedAt(gone)[0]?.links.join()).toContain("/approval/customer?user=");
  });

  test("A-09 a refusal of an e-mail's content is permanent, too, and does not mark the address", async () => {
    const email = freshEmail("policy");
    mailbox.misbehave({ refuseText: 1 });
    await apply(server.context, "customer", { email, name: "Priya Raman" });
    // Either process may have leased it while the other settles.
    await expect.poll(async () => (await mailOf(email))?.failed).toBe(true);
    const mail = await mailOf(email);
    expect(mail?.attempts).toBe(1);
    expect(mail?.failure).toMatch(/^554 5\.7\.1 Refused: to \(address\) with \(link\)/);
    const { rows } = await server.context.db.execute(`select 1 from refused_addresses where email = '${email}'`);
    expect(rows).toEqual([]);
  });

  test("A-09 a 4xx for a recipient is retried with growing delays, delays no others, and is given up after three days with its reason", async () => {
    const [greylisted, well] = addressesOf("later", 2) as [string, string];
    mailbox.misbehave({ recipients: { [greylisted]: { code: 450, words: "4.2.0 Greylisted, try again later" } } });
    const waits: number[] = [];
    await write(greylisted);
    for (let time = 0; time < 4; time += 1) {
      await expect.poll(async () => (await mailOf(greylisted))?.attempts).toBe(time + 1);
      await Promise.all([server.settle(), server.secondProcess.settle()]);
      const { rows } = await server.context.db.execute<{ wait: number }>(
        `with before as (select id, extract(epoch from next_attempt_at - now()) as wait from mails where recipient = '${greylisted}')
         update mails set next_attempt_at = now() from before where before.id = mails.id returning wait`,
      );
      waits.push(Number(rows[0]?.wait));
      await Promise.all([server.settle(), server.secondProcess.settle()]);
    }
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    await write(well);
    await allArrived([well]);
    await server.context.db.execute(
      `update mails set give_up_at = now(), next_attempt_at = now() where recipient = '${greylisted}'`,
    );
    await server.settle();
    await expect.poll(async () => (await mailOf(greylisted))?.failed).toBe(true);
    expect((await mailOf(greylisted))?.failure).toBe("450 4.2.0 Greylisted, try again later");
  });

  test(
    "R21 a server that refuses all for a while gets every e-mail once it accepts again, each once",
    async () => {
      mailbox.misbehave({ refuse: true });
      const addresses = addressesOf("closed", sized(50, 8));
      for (const address of addresses) await write(address);
      await server.settle();
      await new Promise((later) => setTimeout(later, sized(60_000, 3000)));
      mailbox.misbehave({});
      await allArrived(addresses);
      await Promise.all([server.settle(), server.secondProcess.settle()]);
      expect(await read(...addresses)).toHaveLength(addresses.length);
    },
    timeoutFor(120_000),
  );
});

describe("a mail server that goes away", () => {
  test(
    "R21 after an outage nothing acknowledged is lost or sent twice, and e-mails are sent within five seconds of the return",
    async () => {
      network.refuse();
      const addresses = addressesOf("away", sized(50, 8));
      for (const email of addresses) await apply(server.context, "advisor", { email, name: "Owen Price" });
      await Promise.all([server.settle(), server.secondProcess.settle()]);
      await new Promise((later) => setTimeout(later, sized(60_000, 4000)));
      expect((await mailOf(addresses[0] as string))?.attempts ?? 0).toBeLessThan(10);
      network.accept();
      const back = performance.now();
      await allArrived(addresses);
      expect(performance.now() - back).toBeLessThan(sized(5000, 20_000));
      await Promise.all([server.settle(), server.secondProcess.settle()]);
      expect(await read(...addresses)).toHaveLength(addresses.length);
    },
    timeoutFor(120_000),
  );

  test("A-09 disconnected after the text, an e-mail is sent again under the same Message-ID: its receiver drops the second", async () => {
    mailbox.misbehave({ hangUp: 1 });
    const email = freshEmail("hung-up");
    await write(email);
    await expect.poll(async () => (await mailOf(email))?.sent).toBe(true);
    const arrived = await read(email);
    expect(arrived).toHaveLength(2);
    expect(new Set(arrived.map(({ message_id: id }) => id)).size).toBe(1);
    expect(arrived[0]?.message_id).toMatch(/^<\d+\.[0-9a-f]{12}@plumbline\.test>$/);
  });

  test("A-09 an e-mail that waited for three days of outage is a dead letter, with its reason", async () => {
    network.refuse();
    const email = freshEmail("three-days");
    await write(email);
    await server.context.db.execute(`update mails set give_up_at = now() where recipient = '${email}'`);
    await expect.poll(async () => (await mailOf(email))?.failed).toBe(true);
    expect((await mailOf(email))?.failure).toMatch(/closed|connect|ECONN/i);
  });
});

describe("headers of an e-mail", () => {
  test("A-09 F-02 replies to a person's message go to that person; automatic e-mails are marked as such", async () => {
    const [team, member] = addressesOf("head", 2) as [string, string];
    await write(team, { replyTo: "priya@writer.test" });
    await write(member);
    await allArrived([team, member]);
    expect(arrivedAt(team)[0]).toMatchObject({ reply_to: "priya@writer.test", auto_submitted: "" });
    expect(arrivedAt(member)[0]).toMatchObject({ reply_to: "", auto_submitted: "auto-generated" });
  });

  test("A-09 no name, subject or address injects another header or recipient", async () => {
    const well = freshEmail("head");
    const victim = freshEmail("victim");
    await queueEmail(server.context.db, null, {
      kind: "test",
      to: well,
      replyTo: `${victim}\r\nBcc: ${victim}`,
      subject: `Hello\r\nBcc: ${victim}\r\n\r\nNew body`,
      greeting: "Dear you,",
      wording: { written: "correspondence" } as const,
      paragraphs: ["Yes."],
    });
    for (const to of [`x,${victim}`, `${well}\r\nRCPT TO:<${victim}>`, `<${victim}>, ${well}`, `"a" <${victim}>`])
      await write(to);
    await allArrived([well]);
    await Promise.all([server.settle(), server.secondProcess.settle()]);
    expect(await read(victim)).toEqual([]);
    expect(arrivedAt(well)[0]?.subject).toBe(`Hello Bcc: ${victim} New body`);
  });
});
