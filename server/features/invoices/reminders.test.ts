import * as contract from "@plumbline/contract/invoices/contract.ts";
import { expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice } from "../../demo/invoices.ts";
import { makeMember, setUp } from "../../demo/people.ts";
import { aWorld } from "../../testing/plumbline.ts";
import { remindOfInvoices } from "./jobs.ts";

const world = aWorld();

test("I-11 reminders leave 7 and 14 days after the due day, once each, and only for what is unpaid", async () => {
  const advisor = await setUp(world.house, await makeMember(world.house, "advisor"));
  const payer = await setUp(world.house, await makeMember(world.house, "customer"));
  const project = await makeEngagement(world.house, { advisor, customer: payer, status: "in_progress" });
  const id = await makeInvoice(world.house, { advisor, engagementId: project });
  const withdrawn = await makeInvoice(world.house, { advisor, engagementId: project });
  await world.call(contract.withdrawInvoice, { params: { id: withdrawn } }, advisor.token);
  const reminders = async () =>
    (await world.mailsTo(payer.email)).filter(({ subject }) => subject.includes("reminder")).length;
  const counts: number[] = [];
  const day = 86_400_000;
  for (const days of [36, 1, 1, 6, 30]) {
    world.clock.advance(days * day);
    await Promise.all([remindOfInvoices(world.house), remindOfInvoices(world.house)]);
    counts.push(await reminders());
  }
  expect(counts).toEqual([0, 1, 1, 2, 2]);
  expect((await world.mailsTo(payer.email))[0]?.links).toContain(`${world.url}/invoices/${id}`);
});
