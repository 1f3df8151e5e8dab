import { expect, test } from "vitest";
import type { AppContext } from "../context.ts";
import { apply, freshEmail, makeMember } from "../demo/people.ts";
import type { Event } from "../events.ts";
import { insertLink } from "../features/accounts/store.ts";
import { notificationsWith } from "../features/notifications/notification.ts";
import { testServer } from "../testing/plumbline.ts";
import { append, deliver, type EventHandler, type LeasedEvent, onEvent, readEvent, renewEvents } from "./outbox.ts";

const server = testServer({ LOG_LEVEL: "silent" });

/** An event leased by this test, so that the server's own loop does not deliver it. */
async function leasedEvent(kind: string, attempts: number): Promise<LeasedEvent> {
  const { rows } = await server.context.db.execute<{ id: number }>(
    `insert into events (kind, subject, subject_id, lease, leased_until, attempts)
     values ('${kind}', 'mail', 1, 'the test', now() + interval '50 seconds', ${attempts}) returning id`,
  );
  const id = Number(rows[0]?.id);
  const facts = { actorId: null, subjectId: 1, data: {}, createdAt: server.clock.now(), trace: null };
  return { id, kind, attempts, ...facts };
}

const rowOf = async ({ id }: LeasedEvent) =>
  (
    await server.context.db.execute(
      `select attempts, delivered_at is not null as delivered, failed_at is not null as failed, failure,
         leased_until between now() + interval '5 seconds' and now() + interval '16 seconds' as waits from events where id = ${id}`,
    )
  ).rows[0];

const failing: EventHandler = onEvent("mail.retried", async () => {
  throw new TypeError("the canary of a member's text");
});

test("A-09 a failing handler does not stop the event's other handlers, and is retried with growing delays", async () => {
  const ran: string[] = [];
  const other = onEvent("mail.retried", async () => void ran.push("other"));
  const event = await leasedEvent("mail.retried", 4);
  await deliver(server.context, () => [failing, other], [event], "the test");
  expect(ran).toEqual(["other"]);
  const row = await rowOf(event);
  expect(row).toMatchObject({ delivered: false, failed: false, waits: true });
  expect(row?.["failure"]).toMatch(/^TypeError at server\/outbox\/outbox\.test\.ts:\d+$/);
});

test("A-09 after thirty attempts an event is a dead letter with its reason, counted in the metrics", async () => {
  const event = await leasedEvent("mail.retried", 30);
  await deliver(server.context, () => [failing], [event], "the test");
  expect(await rowOf(event)).toMatchObject({ delivered: false, failed: true });
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toMatch(/^plumbline_events_failed 1$/m);
});

test("A-09 a process that has lost the lease of an event does not settle it: another process has it", async () => {
  const event = await leasedEvent("kind.of.another.version", 1);
  await deliver(server.context, () => [], [event], "somebody else");
  expect(await rowOf(event)).toMatchObject({ delivered: false });
  await deliver(server.context, () => [], [event], "the test");
  expect(await rowOf(event)).toMatchObject({ delivered: true });
});

test("A-09 R1 a lease is renewed for the events that are being handled, not for those whose lease statement had no answer", async () => {
  const [handled, lost] = [await leasedEvent("mail.retried", 1), await leasedEvent("mail.retried", 1)];
  await renewEvents(server.context.db, "the test", [handled]);
  const { rows } = await server.context.db.execute<{ id: number; renewed: boolean }>(
    `select id, leased_until > now() + interval '55 seconds' as renewed from events where id in (${handled.id}, ${lost.id}) order by id`,
  );
  expect(rows.map(({ renewed }) => renewed)).toEqual([true, false]);
});

test("A-09 of several events that are delivered together, a failing one alone waits", async () => {
  const [first, second, third] = [
    await leasedEvent("kind.of.another.version", 1),
    await leasedEvent("mail.retried", 1),
    await leasedEvent("kind.of.another.version", 1),
  ];
  const handlersOf = (kind: string) => (kind === "mail.retried" ? [failing] : []);
  await deliver(server.context, handlersOf, [first, second, third], "the test");
  const rows = await Promise.all([first, second, third].map(rowOf));
  expect(rows.map((row) => row?.["delivered"])).toEqual([true, false, true]);
});

