import { createPassword, signIn } from "@plumbline/contract/accounts/contract.ts";
import { announce, stopAnnouncement } from "@plumbline/contract/announcements/contract.ts";
import { listAudit } from "@plumbline/contract/audit/contract.ts";
import * as backOffice from "@plumbline/contract/back-office/contract.ts";
import { readDesk } from "@plumbline/contract/back-office/desk.ts";
import * as queue from "@plumbline/contract/back-office/queue.ts";
import * as team from "@plumbline/contract/back-office/team.ts";
import * as correspondence from "@plumbline/contract/correspondence/contract.ts";
import { readHealth, retryDelivery } from "@plumbline/contract/health/contract.ts";
import { changeMoneySetting, publishedTerms, withdrawMoneySetting } from "@plumbline/contract/prices/contract.ts";
import * as reports from "@plumbline/contract/reports/contract.ts";
import { sendSupportMessage } from "@plumbline/contract/support/contract.ts";
import { expect, test } from "vitest";
import { applyVerified, freshEmail, makeMember, makeStaff, type Person } from "../../demo/people.ts";
import { makeReport } from "../../demo/sanctions.ts";
import { insertFailedDelivery } from "../../testing/failed-delivery.ts";
import { testServer } from "../../testing/plumbline.ts";
import { withTwoSteps } from "../../testing/two-steps.ts";
import { insertThread } from "../correspondence/store.ts";

// Incidents of a first fortnight that concern the team and the machine, each solved through calls alone.

const server = testServer();
const reason = "As agreed.";
const works = async ({ token }: Person) => (await server.call(readDesk, {}, token)).status;
const owner = () => makeStaff(server.context, { name: "Rosalind Hale" });
const withReason = (id: number) => ({ params: { id }, body: { reason } });

test("G-14 a colleague leaves on a Friday: removed, their next call fails, and what they did keeps their name", async () => {
  const [boss, ben] = [await owner(), await makeStaff(server.context, { name: "Ben Rowe", role: "operations" })];
  const { token } = boss;
  expect((await server.call(team.removeStaff, withReason(ben.id), token)).status).toBe(200);
  expect(await works(ben)).toBe(401);
  await server.settle();
  const { entries } = (await server.call(listAudit, { query: { person: String(ben.id) } }, token)).body;
  expect(entries[0]).toMatchObject({ reason, by: { name: "Rosalind Hale" }, subject: { name: "Ben Rowe" } });
});

test("G-14 what was with a colleague who leaves, or who moves to finance, is with nobody again", async () => {
  const boss = await owner();
  const { token } = boss;
  const advisor = await makeMember(server.context, "advisor");
  const leave = {
    removed: (id: number) => server.call(team.removeStaff, withReason(id), token),
    moved: (id: number) =>
      server.call(team.changeStaffRole, { params: { id }, body: { role: "finance", reason } }, token),
    promoted: (id: number) =>
      server.call(team.changeStaffRole, { params: { id }, body: { role: "owner", reason } }, token),
  };
  for (const [how, act] of Object.entries(leave)) {
    const ben = await makeStaff(server.context, { name: "Ben Rowe", role: "operations" });
    const application = await applyVerified(server.context, "customer", {
      email: freshEmail("applicant"),
      name: "Ann Applies",
    });
    const report = await makeReport(server.context, await makeMember(server.context, "customer"), advisor);
    const email = freshEmail("writer");
    const letter = { kind: "contact", name: "Ada Writes", email, memberId: null, text: "Hello" } as const;
    await insertThread(server.context.db, letter, server.clock.now());
    const found = async () =>
      (await server.call(correspondence.listThreads, {}, token)).body.entries.find((each) => each.email === email);
    const thread = (await found())?.id as number;
    await server.call(queue.assignApplication, { params: { id: application }, body: { to: "me" } }, ben.token);
    await server.call(reports.assignReport, { params: { id: report }, body: { mine: true } }, ben.token);
    await server.call(correspondence.assignThread, { params: { id: thread } }, ben.token);
    const holders = async () => [
      (await server.call(queue.readCase, { params: { id: application } }, token)).body.assigned?.id,
      (await server.call(reports.readReport, { params: { id: report } }, token)).body.assigned_to?.id,
      (await found())?.assigned_to?.id,
    ];
    expect(await holders()).toEqual([ben.id, ben.id, ben.id]);
    expect((await act(ben.id)).status).toBe(200);
    await server.settle();
    const left = how === "promoted" ? ben.id : undefined;
    expect([how, await holders()]).toEqual([how, [left, left, left]]);
  }
});

test("G-14 support moves to finance in the middle of a morning: the very next call counts", async () => {
  const [boss, callum] = [await owner(), await makeStaff(server.context, { role: "support" })];
  const sees = async () => (await server.call(backOffice.readStaffAccount, {}, callum.token)).body.access.prices;
  expect(await sees()).toBe("none");
  const change = { params: { id: callum.id }, body: { role: "finance" as const, reason } };
  await server.call(team.changeStaffRole, change, boss.token);
  expect(await sees()).toBe("write");
});

