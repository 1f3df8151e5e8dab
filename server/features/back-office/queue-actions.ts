import type { AnswerForm, CheckForm, QuestionForm, ReferenceForm } from "@plumbline/contract/back-office/queue.ts";
import { defaultDecideWithinDays, mostReferences, referenceDays } from "@plumbline/contract/back-office/queue-rules.ts";
import { texts as closureTexts } from "@plumbline/contract/closure/rules.ts";
import { dayMs } from "@plumbline/contract/dates.ts";
import type { z } from "zod";
import { hashToken, type Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { conflict, invalid, notFound, Problem } from "../../http/problems.ts";
import { mayMail } from "../../mail/limits.ts";
import { append } from "../../outbox/outbox.ts";
import { decideApplication } from "../accounts/actions.ts";
import { onLeavingArea } from "../accounts/on-leaving-area.ts";
import { findLink, lockMember, type MemberRow } from "../accounts/store.ts";
import {
  assignCase,
  type CaseRow,
  findCase,
  insertCheck,
  promisedDays,
  releaseCasesOf,
  versionOf,
  writeAnswer,
  writeCase,
  writePromisedDays,
} from "./queue-store.ts";
import { findReferenceByToken, insertReference, type ReferenceRow, writeReference } from "./references-store.ts";

export const promiseOf = async (db: Db): Promise<number> => (await promisedDays(db)) ?? defaultDecideWithinDays;

async function existingCase(tx: Db, id: number): Promise<CaseRow> {
  const row = await findCase(tx, id);
  if (!row) throw notFound();
  return row;
}

/** An application that nobody has decided, locked until the transaction ends. Throws conflict for a closed account's. */
async function lockUndecided(tx: Db, id: number): Promise<MemberRow> {
  const member = await lockMember(tx, id);
  if (!member || member.role === "staff") throw notFound();
  if (member.state === "closed") throw conflict(closureTexts.reopenFirst);
  if (member.decision) throw conflict(`This application was ${member.decision} already.`);
  return member;
}

/** Takes an application on oneself. Throws conflict when a colleague has it (row G-26). */
export async function takeApplication(context: AppContext, staff: Member, id: number): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const before = await existingCase(tx, id);
    if (!(await assignCase(tx, id, staff.id, now)))
      throw conflict(`${(await existingCase(tx, id)).assignedName ?? "A colleague"} is working on this application.`);
    const data = { from: before.assignedTo, to: staff.id };
    await append(tx, { kind: "application.assigned", actorId: staff.id, subjectId: id, data }, now);
  });
}

/** Puts an application back, one's own or a colleague's. */
export async function releaseApplication(context: AppContext, staff: Member, id: number): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const before = await existingCase(tx, id);
    if (before.assignedTo === null) return;
    await writeCase(tx, id, { assignedTo: null, assignedAt: null });
    const data = { from: before.assignedTo, to: null };
    await append(tx, { kind: "application.assigned", actorId: staff.id, subjectId: id, data }, now);
  });
}

/** The applications of a colleague who decides none any more are with nobody again. */
export const applicationsOfLeavers = onLeavingArea("applications", async (tx, { staffId, by, now }) => {
  const data = { from: staffId, to: null };
  for (const id of await releaseCasesOf(tx, staffId))
    await append(tx, { kind: "application.assigned", actorId: by, subjectId: id, data }, now);
});

/**
 * Asks the applicant for more. Throws conflict for an application that was decided or is not verified, and when somebody
 * asked or answered after the given version.
 */
export async function askForMore(
  context: AppContext,
  staff: Member,
  id: number,
  { question, version }: z.output<typeof QuestionForm>,
): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const member = await lockUndecided(tx, id);
    if (!member.verifiedAt)
      throw conflict("Their e-mail address is not verified yet, so no question would reach them.");
    requireSeen(await existingCase(tx, id), version);
    await writeCase(tx, id, { question, askedBy: staff.id, askedAt: now, answer: null, answeredAt: null });
    await append(tx, { kind: "application.asked", actorId: staff.id, subjectId: id, data: { question } }, now);
  });
}

/** Throws conflict with what was asked or answered after the version that was read. */
function requireSeen(row: CaseRow, version: number | undefined): void {
  if (version === undefined || version === versionOf(row)) return;
  throw conflict(
    row.answer === null
      ? `${row.askedByName ?? "A colleague"} has asked by now: “${row.question}” If you ask again, yours replaces it.`
      : `The applicant has answered by now: “${row.answer}” Ask again if you would still like to know more.`,
  );
}

/** The applicant of a link from our e-mail. Throws notFound for any other token. */
async function applicantOf(context: AppContext, token: string): Promise<MemberRow> {
  const found = await findLink(context.db, token);
  if (found?.link.purpose !== "application") throw notFound();
  return found.member;
}

