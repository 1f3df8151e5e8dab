import type { OwnReport, Report, ReportInContext } from "@plumbline/contract/reports/contract.ts";
import { memberRole } from "../../auth/member-role.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { isoOf } from "../../database/database.ts";
import { messagesAround } from "../messages/around-store.ts";
import type { PastSanction } from "../sanctions/history-column.ts";
import { findThing } from "../sanctions/things.ts";
import { actsFor, allowedActions, thingOf } from "./actions.ts";
import type { OwnReportRow, QueuedReport, ReportRow } from "./store.ts";

const reported = (report: ReportRow) => ({
  id: report.id,
  kind: report.kind,
  grounds: report.grounds,
  words: report.words,
  made_at: report.madeAt.toISOString(),
  decided_at: report.decidedAt?.toISOString() ?? null,
  outcome: report.outcome,
  answer: report.answer,
});

/** A report for its reporter, with whose words or document it is about. */
export const ownReportView = ({ report, authorName, liftedAt }: OwnReportRow): OwnReport => ({
  ...reported(report),
  thing_id: report.thingId,
  author: { id: report.authorId, name: authorName ?? "" },
  lifted_at: liftedAt?.toISOString() ?? null,
});

const person = ({ id, name, email, role }: QueuedReport["author"]) => ({
  id,
  name: name ?? "",
  email,
  role: memberRole({ role }),
});

/** A report in the queue, with what this member of staff may do with it. */
export function reportView({ report, reporter, author, ...names }: QueuedReport, staff: Member): Report {
  const { assignedTo } = report;
  return {
    ...reported(report),
    reporter: person(reporter),
    author: person(author),
    assigned_to: assignedTo === null ? null : { id: assignedTo, name: names.assignedToName ?? "" },
    decided_by: names.decidedByName,
    allowed_actions: allowedActions(report, staff),
  };
}

/** A report with what it is about, as it stands now. */
export async function reportInContext(
  context: AppContext,
  row: QueuedReport & { history: readonly PastSanction[]; authorErased: boolean },
  staff: Member,
): Promise<ReportInContext> {
  const { report } = row;
  const [thing, around] = await Promise.all([
    findThing(context.db, thingOf(report)),
    report.kind === "message" && report.conversationId !== null
      ? messagesAround(context.db, report.conversationId, report.thingId)
      : [],
  ]);
  return {
    ...reportView(row, staff),
    context: {
      label: thing?.label ?? "It is gone",
      text: thing?.text ?? null,
      removed: thing?.removed ?? true,
      around: around.map(({ id, by, body, createdAt }) => ({
        id,
        by: by ?? "",
        at: createdAt.toISOString(),
        text: body,
        reported: id === report.thingId,
      })),
    },
    allowed_acts: report.decidedAt ? [] : actsFor(staff, report, row),
    history: row.history.map(({ imposedAt, ...each }) => ({ ...each, imposed_at: isoOf(imposedAt) })),
  };
}
