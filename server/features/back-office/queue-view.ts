import type {
  ApplicationStatus,
  listQueue,
  ReferenceRequest,
  readCase,
} from "@plumbline/contract/back-office/queue.ts";
import {
  isOverdue,
  promisedBy,
  undoRefusal,
  waitsForApplicant,
  waitsSince,
} from "@plumbline/contract/back-office/queue-rules.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import { addressOf } from "@plumbline/contract/greeting.ts";
import { memberRole } from "../../auth/member-role.ts";
import { isoOf } from "../../database/database.ts";
import { type CaseRow, type QueueRow, versionOf } from "./queue-store.ts";
import type { ReferenceRow } from "./references-store.ts";

const iso = (at: Date | null) => at?.toISOString() ?? null;
const waitingOf = (row: QueueRow) => ({
  verifiedAt: iso(row.verifiedAt),
  askedAt: iso(row.askedAt),
  answeredAt: iso(row.answeredAt),
});

export function standingView(row: QueueRow, now: Date): Answer<typeof listQueue>["entries"][number] {
  const waiting = waitingOf(row);
  const undecided = row.decision === null;
  return {
    id: row.id,
    role: memberRole(row),
    name: row.name,
    company_name: row.companyName,
    company_size: row.companySize,
    email: row.email,
    state: row.state,
    decision: row.decision,
    waiting_since: undecided ? waitsSince(waiting) : null,
    promised_by: undecided ? promisedBy(waiting, row.promisedDays) : null,
    overdue: undecided && isOverdue(waiting, row.promisedDays, now),
    asked: undecided && waitsForApplicant(waiting),
    version: versionOf(row),
    assigned: row.assignedTo === null ? null : { id: row.assignedTo, name: row.assignedName ?? "" },
    references: { asked: row.referencesAsked, given: row.referencesGiven },
  };
}

export function caseView(row: CaseRow, now: Date): Answer<typeof readCase> {
  return {
    ...standingView(row, now),
    question: row.question,
    asked_at: iso(row.askedAt),
    asked_by: row.askedByName,
    answer: row.answer,
    answered_at: iso(row.answeredAt),
    checks: row.checks.map(({ at, ...check }) => ({ ...check, at: isoOf(at) })),
    referees: row.referees.map((each) => ({
      id: each.id,
      name: each.name,
      email: each.email,
      asked_at: isoOf(each.at),
      answered_at: each.answeredAt && isoOf(each.answeredAt),
      known_as: each.knownAs,
      recommends: each.recommends,
      words: each.words,
    })),
    undo_refusal: undoRefusal(
      { decision: row.decision, decidedAt: iso(row.decidedAt), hasPassword: row.hasPassword },
      now,
    ),
  };
}

export const applicationStatusView = (row: CaseRow): ApplicationStatus => ({
  first_name: addressOf(row.name),
  state: row.state,
  question: row.question,
  answer: row.answer,
  open: row.decision === null && waitsForApplicant(waitingOf(row)),
  version: versionOf(row),
});

export const referenceView = (row: ReferenceRow & { applicant: CaseRow }): ReferenceRequest => ({
  referee: row.name,
  applicant: row.applicant.name,
  role: memberRole(row.applicant),
  given: row.answeredAt !== null,
});