/** What the applicant sees of their application. */
export async function applicationStatus(context: AppContext, token: string) {
  const member = await applicantOf(context, token);
  return existingCase(context.db, member.id);
}

/** The applicant answers, once. Throws conflict when no answer is awaited, or to another question than the one they read. */
export async function answerAsApplicant(
  context: AppContext,
  token: string,
  { answer, version }: z.output<typeof AnswerForm>,
) {
  const { id } = await applicantOf(context, token);
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const member = await lockMember(tx, id);
    if (member?.decision) throw conflict("Your application has been decided meanwhile.");
    const row = await existingCase(tx, id);
    if (row.answeredAt === null && version !== undefined && version !== versionOf(row))
      throw conflict(
        "We have asked something else since you opened this page. Please read it; what you wrote is still here.",
      );
    if (!(await writeAnswer(tx, id, answer, now))) throw conflict("We have your answer already.");
    await append(tx, { kind: "application.answered", actorId: id, subjectId: id, data: { answer } }, now);
  });
  return existingCase(context.db, id);
}

/** Decides several applications alike, each in a transaction of its own. */
export async function decideEach(
  context: AppContext,
  staff: Member,
  ids: readonly number[],
  decision: "approved" | "rejected",
  reason: string,
) {
  const decided: number[] = [];
  const failed: { id: number; why: string }[] = [];
  for (const id of new Set(ids))
    try {
      await decideApplication(context, staff, id, decision, reason);
      decided.push(id);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      failed.push({ id, why: Object.values(error.errors).flat().join(" ") });
    }
  return { decided, failed };
}

/** Records what was checked, by whom and with which result. */
export async function check(
  context: AppContext,
  staff: Member,
  id: number,
  form: z.output<typeof CheckForm>,
): Promise<void> {
  const { kind, result } = form;
  const note = form.note || null;
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    await existingCase(tx, id);
    await insertCheck(tx, { memberId: id, kind, result, note, checkedBy: staff.id, createdAt: now });
    const data = { check: kind, result, note };
    await append(tx, { kind: "application.checked", actorId: staff.id, subjectId: id, data }, now);
  });
}

/** Asks somebody for a reference by e-mail. Throws invalid for an address that was asked already, and beyond the limit. */
export async function requestReference(
  context: AppContext,
  staff: Member,
  id: number,
  { name, email }: { name: string; email: string },
): Promise<void> {
  const now = context.clock.now();
  if (!(await mayMail(context, email))) throw invalid({ email: ["has been sent several e-mails in the last hour"] });
  await context.db.transaction(async (tx) => {
    const applicant = await lockUndecided(tx, id);
    const { referees } = await existingCase(tx, id);
    if (applicant.email === email.toLowerCase()) throw invalid({ email: ["is the applicant's own"] });
    if (referees.some((each) => each.email.toLowerCase() === email.toLowerCase()))
      throw invalid({ email: ["has been asked already"] });
    if (referees.length >= mostReferences) throw conflict(`At most ${mostReferences} people are asked.`);
    const expiresAt = new Date(now.getTime() + referenceDays * dayMs);
    const row = { memberId: id, name, email, askedBy: staff.id, expiresAt, createdAt: now };
    const reference = await insertReference(tx, row);
    const data = { reference, name, email };
    await append(tx, { kind: "application.reference_asked", actorId: staff.id, subjectId: id, data }, now);
  });
}

/** The request that a link in our e-mail is about. Throws notFound for any other token. */
export async function referenceOf(context: AppContext, token: string): Promise<ReferenceRow & { applicant: CaseRow }> {
  const row = await findReferenceByToken(context.db, hashToken(token));
  if (!row) throw notFound();
  return { ...row, applicant: await existingCase(context.db, row.memberId) };
}

/** Stores a reference, once. Throws conflict when it was given or the link has run out. */
export async function giveReferenceWith(context: AppContext, token: string, form: z.output<typeof ReferenceForm>) {
  const row = await referenceOf(context, token);
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const given = { knownAs: form.known_as, recommends: form.recommends, words: form.words || null, answeredAt: now };
    if (!(await writeReference(tx, row.id, given)))
      throw conflict(row.answeredAt ? "You have given this reference already: thank you." : "This link has run out.");
    const data = { reference: row.id, name: row.name };
    await append(tx, { kind: "application.reference_given", actorId: null, subjectId: row.memberId, data }, now);
  });
}

/** Changes the promise to applicants. */
export async function promiseDays(context: AppContext, staff: Member, days: number): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const before = await promiseOf(tx);
    await writePromisedDays(tx, days);
    const data = { before, after: days };
    await append(tx, { kind: "application.promise_changed", actorId: staff.id, subjectId: staff.id, data }, now);
  });
}
