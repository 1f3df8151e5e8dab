import { auditSentence } from "@plumbline/contract/audit/rules.ts";
import { formatLong } from "@plumbline/contract/dates.ts";
import { invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { formatPence, formatQuantity } from "@plumbline/contract/money.ts";
import type { Db } from "../../database/database.ts";
import { type RecentEvent, recentEventsOfEach } from "../../outbox/recent-store.ts";
import { findEngagement } from "../engagements/store.ts";
import type { InvoiceRow } from "../invoices/store.ts";
import { messageDaysBetween } from "../messages/outline-store.ts";
import { findProfiles } from "../profiles/store.ts";
import { line, mailsTo, partsOfPayer, signInKinds } from "./evidence-of-payer.ts";
import type { Evidence } from "./evidence-shape.ts";

// What an engagement's history says for a bank. Messages are counted and never quoted: what members write to each other
// stays theirs, also in a dispute.

/** Who and what an invoice is about. */
export type Background = Awaited<ReturnType<typeof backgroundOf>>;

export async function backgroundOf(db: Db, { engagementId, customerId, advisorId }: InvoiceRow) {
  const [engagement, parties] = await Promise.all([
    findEngagement(db, engagementId),
    findProfiles(db, [customerId, advisorId]),
  ]);
  const of = (id: number) => parties.find(({ member }) => member.id === id);
  const customer = of(customerId);
  return {
    engagement,
    customer: { name: customer?.profile.name ?? "", email: customer?.member.email ?? "" },
    advisorName: of(advisorId)?.profile.name ?? "",
  };
}

/** All that can be shown about an invoice's payment; a part without lines is left out. */
export async function invoiceEvidence(db: Db, invoice: InvoiceRow, background: Background): Promise<Evidence> {
  const { engagement, customer, advisorName } = background;
  const [[engagementEvents, invoiceEvents, signIns], days, mails] = await Promise.all([
    recentEventsOfEach(db, [
      { subject: "engagement", id: invoice.engagementId },
      { subject: "invoice", id: invoice.id },
      { subject: "member", id: invoice.customerId, kinds: signInKinds },
    ]),
    messageDaysBetween(db, invoice),
    mailsTo(db, customer.email),
  ]);
  const who = (id: number | null) =>
    id === invoice.customerId ? customer.name : id === invoice.advisorId ? advisorName : null;
  const said = ({ kind, actorId, createdAt }: RecentEvent) =>
    line(createdAt, [auditSentence(kind), who(actorId)].filter(Boolean).join(", by "));
  const accepted = engagementEvents.filter(({ kind }) => agreeing.has(kind)).map(said);
  const terms = engagement
    ? [
        { when: "Name", text: engagement.name },
        { when: "Between", text: `${advisorName} (advisor) and ${customer.name} (customer)` },
        { when: "Period", text: `${formatLong(engagement.startDate)} to ${formatLong(engagement.endDate)}` },
        {
          when: "Fee",
          text: `${formatQuantity(engagement.unitsHundredths)} × ${formatPence(engagement.unitPricePence)}, ${engagement.paymentType}: ${formatPence(engagement.totalPence)}`,
        },
        { when: "Work", text: engagement.description },
        ...accepted,
      ]
    : [];
  const timeline = [...engagementEvents, ...invoiceEvents.filter(({ kind }) => !/dispute|inquiry/.test(kind))]
    .sort((one, other) => one.id - other.id)
    .map(said);
  const parts: Evidence["parts"] = [
    { part: "terms", lines: terms },
    { part: "timeline", lines: timeline },
    {
      part: "messages",
      lines: days.map(({ day, senderId, count }) => ({
        when: formatLong(day),
        text: `${who(senderId) ?? ""}: ${count === 1 ? "1 message" : `${count} messages`}`,
      })),
    },
    {
      part: "invoice",
      lines: [
        {
          when: invoice.issuedOn ? formatLong(invoice.issuedOn) : "",
          text: `${invoiceNumber(invoice.number ?? 0)} over ${formatPence(invoice.totalPence)}`,
        },
      ],
    },
    ...partsOfPayer({ mails, signIns }),
  ];
  return {
    product: engagement ? `${engagement.name}. ${engagement.description}` : "",
    customerName: customer.name,
    customerEmail: customer.email,
    serviceDate: engagement ? `${formatLong(engagement.startDate)} to ${formatLong(engagement.endDate)}` : "",
    parts: parts.filter(({ lines }) => lines.length > 0),
  };
}

const agreeing = new Set(["engagement.proposed", "engagement.proposed_again", "engagement.accepted"]);
