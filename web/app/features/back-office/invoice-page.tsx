import { readAnyInvoice } from "@plumbline/contract/invoices/contract.ts";
import { useLoaderData } from "react-router";
import { call } from "../../call.ts";
import { titled } from "../../titled.ts";
import { Page } from "../../ui/page.tsx";
import { Surface, WithSidebar } from "../../ui/surface.tsx";
import { DisputeBanner } from "../invoices/dispute-banner.tsx";
import { InvoiceSheet } from "../invoices/invoice-sheet.tsx";
import { InvoiceStatus } from "../invoices/invoice-status.tsx";
import { RefundForm } from "../invoices/refund-form.tsx";
import { givenBackOf, sharesOf, Totals } from "../invoices/totals.tsx";

export const meta = () => titled("Invoice");

export function clientLoader({ params }: { params: { id?: string } }) {
  return call(readAnyInvoice, { params: { id: params.id as string } });
}

/** One invoice for staff, with its fee, and the refund of one that was paid. */
export default function InvoicePage() {
  const invoice = useLoaderData<typeof clientLoader>();
  return (
    <Page
      back={{ to: "/back-office/invoices", text: "Invoices" }}
      title={`Invoice ${invoice.number}`}
      badge={<InvoiceStatus status={invoice.status} dispute={invoice.dispute?.state} />}
      sentence={`#${invoice.id}, for ${invoice.project.name}`}
    >
      <WithSidebar
        sidebar={
          <Surface tinted>
            <h2 className="eyebrow">Totals</h2>
            <Totals
              sums={[
                { name: "Total", pounds: invoice.total, big: true },
                ...(invoice.info ? sharesOf(invoice.info, "The advisor receives") : []),
                ...givenBackOf(invoice, "Given back by the bank, from our balance"),
              ]}
            />
            {invoice.allowed_actions.includes("refund") && <RefundForm invoice={invoice} />}
          </Surface>
        }
      >
        <DisputeBanner invoice={invoice} viewer="staff" />
        <InvoiceSheet invoice={invoice} />
      </WithSidebar>
    </Page>
  );
}
