import type { Role } from "@plumbline/contract/product.ts";
import type { MemberSanctions, QueuedAppeal, Sanction, StaffSanction } from "@plumbline/contract/sanctions/contract.ts";
import { allowedActs, mayAppeal, outcomesFor, type Standing } from "@plumbline/contract/sanctions/rules.ts";
import { memberRole } from "../../auth/member-role.ts";
import type { AppContext } from "../../context.ts";
import { type FileRow, filesOf } from "../../files/files.ts";
import { attachmentView } from "../files/view.ts";
import type { AppealRow, QueuedRow, ShownSanction } from "./store.ts";

type Signs = Pick<AppContext, "db" | "clock" | "fileAddresses">;
type Files = readonly FileRow[];
type Person = { id: number; name: string; email: string; role: Role };

const attachments = (context: Signs, ids: readonly number[], files: Files) =>
  ids.flatMap((id) => files.filter((file) => file.id === id).map((file) => attachmentView(context, file)));

const appealView = (context: Signs, appeal: AppealRow, files: Files): NonNullable<Sanction["appeal"]> => ({
  id: appeal.id,
  text: appeal.text,
  attachments: attachments(context, appeal.fileIds, files),
  made_at: appeal.madeAt.toISOString(),
  due_at: appeal.dueAt.toISOString(),
  decided_at: appeal.decidedAt?.toISOString() ?? null,
  outcome: appeal.outcome,
  answer: appeal.answer,
});

const sanctionView = (context: Signs, { sanction, appeal }: ShownSanction, files: Files) => ({
  id: sanction.id,
  kind: sanction.kind,
  grounds: sanction.grounds,
  reason: sanction.reason,
  next_steps: sanction.nextSteps,
  evidence: sanction.evidence,
  // The files of what was removed are kept with the decision and never shown.
  attachments: attachments(
    context,
    sanction.fileIds,
    files.filter(({ purpose }) => purpose === "evidence"),
  ),
  imposed_at: sanction.imposedAt.toISOString(),
  until: sanction.until,
  ended_at: sanction.endedAt?.toISOString() ?? null,
  end: sanction.end,
  end_reason: sanction.endReason,
  appeal: appeal && appealView(context, appeal, files),
});

const filesIn = (context: Signs, rows: readonly ShownSanction[]) =>
  filesOf(
    context.db,
    rows.flatMap(({ sanction, appeal }) => [...sanction.fileIds, ...(appeal?.fileIds ?? [])]),
  );

/** The decisions about a member as they read them: without the names of those who made them. */
export async function ownSanctionViews(context: Signs, rows: readonly ShownSanction[]): Promise<Sanction[]> {
  const files = await filesIn(context, rows);
  const now = context.clock.now();
  return rows.map((row) => ({
    ...sanctionView(context, row, files),
    allowed_actions: mayAppeal({ ...row.sanction, appealed: row.appeal !== null }, now) ? ["appeal"] : [],
  }));
}

const staffView = (context: Signs, row: ShownSanction, files: Files): StaffSanction => ({
  ...sanctionView(context, row, files),
  imposed_by: row.imposedByName ?? "",
  ended_by: row.endedByName,
  report_id: row.sanction.reportId,
});

/** A member's standing and the decisions about them, for staff. */
export async function memberSanctionsView(
  context: Signs,
  { standing, erased, ...member }: Person & { standing: Standing; erased: boolean },
  rows: readonly ShownSanction[],
): Promise<MemberSanctions> {
  const files = await filesIn(context, rows);
  return {
    member,
    standing,
    entries: rows.map((row) => staffView(context, row, files)),
    allowed_actions: erased ? [] : allowedActs(standing),
  };
}

/** Appeals as a member of staff sees them, who may not decide about their own decisions. */
export async function appealViews(
  context: Signs,
  rows: readonly QueuedRow[],
  staffId: number,
): Promise<QueuedAppeal[]> {
  const files = await filesIn(context, rows);
  return rows.map((row) => {
    const { appeal: _, ...sanction } = staffView(context, row, files);
    const facts = { ...row.sanction, ended: row.sanction.endedAt !== null };
    return {
      ...appealView(context, row.appeal, files),
      member: { ...row.member, name: row.member.name ?? "", role: memberRole(row.member) },
      sanction,
      decided_by: row.decidedByName,
      allowed_outcomes: row.appeal.decidedAt ? [] : outcomesFor(facts, staffId),
    };
  });
}
