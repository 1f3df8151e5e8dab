import { confirmEmail } from "@plumbline/contract/accounts/contract.ts";
import { approveApplication, rejectApplication } from "@plumbline/contract/back-office/contract.ts";
import { askApplicant, askReference, undoDecision } from "@plumbline/contract/back-office/queue.ts";
import { closeMemberAccount, readMemberClosure, reopenMemberAccount } from "@plumbline/contract/closure/contract.ts";
import { graceDays, texts } from "@plumbline/contract/closure/rules.ts";
import { expect, test } from "vitest";
import { jobs } from "../../app.ts";
import { payMembership } from "../../demo/membership.ts";
import { apply, applyVerified, freshEmail, makeMember, makeStaff, type Person } from "../../demo/people.ts";
import { answerOnboarding } from "../../demo/profiles.ts";
import { testServer } from "../../testing/plumbline.ts";
import { findByEmail, insertLink, updateMember } from "../accounts/store.ts";
import { endMembershipOfClosed } from "../membership/forgetting.ts";
import { findMembership } from "../membership/store.ts";
import { eraseDueAccounts } from "./erasing.ts";

// What was under way when an account was closed does not open it again, nor closes it once it was opened.

const server = testServer();
const reason = "Asked by phone.";

const close = (by: Person, id: number) =>
  server.call(closeMemberAccount, { params: { id }, body: { reason } }, by.token);
const reopen = (by: Person, id: number) =>
  server.call(reopenMemberAccount, { params: { id }, body: { reason } }, by.token);
const payable = async () => answerOnboarding(server.context, await makeMember(server.context, "customer"));
const payingCustomer = async () => payMembership(server.context, await payable());
const membershipStatus = async ({ id }: Person) => (await findMembership(server.context.db, id))?.status;
const closureOf = async (by: Person, id: number) =>
  (await server.call(readMemberClosure, { params: { id } }, by.token)).body;

test("G-54 about a closed application nobody is asked, nor is it decided or its decision undone, and opened again it is as it was", async () => {
  const staff = await makeStaff(server.context);
  const waiting = await applyVerified(server.context, "advisor", { email: freshEmail("waiting") });
  const rejected = await applyVerified(server.context, "advisor", { email: freshEmail("rejected") });
  const body = { reason };
  expect((await server.call(rejectApplication, { params: { id: rejected }, body }, staff.token)).status).toBe(200);
  for (const id of [waiting, rejected]) expect((await close(staff, id)).status).toBe(200);
  for (const [endpoint, id] of [
    [approveApplication, waiting],
    [rejectApplication, waiting],
    [undoDecision, rejected],
  ] as const) {
    const refused = await server.call(endpoint, { params: { id }, body }, staff.token);
    expect([refused.status, refused.errors]).toEqual([409, { base: [texts.reopenFirst] }]);
  }
  const question = { params: { id: waiting }, body: { question: "Since when?" } };
  const reference = { params: { id: waiting }, body: { name: "Ada Poole", email: freshEmail("referee") } };
  for (const asked of [
    await server.call(askApplicant, question, staff.token),
    await server.call(askReference, reference, staff.token),
  ])
    expect([asked.status, asked.errors]).toEqual([409, { base: [texts.reopenFirst] }]);
  expect(await server.mailsTo(reference.body.email)).toEqual([]);
  for (const id of [waiting, rejected]) expect(await closureOf(staff, id)).toMatchObject({ state: "closed" });
  expect((await reopen(staff, waiting)).body).toMatchObject({ state: "pending_review" });
  expect((await reopen(staff, rejected)).body).toMatchObject({ state: "rejected" });
});

test("G-54 a link that was on its way when an application was closed verifies its address, and leaves it closed", async () => {
  const staff = await makeStaff(server.context);
  const email = freshEmail("late");
  await apply(server.context, "customer", { email });
  const { id } = (await findByEmail(server.context.db, email)) ?? { id: 0 };
  await server.settle();
  await close(staff, id);
  const token = await insertLink(server.context.db, id, "verify", server.clock.now(), null);
  const query = { confirmation_token: token };
  expect((await server.call(confirmEmail, { params: { role: "customers" }, query })).status).toBeLessThan(400);
  expect(await closureOf(staff, id)).toMatchObject({ state: "closed", allowed_actions: ["reopen"] });
});

test("G-54 the news that an account was closed, coming late or again, leaves the membership of one that was opened since", async () => {
  const staff = await makeStaff(server.context);
  const member = await payingCustomer();
  await close(staff, member.id);
  await reopen(staff, member.id);
  await endMembershipOfClosed(server.context, member.id);
  await server.settle();
  expect(await membershipStatus(member)).toBe("active");
});

test("G-53 a membership whose purchase arrives after its account was closed is ended by a job, and no other one", async () => {
  const staff = await makeStaff(server.context);
  const [buyer, another] = [await payable(), await payingCustomer()];
  await close(staff, buyer.id);
  await server.settle();
  // The purchase succeeds; only the builder's last step fails, which signs the member in again.
  await payMembership(server.context, buyer).catch(() => {});
  await server.settle();
  expect(await membershipStatus(buyer)).toBe("active");
  await jobs.find(({ name }) => name === "end the memberships of closed accounts")?.run(server.context);
  expect([await membershipStatus(buyer), await membershipStatus(another)]).toEqual(["canceled", "active"]);
});

test("G-56 the data of an account that is open is not erased, whatever its closure says", async () => {
  const staff = await makeStaff(server.context);
  const member = await makeMember(server.context, "advisor");
  await close(staff, member.id);
  await updateMember(server.context.db, member.id, { state: "active" });
  server.clock.advanceDays(graceDays + 2);
  await eraseDueAccounts(server.context);
  expect((await findByEmail(server.context.db, member.email))?.id).toBe(member.id);
});
