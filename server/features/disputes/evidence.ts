import { auditSentence } from "@plumbline/contract/audit/rules.ts";
import { formatLong } from "@plumbline/contract/dates.ts";
import { invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf, formatPence, formatQuantity } from "@plumbline/contract/money.ts";
import type { AppContext } from "../../context.ts";
import { recentEventsOf } from "../../outbox/recent-store.ts";
import { findMember } from "../accounts/store.ts";
import { findEngagement } from "../engagements/store.ts";
import type { InvoiceRow } from "../invoices/store.ts";
import { messageDaysBetween } from "../messages/outline-store.ts";
import { nameOf } from "../profiles/store.ts";
import { line, mailsTo, partsOfPayer, signInKinds } from "./evidence-of-payer.ts";
import type { Evidence } from "./evidence-shape.ts";

// What an engagement's history says for a bank. Messages are counted and never quoted: what members write to each other
// stays theirs, also in a dispute.

/** All that can be shown about an invoice's payment; a part without lines is left out. */
export async function invoiceEvidence({ db }: Pick<AppContext, "db">, invoice: InvoiceRow): Promise<Evidence> {
  const [engagement, customer, customerName, advisorName, engagementEvents, invoiceEvents, signIns, days] =
    await Promise.all([
      findEngagement(db, invoice.engagementId),
      findMember(db, invoice.customerId),
      nameOf(db, invoice.customerId),
      nameOf(db, invoice.advisorId),
      recentEventsOf(db, "engagement", invoice.engagementId),
      recentEventsOf(db, "invoice", invoice.id),
      recentEventsOf(db, "member", invoice.customerId, signInKinds),
      messageDaysBetween(db, invoice),
    ]);
  const mails = await mailsTo(db, customer);
  const who = (id: number | null) =>
    id === invoice.customerId ? customerName : id === invoice.advisorId ? advisorName : null;
  const said = ({ kind, actorId, createdAt }: (typeof engagementEvents)[number]) =>
    line(createdAt, [auditSentence(kind), who(actorId)].filter(Boolean).join(", by "));
  const accepted = engagementEvents.filter(({ kind }) => agreeing.has(kind)).map(said);
  const terms = engagement
    ? [
        { when: "Name", text: engagement.name },
        { when: "Between", text: `${advisorName} (advisor) and ${customerName} (customer)` },
        { when: "Period", text: `${formatLong(engagement.startDate)} to ${formatLong(engagement.endDate)}` },
        {
          when: "Fee",
          text: `${formatQuantity(decimalOf(engagement.unitsHundredths))} × ${formatPence(engagement.unitPricePence)}, ${engagement.paymentType}: ${formatPence(engagement.totalPence)}`,
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
    ...{ customerName, customerEmail: customer?.email ?? "" },
    serviceDate: engagement ? `${formatLong(engagement.startDate)} to ${formatLong(engagement.endDate)}` : "",
    parts: parts.filter(({ lines }) => lines.length > 0),
  };
}

const agreeing = new Set(["engagement.proposed", "engagement.proposed_again", "engagement.accepted"]);
