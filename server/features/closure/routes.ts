import * as closure from "@plumbline/contract/closure/contract.ts";
import { dayInLondon } from "@plumbline/contract/dates.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { notFound } from "../../http/problems.ts";
import { findMember } from "../accounts/store.ts";
import { secondStepOf } from "../accounts/two-step-codes.ts";
import { findMembership } from "../membership/store.ts";
import { closeMember, closeOwnAccount, eraseDay, obstaclesOf, reopenMember } from "./actions.ts";
import { copyOfData } from "./copying.ts";
import { closureOf } from "./store.ts";

export const closureRoutes = (context: AppContext) => [
  handle(closure.readOwnClosure, async ({ member }) => {
    const hasMembership = member.stripeSetup && member.role === "customer";
    const [obstacles, membership, secondStep] = await Promise.all([
      obstaclesOf(context.db, member.id),
      hasMembership ? findMembership(context.db, member.id) : null,
      secondStepOf(context.db, member.id),
    ]);
    const until = membership?.currentPeriodEnd;
    return {
      obstacles,
      membership_until: until ? dayInLondon(until) : null,
      needs_code: secondStep !== null,
      erase_on: eraseDay(context.clock.now()),
    };
  }),
  handle(closure.closeOwnAccount, async ({ member, body }) => ({
    erase_on: await closeOwnAccount(context, member, body),
  })),
  handle(closure.copyOwnData, ({ member }) => copyOfData(context, member)),
  handle(closure.readMemberClosure, ({ params }) => closureView(context, params.id)),
  handle(closure.closeMemberAccount, async ({ member, params, body }) => {
    await closeMember(context, member, params.id, body.reason);
    return closureView(context, params.id);
  }),
  handle(closure.reopenMemberAccount, async ({ member, params, body }) => {
    await reopenMember(context, member, params.id, body.reason);
    return closureView(context, params.id);
  }),
];

async function closureView({ db }: AppContext, id: number): Promise<closure.MemberClosure> {
  const [member, found, obstacles] = await Promise.all([findMember(db, id), closureOf(db, id), obstaclesOf(db, id)]);
  if (!member || member.role === "staff") throw notFound();
  const row = found?.closure;
  const open = obstacles.length === 0 ? (["close"] as const) : [];
  return {
    state: member.state,
    obstacles,
    closed_at: row?.closedAt.toISOString() ?? null,
    closed_by: row && row.closedBy !== id ? (found?.closedByName ?? null) : null,
    reason: row?.reason ?? null,
    erase_on: row?.eraseOn ?? null,
    erased_at: row?.erasedAt?.toISOString() ?? null,
    allowed_actions: !found ? [...open] : found.erased ? [] : ["reopen"],
  };
}
