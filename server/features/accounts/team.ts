import type { StaffRole } from "@plumbline/contract/back-office/staff-roles.ts";
import { teamTexts } from "@plumbline/contract/back-office/team-rules.ts";
import { endSessions, endViewsBy, type Member, sessionsChanged } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { existing } from "../../database/rows.ts";
import { conflict, invalid, notFound } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { deleteDevices } from "./device-store.ts";
import { endLinks, insertStaff } from "./store.ts";
import {
  type ColleagueRow,
  closeStaff,
  findColleague,
  lockOwners,
  reopenStaff,
  staffOfSession,
  updateStaffRole,
} from "./team-store.ts";
import { deleteTwoStep } from "./two-step-store.ts";

// Who is staff. Each verb locks the owners first, in one order, so that two who act at once wait for each other: of two
// owners who remove one another, the second finds that they are no owner any more, and one is always left.

/** Locks the owners. Throws notFound for a caller who is no owner any more. */
async function lockAsOwner(tx: Db, by: Member): Promise<void> {
  if (!(await lockOwners(tx)).includes(by.id)) throw notFound();
}

/**
 * The colleague as they are now, once the owners are locked. Throws notFound when they are not of the team, and for a
 * caller who is no owner any more.
 */
async function forOwner(tx: Db, by: Member, id: number, now: Date) {
  await lockAsOwner(tx, by);
  const colleague = await findColleague(tx, id, now);
  if (!colleague) throw notFound();
  if (colleague.state === "suspended") throw conflict(teamTexts.removed);
  return colleague;
}

/**
 * Creates a member of staff in a role, who gets a link to create their password (decision 2); somebody who was removed comes
 * back. Throws notFound for a caller who is no owner any more, and invalid for a taken address.
 */
export async function inviteStaff(
  context: AppContext,
  by: Member,
  { email, name, role: staffRole }: { email: string; name: string; role: StaffRole },
): Promise<number> {
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    await lockAsOwner(tx, by);
    const id = (await insertStaff(tx, { email, name, staffRole, now })) ?? (await reopenStaff(tx, email, staffRole));
    if (id === null) throw invalid({ email: ["Somebody already has this address."] });
    await append(tx, { kind: "account.staff_invited", actorId: by.id, subjectId: id, data: { role: staffRole } }, now);
    return id;
  });
}

/** Gives a colleague another role. Throws conflict for the last owner, and for a role that they have. */
export async function changeStaffRole(
  context: AppContext,
  by: Member,
  id: number,
  { role, reason }: { role: StaffRole; reason: string },
): Promise<ColleagueRow> {
  const now = context.clock.now();
  let viewed: number[] = [];
  const changed = await context.db.transaction(async (tx) => {
    const { role: before, isLastOwner } = await forOwner(tx, by, id, now);
    if (before === role) throw conflict("That is their role already.");
    if (isLastOwner) throw conflict(teamTexts.lastOwner);
    if (!before || !(await updateStaffRole(tx, id, before, role))) throw conflict("Somebody else has just changed it.");
    viewed = await endViewsBy(tx, id);
    const data = { reason, before: { role: before }, after: { role } };
    await append(tx, { kind: "account.staff_role_changed", actorId: by.id, subjectId: id, data }, now);
    return existing(await findColleague(tx, id, now));
  });
  for (const each of [id, ...viewed]) sessionsChanged(context, each);
  return changed;
}

/** Removes a colleague. Throws conflict for the last owner, and for somebody who was removed already. */
export async function removeStaff(context: AppContext, by: Member, id: number, reason: string): Promise<ColleagueRow> {
  const now = context.clock.now();
  const removed = await context.db.transaction(async (tx) => {
    const { role, isLastOwner } = await forOwner(tx, by, id, now);
    if (isLastOwner) throw conflict(teamTexts.lastOwner);
    if (!(await closeStaff(tx, id))) throw conflict(teamTexts.removed);
    await endSessions(tx, id);
    await deleteDevices(tx, id);
    await endLinks(tx, id, now);
    await deleteTwoStep(tx, id);
    const data = { reason, before: { role }, after: { role: null } };
    await append(tx, { kind: "account.staff_removed", actorId: by.id, subjectId: id, data }, now);
    return existing(await findColleague(tx, id, now));
  });
  sessionsChanged(context, id);
  return removed;
}

/** Sends a colleague a new link: to create their password, or to reset it. */
export async function sendStaffLink(context: AppContext, by: Member, id: number): Promise<ColleagueRow> {
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    const colleague = await forOwner(tx, by, id, now);
    await append(tx, { kind: "account.staff_link_sent", actorId: by.id, subjectId: id }, now);
    return colleague;
  });
}

/** Turns a colleague's second step off and ends their sessions. Throws conflict when they have none. */
export async function resetTwoStep(context: AppContext, by: Member, id: number, reason: string): Promise<ColleagueRow> {
  const now = context.clock.now();
  const reset = await context.db.transaction(async (tx) => {
    await forOwner(tx, by, id, now);
    if (!(await deleteTwoStep(tx, id))) throw conflict("They have not set up two-step sign-in.");
    await endSessions(tx, id);
    await append(tx, { kind: "account.two_step_reset", actorId: by.id, subjectId: id, data: { reason } }, now);
    return existing(await findColleague(tx, id, now));
  });
  sessionsChanged(context, id);
  return reset;
}

/** Ends all sessions of a colleague. */
export async function endSessionsOfStaff(context: AppContext, by: Member, id: number): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    await forOwner(tx, by, id, now);
    await endSessionsIn(tx, by, { id }, now);
  });
  sessionsChanged(context, id);
}

/** Ends one session of a colleague. Throws notFound when it is not of staff, or has ended. */
export async function endSessionOfStaff(context: AppContext, by: Member, sessionId: number): Promise<void> {
  const now = context.clock.now();
  const id = await context.db.transaction(async (tx) => {
    // Owners act one after the other, so that of two who end it the second learns that it has ended.
    await lockAsOwner(tx, by);
    const staffId = await staffOfSession(tx, sessionId, now);
    if (staffId === null) throw notFound();
    await endSessionsIn(tx, by, { id: staffId, only: sessionId }, now);
    return staffId;
  });
  sessionsChanged(context, id);
}

async function endSessionsIn(
  tx: Db,
  by: Member,
  { id, only }: { id: number; only?: number },
  now: Date,
): Promise<void> {
  await endSessions(tx, id, only === undefined ? {} : { only });
  const data = { all: only === undefined };
  await append(tx, { kind: "account.staff_sessions_ended", actorId: by.id, subjectId: id, data }, now);
}