test("A-09 a redelivered event does not end the link in its e-mail", async () => {
  const email = freshEmail("delivered-twice");
  await apply(server.context, "advisor", { email, name: "Owen Price" });
  expect(await server.mailsTo(email)).toHaveLength(1);
  await server.context.db.execute("update events set delivered_at = null where kind = 'account.applied'");
  expect(await server.mailsTo(email)).toHaveLength(1);
  const { rows } = await server.context.db.execute(
    `select count(*) as made, count(*) filter (where used_at is null) as open
     from links join members on members.id = member_id where email = '${email}'`,
  );
  expect(rows).toEqual([{ made: 1, open: 1 }]);
});

test("A-09 of two processes that deliver an event at once, the slower one does not end the link in the other's e-mail", async () => {
  const { id: memberId, email } = await makeMember(server.context, "advisor");
  const event = readEvent({ ...(await leasedEvent("account.reset_requested", 1)), subjectId: memberId });
  let overtaken = false;
  const handler: EventHandler = notificationsWith((_context: AppContext, _event: Event) => ({ email }))(
    "account.reset_requested",
    {
      to: { address: (facts) => facts.email },
      // Asked after it was seen that no e-mail is queued, and before one is written: here the other process does all of it.
      allowed: async () => {
        if (!overtaken) {
          overtaken = true;
          await handler.handle(server.context, event);
        }
        return true;
      },
      email: async ({ context }) => ({
        subject: "A link",
        wording: { written: "correspondence" },
        paragraphs: [],
        action: "Open",
        path: `/${await insertLink(context.db, memberId, "reset_password", server.clock.now(), 3600)}`,
      }),
    },
  );
  await handler.handle(server.context, event);
  const { rows } = await server.context.db.execute(
    `select count(*) as made, count(*) filter (where used_at is null) as open
     from links where member_id = ${memberId} and purpose = 'reset_password'`,
  );
  expect(rows).toEqual([{ made: 1, open: 1 }]);
});

test("A-09 an event whose payload does not fit its kind is not handled, and becomes a dead letter", async () => {
  const handled: unknown[] = [];
  const handler = onEvent("invoice.payment_failed", async (_context, { data }) => void handled.push(data.reason));
  const event = await leasedEvent("invoice.payment_failed", 30);
  await deliver(server.context, () => [handler], [event], "the test");
  expect(handled).toEqual([]);
  expect(await rowOf(event)).toMatchObject({ delivered: false, failed: true });
  await deliver(
    server.context,
    () => [handler],
    [{ ...event, data: { reason: "The card was refused.", more: 1 } }],
    "the test",
  );
  expect(handled).toEqual(["The card was refused."]);
  expect(() => readEvent({ ...event, kind: "invoice.payed" })).toThrow("invoice.payed");
});

test("A-09 a misspelt kind, a missing field and an unknown one do not compile", async () => {
  const { db, clock } = server.context;
  const about = { actorId: null, subjectId: 1 };
  const written = () => [
    // @ts-expect-error no such kind
    append(db, { ...about, kind: "invoice.payed" }, clock.now()),
    // @ts-expect-error the reason is missing
    append(db, { ...about, kind: "invoice.payment_failed", data: {} }, clock.now()),
    // @ts-expect-error all data are missing
    append(db, { ...about, kind: "invoice.payment_failed" }, clock.now()),
    // @ts-expect-error no such field
    append(db, { ...about, kind: "invoice.refunded", data: { reason: "So.", resaon: "So." } }, clock.now()),
    // @ts-expect-error no such kind
    onEvent("invoice.payed", async () => {}),
    // @ts-expect-error events of this kind have no such field
    onEvent("invoice.paid", async (_context, { data }) => void data.reason.length),
  ];
  expect(written).toBeTypeOf("function");
});
