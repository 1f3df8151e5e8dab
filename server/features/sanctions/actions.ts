import { texts as closureTexts } from "@plumbline/contract/closure/rules.ts";
import { dayInLondon } from "@plumbline/contract/dates.ts";
import type { RequestInput } from "@plumbline/contract/endpoint.ts";
import type { imposeSanction } from "@plumbline/contract/sanctions/contract.ts";
import {
  actRefusal,
  allowedActs,
  kindOfAct,
  nothingNew,
  type SanctionKind,
  type Standing,
  sanctionTexts,
  standingAfter,
  standingOf,
} from "@plumbline/contract/sanctions/rules.ts";
import { type Member, sessionsChanged } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { conflict, invalid, notFound } from "../../http/problems.ts";
import { eachInTurn } from "../../outbox/each-in-turn.ts";
import { append } from "../../outbox/outbox.ts";
import { holdMembers, lockMember, type MemberRow, updateMember } from "../accounts/store.ts";
import { closureOf } from "../closure/store.ts";
import { attachableFiles } from "../files/actions.ts";
import { countDecision } from "./counting.ts";
import type { EvidenceRow } from "./schema.ts";
import {
  endAll,
  endOne,
  insertSanction,
  kindsInForce,
  type NewSanction,
  type SanctionRow,
  sanctionsToEnd,
} from "./store.ts";
import { evidenceFrom, findThing } from "./things.ts";

type Imposing = RequestInput<typeof imposeSanction>["body"];
/** What is decided about a member; the standing follows from its kind. */
export type Decision = Pick<NewSanction, "kind" | "grounds" | "reason" | "nextSteps"> &
  Partial<Pick<NewSanction, "evidence" | "fileIds" | "removed" | "reportId" | "until">>;

/**
 * Warns, restricts or suspends a member. Throws notFound, conflict when the account's standing does not allow it or somebody
 * else was quicker, and invalid for an end that is not ahead or evidence that is not about the member.
 */
export async function imposeOnMember(context: AppContext, staff: Member, memberId: number, given: Imposing) {
  const now = context.clock.now();
  const until = given.act === "warn" ? null : (given.until ?? null);
  requireAhead(until, now);
  const evidence = await evidenceOf(context.db, memberId, given.evidence);
  const files = await attachableFiles(context, context.db, staff.id, "evidence", given.attachment_ids);
  if (files.length < given.attachment_ids.length) throw invalid({ attachment_ids: [sanctionTexts.foreignFile] });
  const { grounds, reason, next_steps: nextSteps, attachment_ids: fileIds } = given;
  const decision = { kind: kindOfAct[given.act], grounds, reason, nextSteps, evidence, fileIds, until };
  await context.db.transaction((tx) => imposeWithin(tx, now, staff, memberId, decision));
  sessionsChanged(context, memberId);
}

/** The same within the caller's transaction, which must announce `sessionsChanged` after its commit. Returns its id. */
export async function imposeWithin(
  tx: Db,
  now: Date,
  staff: Member,
  memberId: number,
  decision: Decision,
): Promise<number> {
  const member = await lockDecidable(tx, memberId);
  const { kind } = decision;
  // What an erased member wrote is still there to be removed.
  if (kind !== "removal") await requireNotErased(tx, member);
  const before = member.standing;
  const after = requireAllowed(before, kind);
  const id = await insertSanction(tx, { ...decision, memberId, imposedBy: staff.id, imposedAt: now });
  if (id === null) throw conflict(sanctionTexts.otherStanding, allowedActs(before));
  if (after !== before) await updateMember(tx, memberId, { standing: after });
  const { grounds, reason, until = null } = decision;
  const data = { sanctionId: id, kind, grounds, reason, until, before, after };
  await append(tx, { kind: "sanction.imposed", actorId: staff.id, subjectId: memberId, data }, now);
  await countDecision(tx, now, kind);
  return id;
}

