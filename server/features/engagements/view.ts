import { dayInLondon } from "@plumbline/contract/dates.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import type {
  availableCustomers,
  HistoryEntry,
  Project,
  ProjectDetail,
} from "@plumbline/contract/engagements/contract.ts";
import { allowedActions, heldBackReason } from "@plumbline/contract/engagements/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import { sanctionTexts } from "@plumbline/contract/sanctions/rules.ts";
import { memberRole } from "../../auth/member-role.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { isoOf } from "../../database/database.ts";
import { notFound } from "../../http/problems.ts";
import type { PastEvent } from "../../outbox/events-column.ts";
import { attachmentView } from "../files/view.ts";
import { partyFrom } from "../profiles/party-column.ts";
import { actionOf, engagementEvents, isEngagementEvent } from "./events.ts";
import { factsOf } from "./move.ts";
import { type EngagementWithHistory, readEngagementOf, readOwnCustomers, type ShownEngagement } from "./store.ts";

/** The response of every endpoint about one engagement: the engagement with its history, as this party sees it. */
export async function engagementFor(context: AppContext, member: Member, id: number): Promise<ProjectDetail> {
  const row = await readEngagementOf(context.db, member.id, id);
  if (!row) throw notFound();
  const history = historyView(row);
  return {
    ...projectView(context, member, row),
    // Staff who look as a member see who did what and when, and not what was written with it (ADR-029).
    history: member.viewedBySession === null ? history : history.map((entry) => ({ ...entry, message: null })),
  };
}

export function projectView(context: AppContext, member: Member, row: ShownEngagement): Project {
  const role = memberRole(member);
  const today = dayInLondon(context.clock.now());
  const facts = factsOf({ ...row, reviewed: row.reviews.length > 0 });
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    theme: row.themeId,
    theme_name: row.themeName,
    start_date: row.startDate,
    end_date: row.endDate,
    status: row.status,
    payment_type: row.paymentType,
    payment_cost: decimalOf(row.unitPricePence),
    payment_span: decimalOf(row.unitsHundredths),
    total_payment: decimalOf(row.totalPence),
    attachment_ids: row.attachmentIds,
    attachments: row.attachmentIds.flatMap((id) => {
      const file = row.attachments.find((each) => each.id === id);
      return file ? attachmentView(context, file) : [];
    }),
    collaborators: row.collaborators,
    advisor_id: row.advisorId,
    customer_id: row.customerId,
    advisor: partyFrom(context, row.advisor),
    customer: partyFrom(context, row.customer),
    reviews: row.reviews.map((review) => ({
      id: review.id,
      rating: review.rating,
      rating_chosen: review.ratingChosen,
      verified: review.verified,
      body: review.body,
      created_at: isoOf(review.createdAt),
      answer: review.answer,
      answered_at: review.answeredAt && isoOf(review.answeredAt),
      removed: review.removedReason === null ? null : { reason: review.removedReason },
    })),
    created_at: isoOf(row.createdAt),
    version: row.version,
    review_asked_at: row.reviewAskedAt && isoOf(row.reviewAskedAt),
    allowed_actions: allowedActions(facts, role, today),
    held_back: heldBackReason(facts, role, today),
  };
}

/** Sums in pence as the response has them. */
export function engagementSumsView(sums: Record<"count" | "total" | "inProgress" | "completed", number>) {
  const { count, total, inProgress, completed } = sums;
  return {
    count,
    total: decimalOf(total),
    in_progress: decimalOf(inProgress),
    completed: decimalOf(completed),
    other: decimalOf(total - inProgress - completed),
  };
}

function historyView({ history, advisor, customer }: EngagementWithHistory): HistoryEntry[] {
  const names = new Map([advisor, customer].map(({ id, profile }) => [id, profile.name]));
  return history.flatMap((event) => entryOf(event, names) ?? []).reverse();
}

/** Null for a kind that this version of the program does not know. */
function entryOf(
  { id, kind, actorId, data, createdAt }: PastEvent,
  names: ReadonlyMap<number, string>,
): HistoryEntry | null {
  if (!isEngagementEvent(kind)) return null;
  const payload = engagementEvents[kind].data.parse(data);
  return {
    id,
    action: actionOf(kind),
    by: actorId === null ? null : { id: actorId, name: names.get(actorId) ?? "" },
    created_at: isoOf(createdAt),
    status: payload.status,
    message: ("message" in payload && payload.message) || null,
    changes: kind === "engagement.proposed_again" ? engagementEvents[kind].data.parse(data).changes : [],
  };
}

const letters = new Intl.Collator("en-GB");

/** An advisor's own customers (decision 24), sorted by name. */
export async function ownCustomersByName(
  context: AppContext,
  advisor: Member,
): Promise<Answer<typeof availableCustomers>> {
  const parties = (await readOwnCustomers(context.db, advisor.id)).map(({ party, standing }) => ({
    ...partyFrom(context, party),
    held_back: standing === "open" ? null : sanctionTexts.counterpartAway,
  }));
  return parties.sort((one, other) => letters.compare(one.profile.name, other.profile.name));
}
