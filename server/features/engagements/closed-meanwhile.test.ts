import { acceptProject } from "@plumbline/contract/engagements/contract.ts";
import { expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { payMembership } from "../../demo/membership.ts";
import { makeMember } from "../../demo/people.ts";
import { answerOnboarding, completeAdvisor } from "../../demo/profiles.ts";
import { testServer } from "../../testing/plumbline.ts";
import { waitingCalls } from "../../testing/waiting-calls.ts";
import { lockMember, updateMember } from "../accounts/store.ts";
import { findEngagement } from "./store.ts";

const server = testServer();

test("G-53 nobody accepts a proposal while their own account, or the other party's, is being closed", async () => {
  const { context } = server;
  for (const closing of ["customer", "advisor"] as const) {
    const advisor = await completeAdvisor(context, await makeMember(context, "advisor"));
    const customer = await payMembership(
      context,
      await answerOnboarding(context, await makeMember(context, "customer")),
    );
    const id = await makeEngagement(context, { advisor, customer, status: "proposed" });
    const { id: memberId } = { advisor, customer }[closing];
    await server.settle();
    const { accepting } = await context.db.transaction(async (tx) => {
      await lockMember(tx, memberId);
      await updateMember(tx, memberId, { state: "closed" });
      const accepting = server.call(acceptProject, { params: { id }, body: {} }, customer.token);
      // On PostgreSQL (TEST_DATABASE_URL) it has read both as open, and waits for us; the embedded database has one connection.
      if (context.database.kind === "postgresql")
        await Promise.race([accepting, expect.poll(() => waitingCalls(context.db)).toBeGreaterThan(0)]);
      return { accepting };
    });
    expect((await accepting).status).toBeGreaterThanOrEqual(400);
    expect(await findEngagement(context.db, id)).toMatchObject({ status: "proposed" });
  }
});
