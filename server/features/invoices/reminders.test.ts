import * as contract from "@plumbline/contract/invoices/contract.ts";
import { expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice } from "../../demo/invoices.ts";
import { makeMember, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { remindOfInvoices } from "./jobs.ts";

const server = testServer();

test("I-11 reminders leave 7 and 14 days after the due day, once each, and only for what is unpaid", async () => {
  const advisor = await setUp(server.context, await makeMember(server.context, "advisor"));
  const payer = await setUp(server.context, await makeMember(server.context, "customer"));
  const project = await makeEngagement(server.context, { advisor, customer: payer, status: "in_progress" });
  const id = await makeInvoice(server.context, { advisor, engagementId: project });
  const withdrawn = await makeInvoice(server.context, { advisor, engagementId: project });
  await server.call(contract.withdrawInvoice, { params: { id: withdrawn } }, advisor.token);
  const reminders = async () =>
    (await server.mailsTo(payer.email)).filter(({ subject }) => subject.includes("reminder")).length;
  const counts: number[] = [];
  for (const days of [36, 1, 1, 6, 30]) {
    server.clock.advanceDays(days);
    await Promise.all([remindOfInvoices(server.context), remindOfInvoices(server.context)]);
    counts.push(await reminders());
  }
  expect(counts).toEqual([0, 1, 1, 2, 2]);
  expect((await server.mailsTo(payer.email))[0]?.links).toContain(`${server.url}/invoices/${id}`);
});
