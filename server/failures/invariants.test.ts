import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { makeEngagement } from "../demo/engagements.ts";
import { makeInvoice, makePaid } from "../demo/invoices.ts";
import { cardToken, connectPayouts } from "../demo/membership.ts";
import { converse } from "../demo/messages.ts";
import { makeMember, setUp } from "../demo/people.ts";
import { saveCard } from "../features/membership/card.ts";
import { brokenInvariants } from "../testing/invariants.ts";
import { testServer } from "../testing/plumbline.ts";

// Each invariant notices what it is for: the database is corrupted in a transaction that is rolled back.

const server = testServer();

beforeAll(async () => {
  const { context } = server;
  const advisor = await connectPayouts(context, await setUp(context, await makeMember(context, "advisor")));
  const customer = await setUp(context, await makeMember(context, "customer"));
  await saveCard(context, customer.member, await cardToken(context));
  await converse(context, [
    [customer, advisor, "Good morning."],
    [advisor, customer, "Good morning to you."],
  ]);
  const engagementId = await makeEngagement(context, { advisor, customer, status: "in_progress" });
  await makePaid(context, customer, await makeInvoice(context, { advisor, engagementId }));
  await makeInvoice(context, { advisor, engagementId });
  await server.settle();
});

/** What is done to the database, and a part of the invariant's name; unique keys keep the others by themselves. */
const corruptions: [change: string, broken: string][] = [
  ["update conversations set customer_unread = customer_unread + 1", "a customer's unread count"],
  ["update conversations set advisor_unread = advisor_unread + 1", "an advisor's unread count"],
  ["update conversations set last_message_id = last_message_id - 1", "its last message"],
  ["update messages set sender_id = (select max(id) from members where role = 'staff')", "only the two members"],
  ["update messages set attachment_ids = '{999999}'", "what a message attaches"],
  ["update engagements set total_pence = total_pence + 1", "an engagement's total"],
  [
    "insert into reviews (engagement_id, advisor_id, customer_id, rating, rating_chosen, body) select id, advisor_id, customer_id, 5, true, 'x' from engagements",
    "a review is about a completed engagement",
  ],
  ["update invoices set customer_id = advisor_id", "between the parties"],
  ["update invoices set total_pence = total_pence + 1", "an invoice's total"],
  ["update invoices set number = 10 where number = 2", "without a gap"],
  ["update payments set amount_pence = amount_pence - 1", "one payment, of its total"],
  ["update invoices set status = 'sent'", "an invoice that waits"],
  ["update invoices set refunded_pence = 1", "the sum of the refunds"],
  ["update invoices set status = 'refunded' where status = 'completed'", "a refunded invoice"],
  [
    "insert into events (kind, subject, subject_id) select kind, subject, subject_id from events where kind = 'invoice.paid'",
    "paid once in the log",
  ],
  ["update notifications set event_id = -event_id", "no notification is about an event that there is not"],
];

test("R27 nothing is broken at first", async () => {
  expect(await brokenInvariants(server.context.db)).toEqual([]);
});

test.each(corruptions)("R27 %s: %s is noticed", async (change, broken) => {
  const found = await server.context.db
    .transaction(async (tx) => {
      await tx.execute(sql.raw(change));
      throw await brokenInvariants(tx);
    })
    .catch((thrown: unknown) => thrown);
  expect(found).toEqual(expect.arrayContaining([expect.stringContaining(broken)]));
});
