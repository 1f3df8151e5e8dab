import { product } from "@plumbline/contract/product.ts";
import type { House } from "../../house.ts";
import { type Event, type Notice, notice } from "../../platform/events.ts";
import { post } from "../../platform/mail.ts";
import { findEngagement } from "../engagements/store.ts";
import { findInvoice } from "../invoices/store.ts";
import { refreshListing } from "./listing.ts";
import { findRequest } from "./store.ts";

/** What changes an advisor's track record or profile. */
const aboutMember = ["profile.saved", "profile.photo_changed", "account.opened"];
const aboutEngagement = ["engagement.completed", "engagement.reviewed"];
/** A review is verified by a paid invoice, and no longer when the money went back. */
const aboutInvoice = ["invoice.paid", "invoice.refunded", "invoice.dispute_won", "invoice.dispute_lost"];

export const matchingNotices: Notice[] = [
  ...aboutMember.map((kind) => notice(kind, (house, event) => refreshListing(house, [event.subjectId]))),
  ...aboutEngagement.map((kind) => notice(kind, refreshAdvisorOf)),
  ...aboutInvoice.map((kind) => notice(kind, refreshPayeeOf)),
  // Decision 34: the team reads what the form could not say.
  notice("search.requested", async (house, event) => {
    const request = await findRequest(house.db, event.subjectId);
    if (!request) return;
    const { name, email, companyName } = request.customer;
    await post(house.db, event, {
      kind: "search.requested",
      to: house.settings.teamEmail,
      replyTo: email,
      subject: `${name}${companyName ? ` of ${companyName}` : ""} is looking for an advisor`,
      greeting: `Dear ${product} team,`,
      paragraphs: [`${name} (${email}) wrote:`, request.message],
      action: { label: "Open the back office", url: `${house.settings.publicUrl}/back-office/requests` },
    });
  }),
];

async function refreshAdvisorOf(house: House, event: Event): Promise<void> {
  const engagement = await findEngagement(house.db, event.subjectId);
  if (engagement) await refreshListing(house, [engagement.advisorId]);
}

async function refreshPayeeOf(house: House, event: Event): Promise<void> {
  const invoice = await findInvoice(house.db, event.subjectId);
  if (invoice) await refreshListing(house, [invoice.advisorId]);
}
