import { dayInLondon } from "@plumbline/contract/dates.ts";
import type { Received } from "@plumbline/contract/endpoint.ts";
import type { createProject, updateProject } from "@plumbline/contract/engagements/contract.ts";
import { changesBetween, totalOf } from "@plumbline/contract/engagements/rules.ts";
import type { House } from "../../house.ts";
import { append } from "../../platform/events.ts";
import type { Member } from "../../platform/members.ts";
import { invalid, Problem } from "../../platform/problems.ts";
import { customersInConversationWith } from "../messages/store.ts";
import { happened } from "./happened.ts";
import { type Luggage, move } from "./move.ts";
import { customersOfEngagementsWith, dueToStart, insertEngagement, insertVersion } from "./store.ts";
import { checkTerms, readable, type TermsRow } from "./terms.ts";

type Proposal = Received<typeof createProject>["body"];
type ProposalChange = Received<typeof updateProject>["body"];
type Word = Pick<Luggage, "message">;

/** Whom an advisor may propose to: shared conversation or earlier engagement, never the whole base (decision 24). */
export async function ownCustomersOf(house: House, advisor: Member): Promise<number[]> {
  const met = await customersInConversationWith(house.db, advisor.id);
  return [...new Set([...met, ...(await customersOfEngagementsWith(house.db, advisor.id))])];
}

/** Sends a proposal to one of the advisor's own customers. The total is ours to compute (row E-27). */
export async function propose(house: House, advisor: Member, proposal: Proposal): Promise<number> {
  const now = house.clock.now();
  const terms = termsOf(proposal);
  if (!(await ownCustomersOf(house, advisor)).includes(proposal.customer_id))
    throw invalid({ customer_id: ["Please select a customer"] });
  return house.db.transaction(async (tx) => {
    await checkTerms(house, tx, advisor, terms);
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
        kind: happened.create,
        actorId: advisor.id,
        subject: "engagement",
        subjectId: id,
        data: { status: "proposed" },
      },
      now,
    );
    return id;
  });
}

/** Changes a proposal that came back and sends it again, keeping the earlier version and what changed (decision 21). */
export async function proposeAgain(
  house: House,
  advisor: Member,
  id: number,
  { message, ...change }: ProposalChange,
): Promise<void> {
  await move(house, advisor, id, "update", {
    message,
    work: async (tx, engagement, now) => {
      if (change.customer_id !== undefined && change.customer_id !== engagement.customerId)
        throw invalid({ customer_id: ["A proposal stays with its customer. Please send a new one instead."] });
      const before = only(engagement);
      const after = termsOf(change, before);
      await checkTerms(house, tx, advisor, after);
      await insertVersion(tx, { engagementId: id, version: engagement.version, terms: before, createdAt: now });
      const changes = changesBetween(...(await readable(tx, before, after)));
      return { values: { ...after, totalPence: totalOf(after), version: engagement.version + 1 }, data: { changes } };
    },
  });
}

export const acceptEngagement = (house: House, customer: Member, id: number, word: Word = {}) =>
  move(house, customer, id, "accept", word);
export const rejectEngagement = (house: House, customer: Member, id: number, word: Word = {}) =>
  move(house, customer, id, "reject", word);
export const suggestEdit = (house: House, customer: Member, id: number, word: Word = {}) =>
  move(house, customer, id, "suggest_edit", word);

/** "Start to Work", or the advisor pressing Send invoice on an accepted engagement. */
export const startEngagement = (house: House, member: Member, id: number, word: Word = {}) =>
  move(house, member, id, "start", word);
export const completeEngagement = (house: House, member: Member, id: number, word: Word = {}) =>
  move(house, member, id, "complete", word);

/** At most once a London day (decision 21). */
export async function askForReview(house: House, advisor: Member, id: number, word: Word = {}): Promise<void> {
  await move(house, advisor, id, "ask_for_review", {
    ...word,
    work: async (_tx, _engagement, now) => ({ values: { reviewAskedAt: now } }),
  });
}

/** The clock's part: starts what was accepted for a day that has come. */
export async function startWhatIsDue(house: House): Promise<void> {
  for (const id of await dueToStart(house.db, dayInLondon(house.clock.now()))) {
    try {
      await move(house, "clock", id, "start");
    } catch (error) {
      // A party, or another process, started or ended it in between.
      if (!(error instanceof Problem)) throw error;
    }
  }
}

/** Wire words become ours; what is left out stays as it was. */
function termsOf(change: Proposal): TermsRow;
function termsOf(change: Omit<ProposalChange, "message">, before: TermsRow): TermsRow;
function termsOf(change: Omit<ProposalChange, "message">, before?: TermsRow): TermsRow {
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
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...before, ...said } as TermsRow;
}

function only({
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
