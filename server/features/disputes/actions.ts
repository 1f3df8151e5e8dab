import { formatMoment } from "@plumbline/contract/dates.ts";
import type { AcceptForm, AnswerForm } from "@plumbline/contract/disputes/contract.ts";
import { answerRefusal, disputeTexts, evidenceLimits } from "@plumbline/contract/disputes/rules.ts";
import { present } from "@plumbline/contract/present.ts";
import Stripe from "stripe";
import type { Member } from "../../auth/members.ts";
import { isRefusal } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { existing } from "../../database/rows.ts";
import { conflict, invalid } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { attachableFiles } from "../files/actions.ts";
import { findDisputeById, markAnswered } from "../invoices/dispute-store.ts";
import { type DisputeRow, findCase, lockSubject, requireDispute, subjectOf } from "./case.ts";
import { filesOfAnswer } from "./documents.ts";
import { closeDispute, submitAnswer } from "./provider.ts";
import { type AnswerRow, findAnswer, findAnswerById, insertAnswer, settleAnswer, writeDraft } from "./store.ts";

/** Throws conflict when the dispute cannot be answered or accepted any more, with the reason. */
function requireOpen(
  { state, respondBy }: DisputeRow,
  answer: Awaited<ReturnType<typeof findAnswer>>,
  now: Date,
): void {
  const known = answer && { kind: answer.kind, state: answer.state, by: answer.by, at: answer.savedAt.toISOString() };
  const refused = answerRefusal({ state, respondBy: respondBy?.toISOString() ?? null, answer: known }, now);
  if (refused) throw conflict(refused);
}

/** Keeps an answer as a draft. Throws conflict when a colleague has saved or sent another meanwhile. */
export async function saveAnswer(context: AppContext, staff: Member, id: number, form: AnswerForm): Promise<void> {
  const dispute = await requireDispute(context.db, id);
  const answer = await readForm(context, staff, dispute, form);
  await context.db.transaction(async (tx) => {
    await write(context, tx, staff, dispute, form, {
      ...answer,
      kind: "evidence",
      state: "draft",
    });
  });
}

/**
 * Sends the answer to the bank, once. Throws conflict after the deadline, when it was answered by somebody, and when the
 * provider does not answer, which then is carried through later; invalid for an empty answer and one that is too large.
 */
export async function sendAnswer(context: AppContext, staff: Member, id: number, form: AnswerForm): Promise<void> {
  const { dispute, payment } = await findCase(context, id);
  const now = context.clock.now();
  const answer = await readForm(context, staff, dispute, form);
  const evidence = await payment.evidence();
  // A part about which there is nothing, or which another kind of payment has, is not an answer.
  const shown = evidence.parts.filter(({ part }) => answer.parts.includes(part));
  if (shown.length === 0 && answer.fileIds.length === 0 && answer.words === "")
    throw invalid({ base: [disputeTexts.nothing] });
  const files = await filesOfAnswer(context, payment, evidence, answer, now);
  if (files.reduce((sum, { data }) => sum + data.length, 0) > evidenceLimits.bytes)
    throw invalid({ files: [disputeTexts.tooLarge] });
  const written = await context.db.transaction((tx) =>
    write(context, tx, staff, dispute, form, {
      ...answer,
      evidence,
      kind: "evidence",
      state: "asked",
    }),
  );
  await carryOut(context, written);
}

/** Accepts a dispute as lost, without an answer; the same refusals. */
export async function acceptDispute(
  context: AppContext,
  staff: Member,
  id: number,
  { reason, state }: AcceptForm,
): Promise<void> {
  const dispute = await requireDispute(context.db, id);
  const written = await context.db.transaction(async (tx) => {
    const known = await findAnswer(tx, id, dispute.state);
    const seen = { state, version: known?.version ?? 0 };
    return write(context, tx, staff, dispute, seen, {
      reason,
      kind: "acceptance",
      state: "asked",
    });
  });
  await carryOut(context, written);
}

type Written = Pick<AnswerRow, "parts" | "words" | "fileIds" | "fileKinds">;

async function readForm(context: AppContext, staff: Member, dispute: DisputeRow, form: AnswerForm): Promise<Written> {
  // Before its files, which are those of the answer to the inquiry.
  requireSeen(dispute, form.state);
  const fileIds = form.files.map(({ id }) => id);
  const known = fileIds.length > 0 ? await findAnswer(context.db, dispute.id, dispute.state) : null;
  const kept = fileIds.filter((id) => known?.fileIds.includes(id));
  const added = fileIds.filter((id) => !kept.includes(id));
  const own = await attachableFiles(context, context.db, staff.id, "dispute", added);
  if (own.length < added.length) throw invalid({ files: [disputeTexts.notYours] });
  return { fileIds, fileKinds: form.files.map(({ kind }) => kind), parts: form.parts, words: form.words.trim() };
}

/**
 * Throws conflict for a dispute that was an inquiry when it was read: the same words, and above all the same acceptance, mean
 * something else to a dispute.
 */