test("G-14 an invitation went to a mistyped address: removed before anybody opened it, its link creates nothing", async () => {
  const boss = await owner();
  const email = freshEmail("mistyped");
  const body = { email, name: "Una Typo", role: "support" as const };
  const { id } = (await server.call(backOffice.inviteStaff, { body }, boss.token)).body;
  const links = (await server.mailsTo(email)).flatMap((mail) => mail.links);
  const token = new URL(links.find((link) => link.includes("token=")) as string).searchParams.get("token") as string;
  await server.call(team.removeStaff, withReason(id), boss.token);
  const create = {
    params: { role: "staff" as const },
    body: { reset_password_token: token, password: "a long phrase" },
  };
  expect((await server.call(createPassword, create, null)).status).toBe(422);
});

test("G-16 a colleague's phone is lost: an owner turns the second step off, and they sign in with the password", async () => {
  const password = "correct horse battery";
  const [boss, ben] = [await owner(), await makeStaff(server.context, { password, role: "operations" })];
  await withTwoSteps(server, ben);
  const body = { email: ben.email, password, owner_type: "staff", grant_type: "password" } as const;
  expect((await server.call(signIn, { body }, null)).status).not.toBe(200);
  expect((await server.call(team.resetTwoStep, withReason(ben.id), boss.token)).status).toBe(200);
  expect((await server.call(signIn, { body }, null)).status).toBe(200);
});

test("G-14 somebody left the office computer open: an owner signs them out everywhere", async () => {
  const [boss, ben] = [await owner(), await makeStaff(server.context, { role: "operations" })];
  const params = { id: ben.id };
  expect((await server.call(team.listStaffSessions, { params }, boss.token)).body.entries).toHaveLength(1);
  await server.call(team.endStaffSessions, { params }, boss.token);
  expect(await works(ben)).toBe(401);
});

test("G-02 the auditors want to look around: read-only sees the money and changes nothing", async () => {
  const auditor = await makeStaff(server.context, { role: "read_only" });
  const terms = (await server.call(publishedTerms, {}, null)).body;
  const change = { setting: "commission" as const, value: "1", from_day: "2099-01-01", reason };
  expect((await server.call(changeMoneySetting, { body: change }, auditor.token)).status).toBe(404);
  expect((await server.call(publishedTerms, {}, null)).body).toEqual(terms);
  expect(await works(auditor)).toBe(200);
});

test("G-80 a new commission was set for next year and the board changes its mind: it is taken back before its day", async () => {
  const boss = await owner();
  const body = { setting: "commission" as const, value: "9", from_day: "2098-01-01", reason };
  const set = await server.call(changeMoneySetting, { body }, boss.token);
  const coming = set.body.entries.find(({ from_day: day }) => day === "2098-01-01");
  expect(coming?.state).toBe("coming");
  const taken = await server.call(withdrawMoneySetting, withReason(coming?.id as number), boss.token);
  expect(taken.body.entries.find(({ id }) => id === coming?.id)?.state).toBe("withdrawn");
});

test("G-71 a message to a member was given up in the night: it is sent again, once", async () => {
  const boss = await owner();
  const member = await makeMember(server.context, "customer");
  const { db, clock } = server.context;
  const id = await insertFailedDelivery(db, "account.reset_requested", member.id, clock.now());
  expect((await server.call(readHealth, {}, boss.token)).body.concerns.join()).toMatch(/deliver/i);
  await server.call(retryDelivery, { params: { id } }, boss.token);
  await server.settle();
  expect((await server.mailsTo(member.email)).filter(({ subject }) => subject.includes("password"))).toHaveLength(1);
});

test("G-72 a charity writes through the contact page at night: whoever comes first takes it, answers by e-mail and closes", async () => {
  const callum = await makeStaff(server.context, { name: "Callum Reid", role: "support" });
  const email = freshEmail("charity");
  const body = { firstname: "Marguerite", lastname: "Lacey", email, message: "Do you work with charities?" };
  await server.call(sendSupportMessage, { body }, null);
  const { entries } = (await server.call(correspondence.listThreads, { query: {} }, callum.token)).body;
  const params = { id: entries.find((one) => one.email === email)?.id as number };
  await server.call(correspondence.answerThread, { params, body: { text: "Yes, with many." } }, callum.token);
  expect((await server.mailsTo(email))[0]?.text).toContain("Yes, with many.");
  const closed = await server.call(correspondence.closeThread, { params, body: {} }, callum.token);
  expect(closed.body).toMatchObject({ state: "closed", assigned_to: { name: "Callum Reid" } });
});

test("G-95 an announcement names the wrong day: stopped before its hour, nobody has it", async () => {
  const boss = await owner();
  const body = {
    title: "Closed on Monday",
    text: "We mean Tuesday.",
    role: "all" as const,
    state: "any" as const,
    by_email: true,
    banner: true,
    send_at: new Date(server.clock.now().getTime() + 3_600_000).toISOString(),
  };
  const { id } = (await server.call(announce, { body }, boss.token)).body;
  const stopped = await server.call(stopAnnouncement, { params: { id } }, boss.token);
  expect(stopped.body).toMatchObject({ state: "stopped", reached: 0 });
});
