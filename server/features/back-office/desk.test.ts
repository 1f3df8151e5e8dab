import { approveApplication } from "@plumbline/contract/back-office/contract.ts";
import { readDesk } from "@plumbline/contract/back-office/desk.ts";
import { dayMs } from "@plumbline/contract/dates.ts";
import { expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice, makePaid } from "../../demo/invoices.ts";
import { cardToken, connectPayouts, payMembership } from "../../demo/membership.ts";
import { applyVerified, freshEmail, makeMember, makeStaff } from "../../demo/people.ts";
import { makeAppeal, makeReport, makeSanction } from "../../demo/sanctions.ts";
import { testServer } from "../../testing/plumbline.ts";
import { insertThread } from "../correspondence/store.ts";
import { saveCard } from "../membership/card.ts";

const server = testServer();

const waiting = (name: string) => applyVerified(server.context, "customer", { email: freshEmail("waiting"), name });

test("G-31 the desk counts what waits, the oldest first, and this month's figures; finance sees no applications", async () => {
  const { context, clock } = server;
  const staff = await makeStaff(context);
  const read = async (token = staff.token) => (await server.call(readDesk, {}, token)).body;
  expect(await read()).toMatchObject({ waiting: [], figures: { paying: 0, paid: 0, median_days: null } });
  const advisor = await makeMember(context, "advisor", { name: "Owen Price" });
  const customer = await makeMember(context, "customer");
  await connectPayouts(context, advisor);
  await payMembership(context, customer);
  const engagementId = await makeEngagement(context, { advisor, customer, status: "in_progress" });
  await makePaid(context, customer, await makeInvoice(context, { advisor, engagementId }));
  const [oldest, decided] = [await waiting("Tom Oldest"), await waiting("Ann Decided")];
  clock.advance(6 * dayMs);
  await waiting("Una Newest");
  await server.call(approveApplication, { params: { id: decided }, body: { reason: "A good fit." } }, staff.token);
  await server.settle();
  const desk = await read();
  expect(desk.kinds[0]).toEqual({ name: "Applications", to: "/back-office/applications", count: 2, overdue: 1 });
  expect(desk.waiting.map(({ who, overdue }) => [who, overdue])).toEqual([
    ["Tom Oldest", true],
    ["Una Newest", false],
  ]);
  expect(desk.waiting[0]?.to).toBe(`/back-office/applications/${oldest}`);
  expect(desk.figures).toMatchObject({ paying: 1, in_arrears: 0, promised_days: 5 });
  expect(desk.figures.median_days).not.toBeNull();
  const finance = await makeStaff(context, { role: "finance" });
  expect(await read(finance.token)).toMatchObject({
    kinds: [{ name: "Appeals" }, { name: "Disputes" }, { name: "Messages" }],
    waiting: [],
  });
});

test("G-31 reports, appeals, unanswered disputes and messages wait beside applications, each with its own day", async () => {
  const { context, clock } = server;
  const staff = await makeStaff(context);
  const advisor = await makeMember(context, "advisor", { name: "Rhys Reported" });
  const customer = await makeMember(context, "customer", { name: "Dora Disputes" });
  await connectPayouts(context, advisor);
  await payMembership(context, customer);
  await saveCard(context, customer.member, await cardToken(context, "4000000000000259"));
  const report = await makeReport(context, customer, advisor);
  const appeal = await makeAppeal(context, advisor, await makeSanction(context, staff, advisor));
  await insertThread(
    context.db,
    { kind: "contact", name: "Ada Writes", email: freshEmail("ada"), memberId: null, text: "Do you open late?" },
    clock.now(),
  );
  const engagementId = await makeEngagement(context, { advisor, customer, status: "in_progress" });
  const invoice = await makeInvoice(context, { advisor, engagementId });
  await makePaid(context, customer, invoice);
  // An inquiry takes no money yet, and has to be answered in time all the same.
  const asking = await makeMember(context, "customer", { name: "Ivo Inquires" });
  await payMembership(context, asking);
  await saveCard(context, asking.member, await cardToken(context, "4000000000001976"));
  const other = await makeEngagement(context, { advisor, customer: asking, status: "in_progress" });
  await makePaid(context, asking, await makeInvoice(context, { advisor, engagementId: other }));
  const rows = async () => {
    const { waiting: all } = (await server.call(readDesk, {}, staff.token)).body;
    return all.map(({ to, who, overdue }) => [to.replace("/back-office/", ""), who, overdue]);
  };
  const all = (overdue: boolean, appealed: boolean) =>
    expect.arrayContaining([
      [`reports/${report}`, "Rhys Reported", overdue],
      [`appeals/${appeal}`, "Rhys Reported", appealed],
      [expect.stringMatching(/^disputes\/\d+$/), "Dora Disputes", false],
      [expect.stringMatching(/^disputes\/\d+$/), "Ivo Inquires", false],
      [expect.stringMatching(/^correspondence\/\d+$/), "Ada Writes", overdue],
    ]);
  await expect.poll(rows).toEqual(all(false, false));
  // Five days are promised, and an appeal has seven.
  clock.advance(5 * dayMs + 60_000);
  expect(await rows()).toEqual(all(true, false));
  clock.advance(2 * dayMs);
  expect(await rows()).toEqual(all(true, true));
});