/** Ends every restriction and suspension of a member. Throws notFound, and conflict for an account that is open. */
export async function reopenMember(context: AppContext, staff: Member, memberId: number, reason: string) {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const member = await lockDecidable(tx, memberId);
    await requireNotErased(tx, member);
    const before = member.standing;
    const after = standingAfter(before, "reopen");
    if (!after) throw conflict(actRefusal(before, "reopen"), allowedActs(before));
    const ending = { endedAt: now, endedBy: staff.id, end: "reopened", endReason: reason } as const;
    const ended = await endAll(tx, memberId, ending);
    await updateMember(tx, memberId, { standing: after });
    for (const { id: sanctionId, kind } of ended) {
      const data = { sanctionId, kind, end: ending.end, reason, before, after };
      await append(tx, { kind: "sanction.ended", actorId: staff.id, subjectId: memberId, data }, now);
    }
  });
  sessionsChanged(context, memberId);
}

/** Ends the sanctions whose day has come. */
export async function endDueSanctions(context: AppContext): Promise<void> {
  const now = context.clock.now();
  await eachInTurn(await sanctionsToEnd(context.db, dayInLondon(now)), async (due) => {
    const changed = await context.db.transaction((tx) => endWithin(tx, now, due));
    if (changed) sessionsChanged(context, due.memberId);
  });
}

type Due = Pick<SanctionRow, "id" | "memberId" | "kind">;

async function endWithin(tx: Db, now: Date, { id, memberId, kind }: Due): Promise<boolean> {
  const member = await lockMember(tx, memberId);
  const reason = "Its day has come.";
  if (!member || !(await endOne(tx, id, { endedAt: now, endedBy: null, end: "expired", endReason: reason })))
    return false;
  const change = await refreshStanding(tx, member);
  const data = { sanctionId: id, kind, end: "expired", reason, ...change } as const;
  await append(tx, { kind: "sanction.ended", actorId: null, subjectId: memberId, data }, now);
  return true;
}

/** Writes the standing that the sanctions in force leave a locked member. */
export async function refreshStanding(tx: Db, member: MemberRow) {
  const [before, after] = [member.standing, standingOf(await kindsInForce(tx, member.id))];
  if (after !== before) await updateMember(tx, member.id, { standing: after });
  return { before, after };
}

/**
 * Throws conflict when a member or the other party of the engagement that they would begin cannot start anything new. Both are
 * held, so that a sanction or a closing of either is decided before it begins, or knows of it.
 */
export async function requireAbleToStart(tx: Db, memberId: number, otherId: number): Promise<void> {
  for (const { id, standing, state } of await holdMembers(tx, [memberId, otherId])) {
    const left = state === "closed" ? "suspended" : standing;
    if (left !== "open") throw conflict(id === memberId ? nothingNew(left) : sanctionTexts.counterpartAway);
  }
}

/** Locks a customer or an advisor about whom decisions are made. Throws notFound for everybody else. */
export async function lockDecidable(tx: Db, memberId: number): Promise<MemberRow> {
  const member = await lockMember(tx, memberId);
  if (!member || member.role === "staff") throw notFound();
  return member;
}

/** Throws conflict for an account whose data is erased: nobody reads what is decided, and nobody comes back. */
async function requireNotErased(tx: Db, { id, state }: MemberRow): Promise<void> {
  if (state === "closed" && (await closureOf(tx, id))?.erased) throw conflict(closureTexts.nobodyLeft);
}

function requireAllowed(before: Standing, kind: SanctionKind): Standing {
  // What is removed does not depend on the account's standing.
  if (kind === "removal") return before;
  const act = kind === "warning" ? "warn" : kind === "restriction" ? "restrict" : "suspend";
  const after = standingAfter(before, act);
  if (!after) throw conflict(actRefusal(before, act), allowedActs(before));
  return after;
}

/** Throws invalid for a day that is today or past. */
export function requireAhead(until: string | null, now: Date): void {
  if (until !== null && until <= dayInLondon(now)) throw invalid({ until: [sanctionTexts.until] });
}

async function evidenceOf(db: Db, memberId: number, given: Imposing["evidence"]): Promise<EvidenceRow[]> {
  return Promise.all(
    given.map(async ({ kind, id, conversation_id: conversationId }, at) => {
      const thing = await findThing(db, { kind, id, conversationId });
      if (!thing?.parties.includes(memberId)) throw invalid({ [`evidence.${at}`]: [sanctionTexts.evidence] });
      return evidenceFrom(thing, memberId);
    }),
  );
}