function requireSeen({ state }: DisputeRow, seen: DisputeRow["state"]): void {
  if (state === "open" && seen !== "open") throw conflict(disputeTexts.becameDispute);
}

/** Writes the answer's row where it is still what was read. Throws conflict with who was quicker. */
async function write(
  context: AppContext,
  tx: Db,
  staff: Member,
  read: DisputeRow,
  seen: Pick<AnswerForm, "state" | "version">,
  values: Pick<AnswerRow, "kind" | "state"> & Partial<AnswerRow>,
): Promise<number> {
  const now = context.clock.now();
  const { id, state: stage } = read;
  await lockSubject(tx, subjectOf(read));
  const dispute = existing(await findDisputeById(tx, id));
  const known = await findAnswer(tx, id, stage);
  requireSeen(dispute, stage);
  requireSeen(dispute, seen.state);
  requireOpen(dispute, known, now);
  const written = { ...values, failure: null, staffId: staff.id, savedAt: now };
  const row = known
    ? await writeDraft(tx, known.id, seen.version, written)
    : await insertAnswer(tx, { ...written, disputeId: id, stage });
  if (row) return row.id;
  const when = known ? `, ${formatMoment(known.savedAt.toISOString())}` : "";
  throw conflict(`${known?.by ?? "A colleague"} has changed this answer meanwhile${when}. Look at theirs first.`);
}

async function carryOut(context: AppContext, id: number): Promise<void> {
  const row = existing(await findAnswerById(context.db, id));
  let meanwhile: string | null;
  try {
    meanwhile = await completeAnswer(context, row);
  } catch (error) {
    context.log.warn({ err: error, answer: row.id }, "an answer to a dispute was not confirmed");
    if (!isRefusal(error))
      throw conflict(
        "The payment provider has not answered yet. Your answer is kept and will be carried through; look again in a minute.",
      );
    throw conflict(await recordAnswerRefused(context, row, error));
  }
  if (meanwhile) throw conflict(meanwhile);
}

/**
 * Sends an answer that is under way and records it; safe to run again from any point. Returns why it was not needed, as a
 * sentence, when the dispute was answered or decided without it.
 */
export async function completeAnswer(context: AppContext, row: AnswerRow): Promise<string | null> {
  const { dispute, payment } = await findCase(context, row.disputeId);
  const submit = () => {
    const evidence = present(row.evidence, "the evidence of an answer");
    const files = () => filesOfAnswer(context, payment, evidence, row, row.savedAt);
    return submitAnswer(context, dispute.providerId, row, { evidence, answer: row, files });
  };
  const { dispute: after, isOurs } =
    row.kind === "acceptance" ? await closeDispute(context, dispute.providerId, row) : await submit();
  if (isOurs) await recordDone(context, row, subjectOf(dispute));
  await payment.record(after);
  return isOurs ? null : recordMeanwhile(context, row, after);
}

async function recordDone(context: AppContext, row: AnswerRow, subject: ReturnType<typeof subjectOf>): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    await lockSubject(tx, subject);
    if (!(await settleAnswer(tx, row.id, { state: "done", settledAt: now }))) return;
    const dispute = existing(await findDisputeById(tx, row.disputeId));
    if (row.kind === "evidence") await markAnswered(tx, dispute.id, now);
    const about = { actorId: row.staffId, subjectId: subject.id } as const;
    const data = { dispute: dispute.providerId, amountPence: dispute.amountPence };
    if (row.kind === "evidence") {
      const sent = { parts: row.parts.join(", "), files: row.fileIds.length };
      await append(tx, { ...about, kind: `${subject.kind}.dispute_answered`, data: { ...data, ...sent } }, now);
    } else {
      const accepted = { ...data, reason: row.reason ?? "" };
      await append(tx, { ...about, kind: `${subject.kind}.dispute_accepted`, data: accepted }, now);
    }
  });
}

/**
 * Answered in the provider's dashboard, decided by the bank or become a dispute before ours arrived: ours is a draft again.
 */
async function recordMeanwhile(context: AppContext, row: AnswerRow, { status }: Stripe.Dispute): Promise<string> {
  const failure =
    row.stage === "inquiry" && status === "needs_response"
      ? disputeTexts.becameDispute
      : "It was answered or decided at the card provider before this answer arrived.";
  await settleAnswer(context.db, row.id, { state: "draft", kind: "evidence", failure });
  return failure;
}

/** Records that the provider refused an answer, which is a draft again; returns why, as a sentence. */
export async function recordAnswerRefused(context: AppContext, row: AnswerRow, error: unknown): Promise<string> {
  const code = error instanceof Stripe.errors.StripeError ? error.code : null;
  const failure =
    code === "dispute_evidence_page_limit_exceeded"
      ? disputeTexts.tooManyPages
      : "The payment provider refused this answer. It is a draft again; look at the dispute there.";
  await settleAnswer(context.db, row.id, { state: "draft", failure, refusals: row.refusals + 1, kind: "evidence" });
  return failure;
}
