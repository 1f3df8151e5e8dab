import { lookingMinutes, lookingTexts } from "@plumbline/contract/back-office/looking-rules.ts";
import { type Member, sessionsChanged, startSession } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { conflict, notFound } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { findMember, type MemberRow } from "./store.ts";

export const lookingSeconds = lookingMinutes * 60;

/**
 * Starts a session in which a member of staff sees an account as its member does, read-only (ADR-029). Throws notFound for
 * staff and strangers, conflict for an account that is not open.
 */
export async function lookAsMember(
  context: AppContext,
  staff: Member,
  id: number,
  { reason, userAgent }: { reason: string; userAgent: string | null },
): Promise<{ token: string; member: MemberRow }> {
  const now = context.clock.now();
  const look = await context.db.transaction(async (tx) => {
    const member = await findMember(tx, id);
    if (!member || member.role === "staff") throw notFound();
    if (member.state !== "active") throw conflict(lookingTexts.notOpen);
    await append(tx, { kind: "account.looked_at", actorId: staff.id, subjectId: id, data: { reason } }, now);
    const looking = { from: staff.sessionId, seconds: lookingSeconds };
    return { token: await startSession(tx, id, now, userAgent, looking), member };
  });
  // What staff have just changed of the account is theirs to see in it.
  await context.replicas?.changeCommitted(id);
  return look;
}

/** Records that a look has ended, for the audit; the looker is named by the session that it came from. */
export async function recordLookEnded(context: AppContext, looker: number, memberId: number): Promise<void> {
  const event = { kind: "account.look_ended", actorId: looker, subjectId: memberId } as const;
  await context.db.transaction((tx) => append(tx, event, context.clock.now()));
  sessionsChanged(context, memberId);
}
