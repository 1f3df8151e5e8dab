import { dayMs } from "@plumbline/contract/dates.ts";
import type { RequestInput } from "@plumbline/contract/endpoint.ts";
import type { decideAppeal as decideEndpoint, makeAppeal } from "@plumbline/contract/sanctions/contract.ts";
import { mayAppeal, outcomesFor, sanctionTexts } from "@plumbline/contract/sanctions/rules.ts";
import { type Member, sessionsChanged } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { existing } from "../../database/rows.ts";
import { conflict, invalid, notFound } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { attachableFiles } from "../files/actions.ts";
import { lockDecidable, refreshStanding, requireAhead } from "./actions.ts";
import { countOnce } from "./counting.ts";
import { announceContent, restore } from "./removals.ts";
import {
  endOne,
  findAppeal,
  findSanction,
  insertAppeal,
  markLifted,
  type SanctionRow,
  shorten,
  writeAppealDecision,
} from "./store.ts";

/**
 * Appeals against a decision about oneself, once. Throws notFound for a decision about somebody else, conflict when there is
 * an appeal already or its time is over, and invalid for files that are not the member's.
 */
export async function appealAgainst(
  context: AppContext,
  member: Member,
  sanctionId: number,
  { text, attachment_ids: fileIds }: RequestInput<typeof makeAppeal>["body"],
): Promise<void> {
  const now = context.clock.now();
  const sanction = await findSanction(context.db, sanctionId);
  if (sanction?.memberId !== member.id) throw notFound();
  if (!mayAppeal({ ...sanction, appealed: false }, now)) throw conflict(sanctionTexts.appealTooLate);
  const files = await attachableFiles(context, context.db, member.id, "appeal", fileIds);
  if (files.length < fileIds.length) throw invalid({ attachment_ids: [sanctionTexts.foreignFile] });
  const dueAt = new Date(now.getTime() + context.settings.appealDays * dayMs);
  await context.db.transaction(async (tx) => {
    const appealId = await insertAppeal(tx, { sanctionId, memberId: member.id, text, fileIds, madeAt: now, dueAt });
    // The table takes one appeal a sanction, also of two that arrive at once.
    if (appealId === null) throw conflict(sanctionTexts.appealedAlready);
    const data = { sanctionId, appealId };
    await append(tx, { kind: "appeal.made", actorId: member.id, subjectId: member.id, data }, now);
    await countOnce(tx, now, "appeal");
  });
}

/**
 * Decides an appeal for a member of staff who did not make the decision. It is about its own sanction: another one that was
 * imposed meanwhile stays in force. Throws notFound, conflict when it was decided or the decision was one's own, and invalid
 * for a new end that is not earlier.
 */
export async function decideAppeal(
  context: AppContext,
  staff: Member,
  id: number,
  { outcome, answer, until: givenUntil }: RequestInput<typeof decideEndpoint>["body"],
): Promise<void> {
  const now = context.clock.now();
  const appeal = await findAppeal(context.db, id);
  if (!appeal) throw notFound();
  const until = outcome === "shortened" ? (givenUntil ?? null) : null;
  if (outcome === "shortened" && until === null) throw invalid({ until: [sanctionTexts.until] });
  requireAhead(until, now);
  const restored = await context.db.transaction(async (tx) => {
    const member = await lockDecidable(tx, appeal.memberId);
    const sanction = existing(await findSanction(tx, appeal.sanctionId));
    const allowed = outcomesFor({ ...sanction, ended: sanction.endedAt !== null }, staff.id);
    const decision = { decidedBy: staff.id, decidedAt: now, outcome, answer };
    if (!(await writeAppealDecision(tx, id, decision))) throw await decisionRefusal(tx, id, allowed);
    if (!allowed.includes(outcome)) throw conflict("This decision has ended, so it cannot be shortened.", allowed);
    if (until !== null && !(await shorten(tx, sanction.id, until)))
      throw invalid({ until: [sanctionTexts.shorterUntil] });
    const back = outcome === "lifted" ? await lift(tx, now, staff, sanction, answer) : null;
    const change = await refreshStanding(tx, member);
    const imposedBy = sanction.imposedBy;
    const data = { sanctionId: sanction.id, appealId: id, imposedBy, outcome, answer, until, ...change };
    await append(tx, { kind: "appeal.decided", actorId: staff.id, subjectId: member.id, data }, now);
    await countOnce(tx, now, `appeal ${outcome}`);
    return back;
  });
  sessionsChanged(context, appeal.memberId);
  if (restored) await announceContent(context, restored);
}

/** Ends a sanction as wrong; what was removed is put back. */
async function lift(tx: Db, now: Date, staff: Member, sanction: SanctionRow, endReason: string) {
  const ending = { endedAt: now, endedBy: staff.id, end: "lifted", endReason } as const;
  // One that has ended before keeps the moment of its end.
  if (!(await endOne(tx, sanction.id, ending)))
    await markLifted(tx, sanction.id, { ...ending, endedAt: sanction.endedAt ?? now });
  return sanction.removed && (await restore(tx, sanction.memberId, sanction.removed)) ? sanction.removed : null;
}

async function decisionRefusal(tx: Db, id: number, allowed: readonly string[]) {
  const appeal = await findAppeal(tx, id);
  if (appeal?.decidedAt) return conflict("This appeal was decided already. Please look at it again.");
  return conflict(sanctionTexts.ownDecision, allowed);
}
