import { browserOf } from "@plumbline/contract/accounts/browser-of.ts";
import { memberSessionTexts } from "@plumbline/contract/back-office/member-session-rules.ts";
import { type Member, sessionsChanged } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { conflict, notFound } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { deleteDevices } from "./device-store.ts";
import { countSessions, endOwnSessions, lockMember, memberOfSession } from "./store.ts";
import { deleteTwoStep } from "./two-step-store.ts";

type Ended = { memberId: number; ended: number };

/**
 * Signs a member out everywhere, and forgets the browsers that they used, as their own “Sign out everywhere” does. Throws
 * notFound for staff and strangers, conflict for somebody who is not signed in.
 */
export async function endSessionsOfMember(context: AppContext, staff: Member, id: number, reason: string) {
  const now = context.clock.now();
  const ending = context.db.transaction(async (tx) => {
    await lockCustomerOrAdvisor(tx, id);
    const ended = (await endOwnSessions(tx, id, now)).length;
    if (ended === 0) throw conflict(memberSessionTexts.nowhere);
    await deleteDevices(tx, id);
    const counts = { before: { sessions: ended }, after: { sessions: 0 } };
    const data = { reason, all: true, browser: null, ...counts };
    await append(tx, { kind: "account.sessions_ended", actorId: staff.id, subjectId: id, data }, now);
    return { memberId: id, ended };
  });
  return announced(context, await ending);
}

/** Ends one session of a member. Throws notFound when it has ended, or is not a member's own. */
export async function endSessionOfMember(context: AppContext, staff: Member, sessionId: number, reason: string) {
  const now = context.clock.now();
  // All of it in the transaction, because a repeated request skips that and must succeed.
  const ending = context.db.transaction(async (tx) => {
    const id = await memberOfSession(tx, sessionId, now);
    if (id === null) throw notFound(memberSessionTexts.ended);
    await lockCustomerOrAdvisor(tx, id);
    const [session] = await endOwnSessions(tx, id, now, sessionId);
    if (!session) throw notFound(memberSessionTexts.ended);
    const left = await countSessions(tx, id, now);
    const counts = { before: { sessions: left + 1 }, after: { sessions: left } };
    const browser = session.userAgent && browserOf(session.userAgent);
    const data = { reason, all: false, browser, ...counts };
    await append(tx, { kind: "account.sessions_ended", actorId: staff.id, subjectId: id, data }, now);
    return { memberId: id, ended: 1 };
  });
  return announced(context, await ending);
}

/**
 * Turns off the second step of a member who has lost phone and recovery codes, and signs them out everywhere. Throws
 * notFound for staff and strangers, conflict for somebody who has none.
 */
export async function resetTwoStepOfMember(context: AppContext, staff: Member, id: number, reason: string) {
  const now = context.clock.now();
  const resetting = context.db.transaction(async (tx) => {
    await lockCustomerOrAdvisor(tx, id);
    if (!(await deleteTwoStep(tx, id))) throw conflict(memberSessionTexts.noTwoStep);
    const ended = (await endOwnSessions(tx, id, now)).length;
    await deleteDevices(tx, id);
    await append(
      tx,
      { kind: "account.two_step_reset_for_member", actorId: staff.id, subjectId: id, data: { reason } },
      now,
    );
    return { memberId: id, ended };
  });
  return announced(context, await resetting);
}

/** Signing in locks the member as well: a session that starts meanwhile is either ended and counted, or begins afterwards. */
async function lockCustomerOrAdvisor(tx: Db, id: number): Promise<void> {
  const member = await lockMember(tx, id);
  if (!member || member.role === "staff") throw notFound();
}

function announced(context: AppContext, { memberId, ended }: Ended) {
  sessionsChanged(context, memberId);
  return { ended };
}
