import { formatLong } from "@plumbline/contract/dates.ts";
import { invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { formatPence } from "@plumbline/contract/money.ts";
import type { AppContext } from "../../context.ts";
import type { EventsByKind } from "../../events.ts";
import { notificationsWith } from "../notifications/notification.ts";
import { nameOf } from "../profiles/store.ts";
import type { InvoiceEventKind } from "./events.ts";
import { findInvoice, type InvoiceRow } from "./store.ts";

// Shared by the notifications about invoices and about disputes.

export type Facts = {
  invoice: InvoiceRow;
  number: string;
  /** The number of the invoice whose late payment this one claims. */
  late: string | null;
  total: string;
  advisor: string;
  customer: string;
};

export const notification = notificationsWith(
  async (context: AppContext, event: EventsByKind[InvoiceEventKind]): Promise<Facts | null> => {
    const invoice = await findInvoice(context.db, event.subjectId);
    const late = invoice?.claimForId ? await findInvoice(context.db, invoice.claimForId) : null;
    return (
      invoice && {
        invoice,
        number: invoiceNumber(invoice.number ?? 0),
        late: late && invoiceNumber(late.number ?? 0),
        total: formatPence(invoice.totalPence),
        advisor: await nameOf(context.db, invoice.advisorId),
        customer: await nameOf(context.db, invoice.customerId),
      }
    );
  },
);

const shared = { about: "invoices", path: ({ invoice }: Facts) => `/invoices/${invoice.id}` } as const;
export const toCustomer = { ...shared, to: ({ invoice }: Facts) => invoice.customerId };
export const toAdvisor = { ...shared, to: ({ invoice }: Facts) => invoice.advisorId };
/** How the team's e-mails name an invoice, whose number is its advisor's own. */
export const invoiceForTeam = ({ number, advisor }: Facts) => `invoice ${number} of ${advisor}`;
export const teamAction = ({ subjectId }: { subjectId: number }) => ({
  action: "See the invoice",
  path: `/back-office/invoices/${subjectId}`,
});

/** The total without the platform's fee. */
export const advisorShare = ({ totalPence, feePence }: InvoiceRow) => formatPence(totalPence - (feePence ?? 0));

export const day = (moment: Date | string | null) =>
  moment ? formatLong(typeof moment === "string" ? moment : moment.toISOString()) : "";
