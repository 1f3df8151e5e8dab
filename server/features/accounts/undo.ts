import { stateAfter } from "@plumbline/contract/accounts/rules.ts";
import { undoRefusal } from "@plumbline/contract/back-office/queue-rules.ts";
import { texts as closureTexts } from "@plumbline/contract/closure/rules.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { conflict, notFound } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { endPasswordLinks, lockMember, updateMember } from "./store.ts";

/**
 * Undoes a decision within the rules (`undoRules`): the application waits again, and a link to create a password no longer
 * works. Throws conflict when it is too late, or the account is closed.
 */
export async function undoDecision(context: AppContext, staff: Member, id: number, reason: string): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const member = await lockMember(tx, id);
    if (!member || member.role === "staff") throw notFound();
    if (member.state === "closed") throw conflict(closureTexts.reopenFirst);
    const { decision, decidedAt, decisionReason, passwordHash, verifiedAt } = member;
    const decided = { decision, decidedAt: decidedAt?.toISOString() ?? null, hasPassword: passwordHash !== null };
    const refusal = undoRefusal(decided, now);
    if (refusal || !decision) throw conflict(refusal ?? "This application has not been decided.");
    const state = stateAfter({ decision: null, verified: verifiedAt !== null, hasPassword: false });
    const undone = { decision: null, decisionReason: null, decidedAt: null, decidedBy: null, state };
    await updateMember(tx, id, undone);
    await endPasswordLinks(tx, id, now);
    const data = { decision, decisionReason, reason };
    await append(tx, { kind: "application.undone", actorId: staff.id, subjectId: id, data }, now);
  });
}
