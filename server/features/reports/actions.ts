import { accessTo } from "@plumbline/contract/back-office/staff-roles.ts";
import type { RequestInput } from "@plumbline/contract/endpoint.ts";
import type {
  decideReport as decideEndpoint,
  makeReport as makeEndpoint,
  Report,
} from "@plumbline/contract/reports/contract.ts";
import {
  missingReasons,
  type ReportAct,
  removedText,
  reportActsFor,
  reportsPerDay,
  reportTexts,
} from "@plumbline/contract/reports/rules.ts";
import { kindOfAct, type SanctionKind } from "@plumbline/contract/sanctions/rules.ts";
import { type Member, sessionsChanged } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { existing } from "../../database/rows.ts";
import type { Limit } from "../../http/limits.ts";
import { conflict, invalid, notFound } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { onLeavingArea } from "../accounts/on-leaving-area.ts";
import { type Decision, imposeWithin, lockDecidable, requireAhead } from "../sanctions/actions.ts";
import { countOnce } from "../sanctions/counting.ts";
import { announceContent, remove } from "../sanctions/removals.ts";
import type { RemovedContent } from "../sanctions/schema.ts";
import { evidenceFrom, findThing, type Thing } from "../sanctions/things.ts";
import {
  findReport,
  insertReport,
  type ReportRow,
  releaseReportsOf,
  writeAssigned,
  writeReportDecision,
} from "./store.ts";
import { mayRead } from "./visibility.ts";

const perDay: Limit = { name: "reports", max: reportsPerDay, seconds: 24 * 3600 };

/**
 * Reports something that the member can read and did not write. Throws notFound for everything else, conflict while the same
 * report waits, and invalid beyond the limit of a day.
 */
export async function reportThing(
  context: AppContext,
  member: Member,
  { kind, id: thingId, conversation_id: conversationId, grounds, words }: RequestInput<typeof makeEndpoint>["body"],
): Promise<number> {
  const now = context.clock.now();
  const thing = await findThing(context.db, { kind, id: thingId, conversationId });
  if (!thing || thing.removed || thing.authorId === member.id || !(await mayRead(context, member, thing)))
    throw notFound();
  const counted = await context.limits.take(perDay, String(member.id));
  if (!counted.allowed) throw invalid({ base: [reportTexts.tooMany] });
  return context.db.transaction(async (tx) => {
    const report = { reporterId: member.id, authorId: thing.authorId, kind, thingId, grounds, words, madeAt: now };
    const id = await insertReport(tx, { ...report, conversationId: kind === "message" ? conversationId : null });
    if (id === null) throw conflict(reportTexts.waiting);
    await append(tx, { kind: "report.made", actorId: member.id, subjectId: id, data: { kind, grounds } }, now);
    await countOnce(tx, now, "report");
    return id;
  });
}

/** Takes a report to oneself, or gives it back. Throws notFound, and conflict when somebody else has it or it is decided. */
export async function assignReport(context: AppContext, staff: Member, id: number, mine: boolean): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const report = await findReport(tx, id);
    if (!report) throw notFound();
    if (!(await writeAssigned(tx, id, staff.id, mine))) throw await assignmentRefusal(tx, id, staff);
    const data = { to: mine ? staff.id : null, before: report.assignedTo };
    await append(tx, { kind: "report.assigned", actorId: staff.id, subjectId: id, data }, now);
  });
}

/** The reports of a colleague who decides none any more are with nobody again. */
export const reportsOfLeavers = onLeavingArea("reports", async (tx, { staffId, by, now }) => {
  const data = { to: null, before: staffId };
  for (const id of await releaseReportsOf(tx, staffId))
    await append(tx, { kind: "report.assigned", actorId: by, subjectId: id, data }, now);
});

async function assignmentRefusal(tx: Db, id: number, staff: Member) {
  const report = existing(await findReport(tx, id));
  return conflict(report.decidedAt ? reportTexts.decided : reportTexts.assigned, allowedActions(report, staff));
}

