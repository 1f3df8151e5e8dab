import type { AppContext } from "../../context.ts";
import { type EventHandler, onEvent } from "../../outbox/outbox.ts";
import { findEngagement } from "../engagements/store.ts";
import { findInvoice } from "../invoices/store.ts";
import { refreshListing } from "./listing.ts";

/** Refreshes an advisor's listing after events that change their profile or track record. */
export const matchingEventHandlers: EventHandler[] = [
  onEvent("profile.saved", refreshMember),
  onEvent("profile.photo_changed", refreshMember),
  onEvent("account.opened", refreshMember),
  onEvent("account.closed", refreshMember),
  onEvent("account.reopened", refreshMember),
  onEvent("sanction.imposed", refreshMember),
  onEvent("sanction.ended", refreshMember),
  onEvent("reference.replaced", (context, { data }) => refreshListing(context, data.members)),
  onEvent("engagement.completed", refreshAdvisorOfEngagement),
  onEvent("engagement.reviewed", refreshAdvisorOfEngagement),
  // A review counts as verified while its invoice is paid and not refunded.
  onEvent("invoice.paid", refreshAdvisorOfInvoice),
  onEvent("invoice.refunded", refreshAdvisorOfInvoice),
  onEvent("invoice.dispute_won", refreshAdvisorOfInvoice),
  onEvent("invoice.dispute_lost", refreshAdvisorOfInvoice),
];

type EventSubject = { subjectId: number };

async function refreshMember(context: AppContext, { subjectId }: EventSubject): Promise<void> {
  await refreshListing(context, [subjectId]);
}

async function refreshAdvisorOfEngagement(context: AppContext, { subjectId }: EventSubject): Promise<void> {
  const engagement = await findEngagement(context.db, subjectId);
  if (engagement) await refreshListing(context, [engagement.advisorId]);
}

async function refreshAdvisorOfInvoice(context: AppContext, { subjectId }: EventSubject): Promise<void> {
  const invoice = await findInvoice(context.db, subjectId);
  if (invoice) await refreshListing(context, [invoice.advisorId]);
}
