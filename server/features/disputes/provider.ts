import { createHash } from "node:crypto";
import type Stripe from "stripe";
import { expectObject, idempotencyKeyFor, isReplayedServerError, nameOfAttempt } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";
import type { Answer, EvidenceFile } from "./documents.ts";
import { textsOfAnswer } from "./documents.ts";
import type { Evidence } from "./evidence-shape.ts";
import type { AnswerRow } from "./store.ts";

// Calls to the card provider about our answers. A dispute takes one answer, so its state there is read first: what was
// carried through before the answer was lost is found, and never sent twice.

const statusByStage: Record<string, { waiting: string; accepted: string }> = {
  inquiry: { waiting: "warning_needs_response", accepted: "warning_closed" },
  open: { waiting: "needs_response", accepted: "lost" },
};
/**
 * Whether the bank waits for this answer. An inquiry that has become a dispute waits as well, but for another answer: ours to
 * the inquiry would concede the payment, or use up the only answer to the dispute.
 */
const waitsFor = ({ stage }: AnswerRow, { status }: Stripe.Dispute) => status === statusByStage[stage]?.waiting;
const attemptOf = (row: AnswerRow) => `${nameOfAttempt(row)}-${row.refusals}`;

/** What became of an attempt: the dispute as it is now, and whether it was this answer that reached it. */
export type Sent = { dispute: Stripe.Dispute; isOurs: boolean };

/** Sends the files and then the answer; safe to run again from any point. */
export async function submitAnswer(
  context: AppContext,
  providerId: string,
  row: AnswerRow,
  { evidence, answer, files }: { evidence: Evidence; answer: Answer; files: () => Promise<readonly EvidenceFile[]> },
): Promise<Sent> {
  const { disputes } = context.cards.stripe;
  const read = async () => expectObject(await disputes.retrieve(providerId), "dispute");
  const marked = (dispute: Stripe.Dispute) => dispute.metadata["answer"] === markOf(context, row);
  const before = await read();
  if (!waitsFor(row, before)) return { dispute: before, isOurs: marked(before) };
  const uploaded: Partial<Record<EvidenceFile["field"], string>> = {};
  for (const file of await files()) uploaded[file.field] = await upload(context, row, file);
  const submit = async (options: Stripe.RequestOptions) =>
    expectObject(
      await disputes.update(
        providerId,
        {
          evidence: { ...textsOfAnswer(evidence, answer), ...uploaded },
          metadata: { answer: markOf(context, row) },
          submit: true,
        },
        options,
      ),
      "dispute",
    );
  const idempotencyKey = idempotencyKeyFor(context, "dispute-answer", attemptOf(row));
  return once(submit, read, idempotencyKey, { isDone: marked, isWaiting: (after) => waitsFor(row, after) });
}

/** Tells the provider that we accept a dispute as lost; safe to run again. */
export async function closeDispute(context: AppContext, providerId: string, row: AnswerRow): Promise<Sent> {
  const { disputes } = context.cards.stripe;
  const read = async () => expectObject(await disputes.retrieve(providerId), "dispute");
  const closed = ({ status }: Stripe.Dispute) => status === statusByStage[row.stage]?.accepted;
  const before = await read();
  if (!waitsFor(row, before)) return { dispute: before, isOurs: closed(before) };
  const close = async (options: Stripe.RequestOptions) =>
    expectObject(await disputes.close(providerId, {}, options), "dispute");
  const idempotencyKey = idempotencyKeyFor(context, "dispute-close", attemptOf(row));
  return once(close, read, idempotencyKey, { isDone: closed, isWaiting: (after) => waitsFor(row, after) });
}

async function once(
  act: (options: Stripe.RequestOptions) => Promise<Stripe.Dispute>,
  read: () => Promise<Stripe.Dispute>,
  idempotencyKey: string,
  { isDone, isWaiting }: Record<"isDone" | "isWaiting", (dispute: Stripe.Dispute) => boolean>,
): Promise<Sent> {
  try {
    return { dispute: await act({ idempotencyKey }), isOurs: true };
  } catch (error) {
    const after = await read();
    if (isDone(after)) return { dispute: after, isOurs: true };
    // The provider takes one answer, so another key cannot answer twice.
    if (isReplayedServerError(error) && isWaiting(after)) return { dispute: await act({}), isOurs: true };
    throw error;
  }
}

const markOf = (context: AppContext, row: AnswerRow) => idempotencyKeyFor(context, "answer", row);

/** Uploads a file once for each content; a repeated upload costs nothing but a file that nobody uses. */
async function upload(context: AppContext, row: AnswerRow, { field, name, type, data }: EvidenceFile): Promise<string> {
  const checksum = createHash("sha256").update(data).digest("hex").slice(0, 16);
  const create = async (options: Stripe.RequestOptions) =>
    expectObject(
      await context.cards.stripe.files.create({ purpose: "dispute_evidence", file: { data, name, type } }, options),
      "file",
    );
  const idempotencyKey = idempotencyKeyFor(context, "dispute-file", `${attemptOf(row)}-${field}-${checksum}`);
  const made = await create({ idempotencyKey }).catch((error) => {
    if (isReplayedServerError(error)) return create({});
    throw error;
  });
  return made.id;
}
