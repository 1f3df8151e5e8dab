import { refundInvoice } from "@plumbline/contract/invoices/staff-contract.ts";
import { decideReport } from "@plumbline/contract/reports/contract.ts";
import { decideAppeal } from "@plumbline/contract/sanctions/contract.ts";
import { expect, test } from "vitest";
import { connectPayouts } from "../../demo/membership.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { makeReview } from "../../demo/reviews.ts";
import { makeAppeal, makeReport } from "../../demo/sanctions.ts";
import { makePaidInvoice } from "../../testing/paid-invoice.ts";
import { testServer } from "../../testing/plumbline.ts";
import { completeEngagement } from "../engagements/actions.ts";
import { sanctionsOf } from "../sanctions/store.ts";
import { matchRowsOf } from "./search-store.ts";

const server = testServer();

/** An advisor with one verified review of one star. */
async function reviewed(card?: string) {
  const { context } = server;
  const advisor = await setUp(context, await makeMember(context, "advisor"));
  await connectPayouts(context, advisor);
  const {
    id: invoiceId,
    customer,
    engagementId,
  } = await makePaidInvoice(server, { advisor, card, lines: [["Work", 1, 1000]] });
  await completeEngagement(context, customer.member, engagementId);
  const id = await makeReview(context, { engagementId, customer, rating: 1 });
  return { advisor, customer, invoiceId, id };
}

const ratingsOf = async (advisor: Person) => {
  await server.settle();
  return (await matchRowsOf(server.context.db, [advisor.id]))[0]?.facts["ratings"];
};

test("S-06 G-64 a removed review leaves its advisor's track record, and comes back when its appeal is upheld", async () => {
  const { context, call } = server;
  const { advisor, customer, id } = await reviewed();
  expect(await ratingsOf(advisor)).toBe(1);
  const [staff, colleague] = [await makeStaff(context), await makeStaff(context)];
  const report = await makeReport(context, advisor, customer, { kind: "review", id });
  const removal = { act: "remove", answer: "Removed.", reason: "An insult.", next_steps: "Please be fair." } as const;
  await call(decideReport, { params: { id: report }, body: removal }, staff.token);
  expect(await ratingsOf(advisor)).toBe(0);
  const [decision] = await sanctionsOf(context.db, customer.id);
  const appeal = await makeAppeal(context, customer, decision?.sanction.id as number);
  const upheld = { outcome: "lifted", answer: "It was fair." } as const;
  await call(decideAppeal, { params: { id: appeal }, body: upheld }, colleague.token);
  expect(await ratingsOf(advisor)).toBe(1);
});

test("S-06 G-44 a review counts again when the bank has sent the refund of its invoice back", async () => {
  const { advisor, invoiceId } = await reviewed("4000000000005126");
  const staff = await makeStaff(server.context);
  await server.call(refundInvoice, { params: { id: invoiceId }, body: { reason: "Cancelled." } }, staff.token);
  expect(await ratingsOf(advisor)).toBe(0);
  server.sandbox.stripe?.advance(61);
  await expect.poll(() => ratingsOf(advisor)).toBe(1);
});
