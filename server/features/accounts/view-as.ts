import { viewAsMinutes, viewAsTexts } from "@plumbline/contract/back-office/view-as-rules.ts";
import { type Member, sessionEnded, sessionsChanged, startSession } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { conflict, notFound, unauthenticated } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { holdSession, lockMember, type MemberRow } from "./store.ts";

export const viewAsSeconds = viewAsMinutes * 60;

/**
 * Starts a session in which a member of staff sees an account as its member does, read-only (ADR-029). Throws notFound for
 * staff and strangers, conflict for an account that is not open.
 */
export async function viewAsMember(
  context: AppContext,
  staff: Member,
  id: number,
  { reason, userAgent }: { reason: string; userAgent: string | null },
): Promise<{ token: string; member: MemberRow }> {
  const now = context.clock.now();
  const view = await context.db.transaction(async (tx) => {
    const member = await lockMember(tx, id);
    if (!member || member.role === "staff") throw notFound();
    if (member.state !== "active") throw conflict(viewAsTexts.notOpen);
    // The look ends with it.
    if (!(await holdSession(tx, staff.sessionId))) throw unauthenticated(sessionEnded);
    await append(tx, { kind: "account.looked_at", actorId: staff.id, subjectId: id, data: { reason } }, now);
    const viewing = { by: staff.sessionId, seconds: viewAsSeconds };
    return { token: await startSession(tx, id, now, userAgent, viewing), member };
  });
  // What staff have just changed of the account is theirs to see in it.
  await context.replicas?.changeCommitted(id);
  return view;
}

/** Records for the audit that staff no longer view an account; `viewer` is the member of staff. */
export async function recordViewEnded(context: AppContext, viewer: number, memberId: number): Promise<void> {
  const event = { kind: "account.look_ended", actorId: viewer, subjectId: memberId } as const;
  await context.db.transaction((tx) => append(tx, event, context.clock.now()));
  sessionsChanged(context, memberId);
}
