import type { DisputeCase, ListedDispute } from "@plumbline/contract/disputes/contract.ts";
import { answerRefusal, disputeActions } from "@plumbline/contract/disputes/rules.ts";
import { disputeReason, invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { AppContext } from "../../context.ts";
import { filesOf } from "../../files/files.ts";
import { attachmentView } from "../files/view.ts";
import type { ListedDisputeRow } from "../invoices/dispute-list-store.ts";
import { findCase } from "./case.ts";
import { type AnswerRow, findAnswer, findLastAnswer } from "./store.ts";

/** A dispute with all that staff need to answer it. */
export async function caseView(context: AppContext, id: number): Promise<DisputeCase> {
  const { db, clock } = context;
  const { dispute, payment } = await findCase(context, id);
  const undecided = dispute.state === "open" || dispute.state === "inquiry";
  const [answer, facts] = await Promise.all([
    undecided ? findAnswer(db, id, dispute.state) : findLastAnswer(db, id),
    payment.facts(),
  ]);
  const respondBy = dispute.respondBy?.toISOString() ?? null;
  const known = answer && { kind: answer.kind, state: answer.state, by: answer.by, at: answer.savedAt.toISOString() };
  const refused = answerRefusal({ state: dispute.state, respondBy, answer: known }, clock.now());
  const { parts } = answer?.evidence ?? (await payment.evidence());
  return {
    id,
    provider_id: dispute.providerId,
    state: dispute.state,
    amount: decimalOf(dispute.amountPence),
    reason: disputeReason(dispute.reason),
    opened_at: dispute.openedAt.toISOString(),
    closed_at: dispute.closedAt?.toISOString() ?? null,
    respond_by: respondBy,
    ...facts,
    proposed: parts,
    answer: answer && (await answerView(context, answer)),
    allowed_actions: refused ? [] : [...disputeActions],
    refused,
  };
}

async function answerView(context: AppContext, row: AnswerRow & { by: string | null }) {
  const { kind, state, parts, words, fileIds, fileKinds, version, by, savedAt, failure } = row;
  const files = await filesOf(context.db, fileIds);
  return {
    kind,
    state,
    parts,
    words,
    version,
    by,
    failure,
    at: savedAt.toISOString(),
    files: files.map((file) => ({
      ...attachmentView(context, file),
      kind: fileKinds[fileIds.indexOf(file.id)] ?? "other",
    })),
  };
}

export function listedView(row: ListedDisputeRow): ListedDispute {
  const party = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? "" });
  return {
    id: row.id,
    state: row.state,
    reason: disputeReason(row.reason),
    amount: decimalOf(row.amountPence),
    opened_at: row.openedAt.toISOString(),
    closed_at: row.closedAt?.toISOString() ?? null,
    respond_by: row.respondBy?.toISOString() ?? null,
    answered_at: row.answeredAt?.toISOString() ?? null,
    customer: { id: row.customerId, name: row.customer ?? "" },
    advisor_member: party(row.advisorId, row.advisor),
    invoice: row.invoiceId === null ? null : { id: row.invoiceId, number: invoiceNumber(row.number ?? 0) },
    provider_id: row.providerId,
  };
}
