import type { AppContext } from "../../context.ts";
import type { EventsByKind } from "../../events.ts";
import { type EventHandler, onEvent } from "../../outbox/outbox.ts";
import { findEngagement } from "../engagements/store.ts";
import { findInvoice } from "../invoices/store.ts";
import { findReview } from "../reviews/store.ts";
import { findSanction } from "../sanctions/store.ts";
import { refreshListing } from "./listing.ts";

/** Refreshes an advisor's listing after events that change their profile or track record. */
export const matchingEventHandlers: EventHandler[] = [
  onEvent("profile.saved", refreshMember),
  onEvent("profile.photo_changed", refreshMember),
  onEvent("account.opened", refreshMember),
  onEvent("account.closed", refreshMember),
  onEvent("account.reopened", refreshMember),
  onEvent("sanction.imposed", refreshAfterDecision),
  onEvent("sanction.ended", refreshMember),
  onEvent("appeal.decided", refreshAfterDecision),
  onEvent("reference.replaced", (context, { data }) => refreshListing(context, data.members)),
  onEvent("engagement.completed", refreshAdvisorOfEngagement),
  onEvent("engagement.reviewed", refreshAdvisorOfEngagement),
  // A review counts as verified while its invoice is paid and not refunded.
  onEvent("invoice.paid", refreshAdvisorOfInvoice),
  onEvent("invoice.refunded", refreshAdvisorOfInvoice),
  onEvent("invoice.refund_failed", refreshAdvisorOfInvoice),
  onEvent("invoice.dispute_won", refreshAdvisorOfInvoice),
  onEvent("invoice.dispute_lost", refreshAdvisorOfInvoice),
];

type EventSubject = { subjectId: number };

async function refreshMember(context: AppContext, { subjectId }: EventSubject): Promise<void> {
  await refreshListing(context, [subjectId]);
}

/** The member decided about, and the advisor whose review was removed or put back by it. */
async function refreshAfterDecision(
  context: AppContext,
  { subjectId, data }: EventsByKind["sanction.imposed" | "appeal.decided"],
): Promise<void> {
  const removed = (await findSanction(context.db, data.sanctionId))?.removed;
  const found = removed?.kind === "review" ? await findReview(context.db, removed.id) : null;
  await refreshListing(context, found ? [subjectId, found.review.advisorId] : [subjectId]);
}

async function refreshAdvisorOfEngagement(context: AppContext, { subjectId }: EventSubject): Promise<void> {
  const engagement = await findEngagement(context.db, subjectId);
  if (engagement) await refreshListing(context, [engagement.advisorId]);
}

async function refreshAdvisorOfInvoice(context: AppContext, { subjectId }: EventSubject): Promise<void> {
  const invoice = await findInvoice(context.db, subjectId);
  if (invoice) await refreshListing(context, [invoice.advisorId]);
}
