import { endSessions, type Member, sessionEnded, sessionsChanged } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { unauthenticated } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { deleteDevices } from "./device-store.ts";
import { afterProof, type Typed } from "./proof.ts";
import { holdSession } from "./store.ts";

/** Ends one of the member's own sessions; one that has ended, or is somebody else's, changes nothing. */
export async function endOwnSession(context: AppContext, member: Member, typed: Typed, id: number): Promise<void> {
  await afterProof(context, member, typed, (tx) => endSessions(tx, member.id, { only: id }));
  sessionsChanged(context, member.id);
}

/** Ends the member's sessions except the one that asks. */
export async function endOtherSessions(context: AppContext, member: Member, typed: Typed): Promise<void> {
  await afterProof(context, member, typed, async (tx) => {
    await endSessions(tx, member.id, { except: member.sessionId });
    const event = { kind: "account.other_sessions_ended", actorId: member.id, subjectId: member.id } as const;
    await append(tx, event, context.clock.now());
  });
  sessionsChanged(context, member.id);
}

/** Signs out everywhere: ends every session of the member and forgets all known devices. */
export async function endAllSessions(context: AppContext, member: Member, typed: Typed): Promise<void> {
  await afterProof(context, member, typed, async (tx) => {
    // The member is locked now; a session that has ended before must not end those that came after it.
    if (!(await holdSession(tx, member.sessionId))) throw unauthenticated(sessionEnded);
    await endSessions(tx, member.id);
    await deleteDevices(tx, member.id);
    const event = { kind: "account.signed_out_everywhere", actorId: member.id, subjectId: member.id } as const;
    await append(tx, event, context.clock.now());
  });
  sessionsChanged(context, member.id);
}