/** What this member of staff may do with a report now; deciding does not need taking it first. */
export function allowedActions({ assignedTo, decidedAt }: ReportRow, staff: Member): Report["allowed_actions"] {
  if (decidedAt) return [];
  if (assignedTo === null) return ["assign", "decide"];
  return assignedTo === staff.id ? ["release", "decide"] : ["decide"];
}

type Deciding = RequestInput<typeof decideEndpoint>["body"];

/** The acts that a member of staff may choose for a report. */
export const actsFor = (
  { staffRole }: Member,
  { kind }: Pick<ReportRow, "kind">,
  { authorErased }: { authorErased: boolean },
): ReportAct[] =>
  reportActsFor(kind, {
    maySanction: staffRole !== null && accessTo("sanctions", staffRole) === "write",
    authorErased,
  });

/**
 * Ends a report with what is done about it, in one transaction with the decision about its author. Throws notFound, conflict
 * when it was decided already, the author's standing does not allow it or nothing is left to remove, and invalid without a
 * reason for the author.
 */
export async function decideReport(context: AppContext, staff: Member, id: number, given: Deciding): Promise<void> {
  const now = context.clock.now();
  const report = await findReport(context.db, id);
  if (!report) throw notFound();
  const { act, answer } = given;
  // Whether its author is erased is decided where they are locked, by `imposeWithin`.
  const allowed = actsFor(staff, report, { authorErased: false });
  if (!allowed.includes(act)) throw conflict("Your role cannot do this with what was reported.", allowed);
  requireReasons(given);
  requireAhead(until(given), now);
  const thing = await findThing(context.db, thingOf(report));
  const removed = await context.db.transaction(async (tx) => {
    // Checked here and not earlier, because a repeated request skips this transaction and must succeed.
    if (!(await writeReportDecision(tx, id, { decidedBy: staff.id, decidedAt: now, outcome: act, answer })))
      throw conflict(reportTexts.decided);
    const content = act === "remove" ? await removeThing(tx, report, given.reason) : null;
    if (act !== "no_action")
      await imposeWithin(tx, now, staff, report.authorId, decisionOf(report, { ...given, act }, thing, content));
    const { reporterId, authorId } = report;
    const data = { outcome: act, answer, reporterId, authorId };
    await append(tx, { kind: "report.decided", actorId: staff.id, subjectId: id, data }, now);
    await countOnce(tx, now, `report ${act}`);
    return content;
  });
  sessionsChanged(context, report.authorId);
  if (removed) await announceContent(context, removed);
}

export const thingOf = ({ kind, thingId: id, conversationId }: ReportRow) => ({ kind, id, conversationId });

/** Only a restriction or a suspension has an end. */
const until = ({ act, until }: Deciding) => (act === "restrict" || act === "suspend" ? (until ?? null) : null);

function requireReasons(given: Deciding): void {
  const missing = missingReasons(given);
  if (Object.keys(missing).length > 0) throw invalid(missing);
}

async function removeThing(tx: Db, report: ReportRow, reason: string): Promise<RemovedContent> {
  // The author before what is theirs, as an appeal does that puts back what was removed.
  await lockDecidable(tx, report.authorId);
  const content = await remove(tx, thingOf(report), removedText(report.kind, reason), reason);
  if (!content) throw conflict(reportTexts.gone);
  return content;
}

const kinds: Record<Exclude<ReportAct, "no_action">, SanctionKind> = { ...kindOfAct, remove: "removal" };

function decisionOf(
  report: ReportRow,
  { act, reason, next_steps: nextSteps, ...given }: Deciding & { act: keyof typeof kinds },
  thing: Thing | null,
  removed: RemovedContent | null,
): Decision {
  return {
    kind: kinds[act],
    grounds: report.grounds,
    reason,
    nextSteps,
    // In the words that it had before it was removed.
    evidence: [evidenceFrom(existing(thing), report.authorId)],
    fileIds: removed?.kind === "message" ? removed.attachmentIds : [],
    removed,
    reportId: report.id,
    until: until({ act, reason, next_steps: nextSteps, ...given }),
  };
}
