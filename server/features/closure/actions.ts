import type { Obstacle } from "@plumbline/contract/closure/contract.ts";
import { graceDays, texts } from "@plumbline/contract/closure/rules.ts";
import { addDays, type Day, dayInLondon } from "@plumbline/contract/dates.ts";
import { endSessions, type Member, sessionsChanged } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { conflict, notFound } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { deleteDevices } from "../accounts/device-store.ts";
import { afterProof, type Typed } from "../accounts/proof.ts";
import { endLinks, lockMember, updateMember } from "../accounts/store.ts";
import { runningEngagementsOf } from "../engagements/member-store.ts";
import { openDisputesOf } from "../invoices/dispute-list-store.ts";
import { unsettledInvoicesOf } from "../invoices/member-store.ts";
import { closureOf, endClosure, insertClosure } from "./store.ts";

/** What has to be settled before a member's account may be closed, and before a closed one's data is erased. */
export async function obstaclesOf(db: Db, memberId: number): Promise<Obstacle[]> {
  const [engagements, invoices, disputes] = await Promise.all([
    runningEngagementsOf(db, memberId),
    unsettledInvoicesOf(db, memberId),
    openDisputesOf(db, memberId),
  ]);
  return [
    ...engagements.map(({ id, name }) => ({ kind: "engagement" as const, id, label: name, path: `/project/${id}` })),
    ...invoices.map(({ id, label }) => ({ kind: "invoice" as const, id, label, path: `/invoices/${id}` })),
    ...disputes.map(({ id, label, path }) => ({ kind: "dispute" as const, id, label, path })),
  ];
}

/** The day on which the data of an account that is closed now is erased. */
export const eraseDay = (now: Date): Day => addDays(dayInLondon(now), graceDays);

/**
 * Closes the caller's own account, with the password and, where it has one, the second step. Throws invalid for a wrong
 * proof, conflict while something runs. Returns the day on which the data is erased.
 */
export async function closeOwnAccount(
  context: AppContext,
  member: Member,
  { reason, ...typed }: Typed & { reason?: string | null | undefined },
): Promise<Day> {
  const eraseOn = await afterProof(context, member, typed, (tx) =>
    closeWithin(tx, context.clock.now(), { memberId: member.id, by: member.id, reason: reason || null }),
  );
  sessionsChanged(context, member.id);
  return eraseOn;
}

/** Closes a member's account for staff, in whatever state it is. Throws notFound, and conflict while something runs. */
export async function closeMember(context: AppContext, staff: Member, memberId: number, reason: string): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction((tx) => closeWithin(tx, now, { memberId, by: staff.id, reason }));
  sessionsChanged(context, memberId);
}

type Closing = { memberId: number; by: number; reason: string | null };

async function closeWithin(tx: Db, now: Date, { memberId, by, reason }: Closing): Promise<Day> {
  // Whoever begins something with this member locks the row too (`requireAbleToStart`), before or after us.
  const member = await lockMember(tx, memberId);
  if (!member || member.role === "staff") throw notFound();
  if (member.state === "closed") throw conflict(texts.alreadyClosed, ["reopen"]);
  if ((await obstaclesOf(tx, memberId)).length > 0)
    throw conflict(by === memberId ? texts.notYet : texts.notYetOfMember);
  const eraseOn = eraseDay(now);
  const { state: stateBefore } = member;
  await updateMember(tx, memberId, { state: "closed" });
  await insertClosure(tx, { memberId, stateBefore, closedBy: by, reason, closedAt: now, eraseOn });
  await endSessions(tx, memberId);
  await deleteDevices(tx, memberId);
  await endLinks(tx, memberId, now);
  const data = {
    reason: by === memberId ? null : reason,
    erase_on: eraseOn,
    before: { state: stateBefore },
    after: { state: "closed" as const },
  };
  await append(tx, { kind: "account.closed", actorId: by, subjectId: memberId, data }, now);
  return eraseOn;
}

/** Opens a closed account again. Throws notFound, and conflict for one that is open or whose data is erased. */
export async function reopenMember(
  context: AppContext,
  staff: Member,
  memberId: number,
  reason: string,
): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    if (!member || member.role === "staff") throw notFound();
    const found = await closureOf(tx, memberId);
    if (!found) throw conflict(texts.notClosed, ["close"]);
    const { closure } = found;
    if (!(await endClosure(tx, closure.id, staff.id, now))) throw conflict(texts.erased);
    await updateMember(tx, memberId, { state: closure.stateBefore });
    const data = { reason, before: { state: "closed" as const }, after: { state: closure.stateBefore } };
    await append(tx, { kind: "account.reopened", actorId: staff.id, subjectId: memberId, data }, now);
  });
  sessionsChanged(context, memberId);
}
