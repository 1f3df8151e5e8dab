import { listReconciliations, reconcile } from "@plumbline/contract/back-office/reconciliation.ts";
import { refundInvoice } from "@plumbline/contract/invoices/staff-contract.ts";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice, makePaid } from "../../demo/invoices.ts";
import { cardToken, connectPayouts, payMembership } from "../../demo/membership.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { cardSandbox } from "../../testing/card-sandbox.ts";
import { testServer } from "../../testing/plumbline.ts";
import { saveCard } from "../membership/card.ts";
import { reconcileDaily } from "./actions.ts";

const server = testServer();
const bank = cardSandbox(server);
let staff: Person;
const ids: number[] = [];

beforeAll(async () => {
  const { context } = server;
  staff = await makeStaff(context, { name: "Rosalind Hale", role: "finance" });
  const advisor = await connectPayouts(context, await setUp(context, await makeMember(context, "advisor")));
  const customer = await setUp(context, await makeMember(context, "customer"));
  await saveCard(context, customer.member, await cardToken(context));
  const engagementId = await makeEngagement(context, { advisor, customer, status: "in_progress" });
  for (const pounds of [100, 333.33]) {
    const id = await makeInvoice(context, { advisor, engagementId, lines: [["Work", 1, pounds]] });
    await makePaid(context, customer, id);
    ids.push(id);
  }
  await payMembership(context, customer);
  const body = { reason: "One day fell out.", amount: 33.35 } as never;
  await server.call(refundInvoice, { params: { id: ids[1] as number }, body }, staff.token);
});

const run = async (body = {}) => server.call(reconcile, { body: body as never }, staff.token);

test("G-47 what we have and what the provider has are the same to the penny, also after a refund in part", async () => {
  const { status, body } = await run();
  expect([status, body.exact, body.differences, body.by]).toEqual([201, true, [], "Rosalind Hale"]);
  const of = (kind: string) => body.compared.find((each) => each.kind === kind);
  expect(of("charge")).toMatchObject({ count: 2, ours: 433.33, theirs: 433.33 });
  expect(of("refund")).toMatchObject({ count: 1, ours: 33.35, theirs: 33.35 });
  expect((of("fee")?.ours ?? 0) + (of("transfer")?.ours ?? 0)).toBeCloseTo(433.33 - 33.35, 6);
  const { entries } = (await server.call(listReconciliations, { query: {} }, staff.token)).body;
  expect(entries[0]).toEqual(body);
  for (const wrong of [{ days: 0 }, { days: 91 }, { dayz: 1 }]) expect((await run(wrong)).status).toBe(422);
});

test("G-47 a fee that was returned in the dashboard alone, and a payment that only one side knows, are named with both amounts", async () => {
  const { db, cards } = server.context;
  const { rows } = await db.execute<{ intent: string }>(
    sql`select intent_id as intent from payments where invoice_id = ${ids[0]}`,
  );
  const [charge] = (await cards.stripe.charges.list({ payment_intent: rows[0]?.intent as string })).data;
  await cards.stripe.applicationFees.createRefund(charge?.application_fee as string, { amount: 100 });
  await db.execute(sql`update payments set intent_id = 'pi_elsewhere' where invoice_id = ${ids[1]}`);
  server.clock.advance(10 * 60_000);
  const { body } = await run({ days: 2 });
  expect([body.exact, body.difference_count]).toEqual([false, 4]);
  expect(body.differences).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ kind: "fee", invoice_id: ids[0], ours: 10, theirs: 9 }),
      expect.objectContaining({ kind: "transfer", invoice_id: ids[0], ours: 90, theirs: 91 }),
      expect.objectContaining({ kind: "charge", ours: null, theirs: 333.33 }),
      expect.objectContaining({ kind: "charge", provider_id: "pi_elsewhere", ours: 333.33, theirs: null }),
    ]),
  );
});

test("G-48 the daily run compares once a day, and says when the provider did not answer instead of calling it exact", async () => {
  const list = async () => (await server.call(listReconciliations, { query: {} }, staff.token)).body.entries;
  // The server has made its first one when it started.
  server.clock.advance(25 * 3_600_000);
  await bank.fault({ kind: "500", path: "/v1/charges", times: 20 });
  await reconcileDaily(server.context);
  await bank.clearFaults();
  expect((await list())[0]).toMatchObject({ exact: null, failure: "The card provider did not answer.", by: null });
  await reconcileDaily(server.context);
  const { length } = await list();
  await reconcileDaily(server.context);
  expect(await list()).toHaveLength(length);
  server.clock.advance(25 * 3_600_000);
  await reconcileDaily(server.context);
  expect(await list()).toHaveLength(length + 1);
});
