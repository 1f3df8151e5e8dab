import { dayInLondon } from "@plumbline/contract/dates.ts";
import type { RequestInput } from "@plumbline/contract/endpoint.ts";
import type { createProject, updateProject } from "@plumbline/contract/engagements/contract.ts";
import { changesBetween, totalOf } from "@plumbline/contract/engagements/rules.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { invalid, Problem } from "../../http/problems.ts";
import { eachInTurn } from "../../outbox/each-in-turn.ts";
import { append } from "../../outbox/outbox.ts";
import { requireAbleToStart } from "../sanctions/actions.ts";
import { type MoveRequest, move } from "./move.ts";
import { findEngagementsToStart, findOwnCustomers, insertEngagement, insertVersion } from "./store.ts";
import { checkTerms, type TermsRow, termsForDisplay } from "./terms.ts";

type Proposal = RequestInput<typeof createProject>["body"];
type ProposalChange = RequestInput<typeof updateProject>["body"];

/** Sends a proposal to one of the advisor's own customers. The server computes the total (row E-27). */
export async function propose(context: AppContext, advisor: Member, proposal: Proposal): Promise<number> {
  const now = context.clock.now();
  const terms = termsOf(proposal);
  return context.db.transaction(async (tx) => {
    if (!(await findOwnCustomers(tx, advisor.id)).includes(proposal.customer_id))
      throw invalid({ customer_id: ["Please select a customer"] });
    await requireAbleToStart(tx, advisor.id, proposal.customer_id);
    await checkTerms(context, tx, advisor, terms);
    const id = await insertEngagement(tx, {
      ...terms,
      advisorId: advisor.id,
      customerId: proposal.customer_id,
      totalPence: totalOf(terms),
      status: "proposed",
      createdAt: now,
    });
    await append(
      tx,
      {
        kind: "engagement.proposed",
        actorId: advisor.id,
        subjectId: id,
        data: { status: "proposed" },
      },
      now,
    );
    return id;
  });
}

/** Changes a proposal that was sent back and submits it again; the earlier version and the changes are kept (decision 21). */
export async function resubmitProposal(
  context: AppContext,
  advisor: Member,
  id: number,
  { message, version, ...change }: ProposalChange,
): Promise<void> {
  await move(context, advisor, id, "update", {
    message,
    version,
    work: async (tx, engagement, now) => {
      if (change.customer_id !== undefined && change.customer_id !== engagement.customerId)
        throw invalid({ customer_id: ["A proposal stays with its customer. Please send a new one instead."] });
      const before = pickTerms(engagement);
      const after = termsOf(change, before);
      await checkTerms(context, tx, advisor, after, before);
      await insertVersion(tx, { engagementId: id, version: engagement.version, terms: before, createdAt: now });
      const changes = changesBetween(...(await termsForDisplay(context, tx, before, after)));
      return { values: { ...after, totalPence: totalOf(after), version: engagement.version + 1 }, data: { changes } };
    },
  });
}

export const acceptEngagement = (context: AppContext, customer: Member, id: number, note: MoveRequest = {}) =>
  move(context, customer, id, "accept", note);
export const rejectEngagement = (context: AppContext, customer: Member, id: number, note: MoveRequest = {}) =>
  move(context, customer, id, "reject", note);
export const suggestEdit = (context: AppContext, customer: Member, id: number, note: MoveRequest = {}) =>
  move(context, customer, id, "suggest_edit", note);

/** "Start to Work", or the advisor's Send invoice on an accepted engagement. */
export const startEngagement = (context: AppContext, member: Member, id: number, note: MoveRequest = {}) =>
  move(context, member, id, "start", note);
export const completeEngagement = (context: AppContext, member: Member, id: number, note: MoveRequest = {}) =>
  move(context, member, id, "complete", note);

/** Asks the customer for a review, at most once a day in London (decision 21). */
export async function askForReview(
  context: AppContext,
  advisor: Member,
  id: number,
  note: MoveRequest = {},
): Promise<void> {
  await move(context, advisor, id, "ask_for_review", {
    ...note,
    work: async (_tx, _engagement, now) => ({ values: { reviewAskedAt: now }, data: {} }),
  });
}

/** Starts the accepted engagements whose start date has been reached. */
export async function startDueEngagements(context: AppContext): Promise<void> {
  await eachInTurn(await findEngagementsToStart(context.db, dayInLondon(context.clock.now())), async (id) => {
    try {
      await move(context, "clock", id, "start", {});
    } catch (error) {
      // A party or another process started or ended the engagement in the meantime.
      if (!(error instanceof Problem)) throw error;
    }
  });
}

/** Converts request fields to columns; omitted fields keep their values in `before`. */
function termsOf(change: Proposal): TermsRow;
function termsOf(change: Omit<ProposalChange, keyof MoveRequest>, before: TermsRow): TermsRow;
function termsOf(change: Omit<ProposalChange, keyof MoveRequest>, before?: TermsRow): TermsRow {
  const given = {
    name: change.name,
    description: change.description,
    themeId: change.theme,
    startDate: change.start_date,
    endDate: change.end_date,
    paymentType: change.payment_type,
    unitPricePence: change.payment_cost,
    unitsHundredths: change.payment_span,
    attachmentIds: change.attachment_ids,
    collaborators: change.collaborators,
  };
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  // A proposal has every field, and a change has `before` for those that it leaves out.
  return { ...before, ...changes } as TermsRow;
}

function pickTerms({
  name,
  description,
  themeId,
  startDate,
  endDate,
  paymentType,
  unitPricePence,
  unitsHundredths,
  attachmentIds,
  collaborators,
}: TermsRow): TermsRow {
  return {
    name,
    description,
    themeId,
    startDate,
    endDate,
    paymentType,
    unitPricePence,
    unitsHundredths,
    attachmentIds,
    collaborators,
  };
}
