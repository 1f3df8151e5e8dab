import { allowedInvoiceActions, statusOfWire } from "@plumbline/contract/invoices/rules.ts";
import { readAnyInvoice, refundInvoice } from "@plumbline/contract/invoices/staff-contract.ts";
import { shareName, totalsTitle } from "@plumbline/contract/invoices/state-words.ts";
import { lazy, Suspense } from "react";
import { call } from "../../call.ts";
import { ReadOnlyNote } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { Page } from "../../ui/page.tsx";
import { Surface, WithSidebar } from "../../ui/surface.tsx";
import { InvoiceSheet } from "../invoices/invoice-sheet.tsx";
import { InvoiceStatus } from "../invoices/invoice-status.tsx";
import { ClaimLinks } from "../invoices/late-payment.tsx";
import { RefundHistory } from "../invoices/refund-history.tsx";
import { StaffDisputeBanner } from "../invoices/staff-dispute-banner.tsx";
import { refundedOf, sharesOf, Totals, vatSumsOf } from "../invoices/totals.tsx";
import type { Route } from "./+types/invoice-page.ts";

// For roles that may refund.
const RefundForm = lazy(async () => ({ default: (await import("../invoices/refund-form.tsx")).RefundForm }));

export const meta = () => titled("Invoice");

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  return call(readAnyInvoice, { params: { id: params.id } });
}

/** One invoice for staff, with its fee, and the refund of one that was paid. */
export default function InvoicePage({ loaderData: invoice }: Route.ComponentProps) {
  const allowed = allowedInvoiceActions(statusOfWire(invoice.status), "staff", invoice.dispute?.state);
  return (
    <Page
      back={{ to: "/back-office/invoices", text: "Invoices" }}
      title={`Invoice ${invoice.number}`}
      badge={<InvoiceStatus invoice={invoice} dispute={invoice.dispute?.state} />}
      sentence={
        <>
          #{invoice.id}, for {invoice.project.name}
          <ClaimLinks invoice={invoice} under="/back-office/invoices" />
        </>
      }
      note={allowed.includes("refund") && <ReadOnlyNote of={refundInvoice} />}
    >
      <WithSidebar
        sidebar={
          <Surface tinted>
            <h2 className="eyebrow">{totalsTitle(invoice, "staff")}</h2>
            <Totals
              sums={[
                ...vatSumsOf(invoice.vat),
                { name: "Total", pounds: invoice.total, big: true },
                ...(invoice.info
                  ? sharesOf(invoice.info, shareName(invoice.status, "staff"), invoice.vat?.total_without_vat)
                  : []),
                ...refundedOf(invoice, "staff"),
              ]}
            />
            {invoice.allowed_actions.includes("refund") && (
              <Suspense>
                <RefundForm invoice={invoice} />
              </Suspense>
            )}
          </Surface>
        }
      >
        <StaffDisputeBanner invoice={invoice} />
        <InvoiceSheet invoice={invoice} />
        <RefundHistory invoice={invoice} reader="staff" />
      </WithSidebar>
    </Page>
  );
}
